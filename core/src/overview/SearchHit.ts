import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { canViewCustomers } from "../guest/CustomerChange.ts"
import { mayManage } from "../organisation/Place.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { maySeePayouts } from "../payout/PayoutRun.ts"

/** The kinds of objects that a search finds; equally good hits come in this order. */
export const HitKind = Schema.Literals([
  "guest",
  "order",
  "till",
  "terminal",
  "cash_register",
  "product",
  "ticket",
  "user",
  "user_role",
  "node",
  "tse",
  "payout_run",
  "user_tag"
])
export type HitKind = typeof HitKind.Type

/** The nodes above the caller's whose objects are found: all up to the event, those where the right is held, or none. */
type Above = "all" | "held" | "none"

interface Reach {
  /** The right that the list of these objects needs: privileges of which one suffices, or any privilege at the node. */
  readonly needs: "presence" | ReadonlyArray<Privilege>
  readonly above: Above
}

/** Who finds what, and where: as far as the list of these objects goes, and at the nodes below the caller's. */
export const reachOfKind: { readonly [kind in HitKind]: Reach } = {
  guest: { needs: canViewCustomers, above: "held" },
  order: { needs: mayManage, above: "none" },
  till: { needs: "presence", above: "all" },
  terminal: { needs: mayManage, above: "all" },
  cash_register: { needs: "presence", above: "all" },
  product: { needs: "presence", above: "all" },
  ticket: { needs: "presence", above: "all" },
  user: { needs: "presence", above: "all" },
  user_role: { needs: "presence", above: "all" },
  node: { needs: "presence", above: "all" },
  tse: { needs: mayManage, above: "held" },
  payout_run: { needs: maySeePayouts, above: "held" },
  user_tag: { needs: mayManage, above: "held" }
}

/** Kinds that exist outside events too. */
export const kindsAboveEvents: ReadonlySet<HitKind> = new Set(["user", "user_role", "node"])

/** The data by which an object was found. */
export const HitKey = Schema.Literals([
  "pin",
  "chip",
  "former_pin",
  "former_chip",
  "ticket",
  "name",
  "email",
  "iban",
  "number",
  "uuid"
])

/** An object that a search found. */
export class SearchHit extends Schema.Class<SearchHit>("SearchHit")({
  /** The kind of the object. */
  kind: HitKind,
  id: Id,
  node_id: Id,
  /** Its name, or its number. */
  title: Schema.String,
  /**
   * What tells objects with the same title apart, such as PIN and chip of a guest, the till of an order or the login of a user;
   * null for nothing.
   */
  detail: nullOr(Schema.String),
  /**
   * The data by which it was found; `former_pin` and `former_chip` are those of a wristband that the guest had before, `ticket` is the
   * code of their presale ticket.
   */
  found_by: HitKey
}) {}

/** The most hits of one search. */
export const mostHits = 20

import { Effect, Schema, Struct } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { UserRole } from "../organisation/Role.ts"
import { PersonRow } from "../organisation/User.ts"
import type { AssignedRole } from "./SignIn.ts"

/** A register and the cash in it, in cents. */
const register = { id: Id, account_id: Id, balance: Schema.BigIntFromString }

const Facts = Schema.toCodecJson(Schema.Struct({
  /** The terminal's own node. */
  home_node_id: Id,
  /** The node of its till, else of the event. */
  node_id: Id,
  read_only: Schema.Boolean,
  path: Schema.Array(Id),
  /** Who is signed in, and the role they chose, even if it no longer counts here. */
  active: nullOr(PersonRow),
  active_role_id: nullOr(Id),
  till: nullOr(Schema.Struct({
    id: Id,
    z_nr: Schema.Int,
    /** Whether anything was booked under this number. */
    has_orders: Schema.Boolean,
    register: nullOr(Schema.Struct({ ...register, cashier_id: nullOr(Id) }))
  })),
  /** The holder of the tag that was asked about. */
  holder: nullOr(PersonRow),
  /** The register that the holder has, and the till it lies in. */
  held: nullOr(Schema.Struct({ ...register, till_id: nullOr(Id) })),
  /** The roles of both, along the path or in the event, by name, including those that count only at terminals. */
  assigned: Schema.Array(Schema.Struct({
    ...UserRole.fields,
    user_id: Id,
    assigned_node_id: Id,
    assigned_event_id: nullOr(Id)
  }))
}))

/** What decides who may sign in or out at a terminal, and what that changes at its till, at one moment. */
export interface SignInFacts extends Omit<typeof Facts.Type, "assigned"> {
  /** The roles of a user: of the one who is signed in, or of the holder of the tag. */
  readonly rolesOf: (userId: bigint) => ReadonlyArray<AssignedRole>
  /** As the database answered; it compares this with the facts of later. */
  readonly stored: unknown
}

/** Reads the answer of the function `sign_in_facts`; null when the session of the terminal is over. */
export const readFacts = (stored: unknown): Effect.Effect<SignInFacts | null, Schema.SchemaError> =>
  stored === null ? Effect.succeed(null) : Effect.map(decode(stored), ({ assigned, ...facts }) => ({
    ...facts,
    stored,
    rolesOf: (userId) =>
      assigned.filter(({ user_id }) => user_id === userId).map(({ assigned_event_id, assigned_node_id, ...role }) => ({
        role: new UserRole(Struct.omit(role, ["user_id"])),
        at: { node_id: assigned_node_id, event_id: assigned_event_id }
      }))
  }))

const decode = Schema.decodeUnknownEffect(Facts)

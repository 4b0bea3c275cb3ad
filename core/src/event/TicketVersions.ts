import { Context, Effect, Layer } from "effect"
import type { AtEvent, Caller } from "../organisation/Caller.ts"
import { NewProductVersion, type ProductVersion } from "./ProductVersion.ts"
import { versionServices, versionsOf } from "./ProductVersions.ts"
import { type NewTicketVersion, TicketVersion } from "./TicketVersion.ts"

/** A ticket always has a price; that the row has one is held by the database. */
const ofTicket = (version: ProductVersion) => new TicketVersion({ ...version, price: version.price! })

/** The versions of tickets: prices that change now or at a moment. */
export class TicketVersions extends Context.Service<TicketVersions>()("core/TicketVersions", {
  make: Effect.map(versionsOf("ticket"), (versions) => ({
    /** The versions of a ticket, the last to begin first. */
    list: (caller: Caller, ticketId: bigint) =>
      Effect.map(versions.list(caller, ticketId), (listed) => listed.map(ofTicket)),

    /** Changes a ticket that is ready to sell, now or from a moment; what was sold stays. */
    create: (caller: AtEvent, ticketId: bigint, wanted: NewTicketVersion) =>
      Effect.map(versions.create(caller, ticketId, new NewProductVersion(wanted)), ofTicket),

    plan: versions.plan,
    /** Deletes a version that has not begun. */
    remove: versions.remove
  }))
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(versionServices))
}

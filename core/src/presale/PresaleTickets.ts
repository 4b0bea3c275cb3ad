import { Context, type DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Money from "../base/Money.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage } from "../organisation/Place.ts"
import { maxPageSize } from "../sql/Page.ts"
import { largeReading } from "../sql/Snapshot.ts"
import { pageById, type SortedPage } from "../sql/Sort.ts"
import { searchFor } from "../wristband/SearchTerm.ts"
import { type ExternalTicket, PresaleStats } from "./ExternalTicket.ts"
import { PresaleTicketRepository, type TicketFilter } from "./PresaleTicketRepository.ts"

/** What a list of presale tickets is limited to. */
interface TicketsWanted extends Pick<TicketFilter, "checkedIn" | "state" | "withCredit"> {
  /** Part of the order, the code, the product, or the name or address of the guest; blank text limits nothing. */
  readonly search?: string
}

/** The tickets of the presale, for the office. */
export class PresaleTickets extends Context.Service<PresaleTickets>()("core/PresaleTickets", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const repository = yield* PresaleTicketRepository
    const sql = yield* SqlClient.SqlClient

    const scopeOf = (caller: AtEvent) =>
      Effect.map(access.reach(caller, mayManage), (nodes) => ({ eventId: caller.eventId, nodes }))

    const filtered = Effect.fnUntraced(function*(caller: AtEvent, { search, ...filter }: TicketsWanted) {
      const term = search === undefined ? undefined : searchFor(search)
      return { ...yield* scopeOf(caller), ...filter, ...(term === undefined ? {} : { term }) }
    })

    /** The tickets that the caller manages, in a given order. */
    const sortedPage = Effect.fn("PresaleTickets.sortedPage")(
      function*(caller: AtEvent, wanted: TicketsWanted, of: SortedPage) {
        return yield* Effect.orDie(repository.page(yield* filtered(caller, wanted), of))
      }
    )

    /** All tickets that the caller manages, by id. */
    const all = Effect.fn("PresaleTickets.all")(function*(caller: AtEvent, wanted: TicketsWanted) {
      const filter = yield* filtered(caller, wanted)
      const found: Array<ExternalTicket> = []
      for (let more = true; more;) {
        const page = pageById({ limit: maxPageSize, cursor: found.at(-1)?.id ?? null })
        const tickets = yield* Effect.orDie(repository.page(filter, page))
        found.push(...tickets)
        more = tickets.length === maxPageSize
      }
      return found
    })

    /** How many tickets all pages have. */
    const count = Effect.fn("PresaleTickets.count")(function*(caller: AtEvent, wanted: TicketsWanted) {
      return yield* Effect.orDie(repository.count(yield* filtered(caller, wanted)))
    })

    /** Figures of the tickets that the caller manages; with `asOf` those of that moment, without later changes. */
    const stats = Effect.fn("PresaleTickets.stats")(function*(caller: AtEvent, asOf: DateTime.Utc | null) {
      const reading = repository.figures({ ...yield* scopeOf(caller), before: asOf })
      const found = yield* Effect.orDie(asOf === null ? reading : largeReading(sql, reading))
      return new PresaleStats({
        total_tickets: found.total,
        checked_in_tickets: found.checked_in,
        cancelled_tickets: found.cancelled,
        suspended_tickets: found.suspended,
        total_credit_sold: found.sold,
        credit_activated: found.activated,
        credit_pending: Money.subtract(found.sold, found.activated)
      })
    })

    return { all, count, sortedPage, stats }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, PresaleTicketRepository.layer])
  )
}

import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { SqlSchema } from "effect/sql"
import { type JournalEntry, toStatement } from "../journal/JournalEntry.ts"
import { Stored } from "../journal/LedgerStore.ts"
import { type TagOpening, toOpeningRow } from "../journal/TagOpening.ts"
import { unencoded } from "../sql/Unencoded.ts"

/** Stores ticket sales through the database function `book_ticket_sale`. */
export class TicketSaleRepository extends Context.Service<TicketSaleRepository>()("core/TicketSaleRepository", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient

    const book = SqlSchema.findOne({
      Request: unencoded<ReturnType<typeof statementOf>>(),
      Result: Stored,
      execute: ({ entries, guards, lines, openings, postings }) =>
        sql`select * from book_ticket_sale(
          ${sql.json(openings)}, ${sql.json(entries)}, ${sql.json(guards)}, ${sql.json(lines)}, ${sql.json(postings)}
        )`
    })

    /**
     * Stores the order and hands out its tags, either all or nothing. The outcome is 'lost' also when a tag, a chip or a
     * voucher is no longer available.
     */
    const store = (entry: JournalEntry, openings: ReadonlyArray<TagOpening>) => book(statementOf(entry, openings))

    return { store }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const statementOf = (entry: JournalEntry, openings: ReadonlyArray<TagOpening>) => ({
  ...toStatement([entry]),
  openings: openings.map(toOpeningRow)
})

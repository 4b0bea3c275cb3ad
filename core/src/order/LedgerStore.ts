import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { type JournalEntry, toStatement } from "./JournalEntry.ts"

/** The outcome of an entry; the function `book` explains each. */
export class Stored extends Schema.Class<Stored>("Stored")({
  n: Schema.Int,
  outcome: Schema.Literals(["booked", "exists", "stale", "lost"]),
  /** Null when no order was stored. */
  order_id: Schema.NullOr(Id),
  booked_at: Schema.DateTimeUtc,
  /** Current balances of the entry's guarded accounts by ascending id, in cents. */
  balances: Schema.Array(Money.Cents),
  vouchers: Schema.Array(Schema.Int)
}) {}

/** Stores journal entries through the database function `book`: one statement for any number of them. */
export class LedgerStore extends Context.Service<LedgerStore>()("core/LedgerStore", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient

    const book = SqlSchema.findAll({
      Request: unencoded<ReturnType<typeof toStatement>>(),
      Result: Stored,
      execute: (batch) =>
        sql`select * from book(
          ${sql.json(batch.entries)}, ${sql.json(batch.guards)}, ${sql.json(batch.lines)}, ${sql.json(batch.postings)}
        )`
    })

    /** Stores the entries that their guards allow; no account or uuid may appear in two of them. */
    const storeAll = (entries: ReadonlyArray<JournalEntry>) => book(toStatement(entries))

    /** Stores one entry, in the surrounding transaction if there is one. */
    const store = (entry: JournalEntry) => Effect.map(storeAll([entry]), ([stored]) => stored!)

    return { store, storeAll }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

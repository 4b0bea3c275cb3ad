import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { rowArray } from "../sql/RowArrays.ts"
import { type JournalEntry, toStatement } from "./JournalEntry.ts"

/** The outcome of an entry; the function `book` explains each. */
export const Stored = Schema.Struct({
  n: Schema.Int,
  outcome: Schema.Literals(["booked", "exists", "stale", "lost"]),
  /** Null when no order was stored. */
  order_id: nullOr(Id),
  booked_at: Schema.DateTimeUtc,
  /** Current balances of the entry's guarded accounts by ascending id, in cents. */
  balances: Schema.Array(Money.Cents),
  vouchers: Schema.Array(Schema.Int)
})
export interface Stored extends Schema.Schema.Type<typeof Stored> {}

/** The columns of the composite types that the function `book` takes, in their order. */
export const bookColumns = {
  journal_entry: [
    "n",
    "event_id",
    "version",
    "uuid",
    "request_hash",
    "order_type",
    "payment_method",
    "z_nr",
    "till_id",
    "cashier_id",
    "customer_account_id",
    "user_tag_id",
    "cash_register_id",
    "cancels_order",
    "item_count",
    "buttons",
    "conducting_user_id",
    "description",
    "booked_at",
    "amount",
    "card_payment",
    "customer_guard"
  ],
  guard: ["n", "event_id", "account_id", "balance", "vouchers", "minimum", "maximum", "user_tag_id"],
  entry_line: [
    "n",
    "event_id",
    "item_id",
    "quantity",
    "product_id",
    "product_revision_id",
    "product_price",
    "tax_rate_id",
    "tax_name",
    "tax_rate",
    "total_price",
    "total_tax",
    "vouchers_redeemed"
  ],
  entry_posting: [
    "n",
    "event_id",
    "source_account",
    "target_account",
    "amount",
    "vouchers",
    "source_guard",
    "target_guard"
  ]
} as const

/** Stores journal entries through the database function `book`: one statement for any number of them. */
export class LedgerStore extends Context.Service<LedgerStore>()("core/LedgerStore", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient

    /**
     * Stores the entries that their guards allow; no account or uuid may appear in two of them. The rows are taken as they come:
     * a function of our own makes them.
     */
    const storeAll = (entries: ReadonlyArray<JournalEntry>) => {
      const batch = toStatement(entries)
      return sql<Stored>`select * from book(
        ${rowArray(bookColumns.journal_entry, batch.entries)}::journal_entry[],
        ${rowArray(bookColumns.guard, batch.guards)}::guard[],
        ${rowArray(bookColumns.entry_line, batch.lines)}::entry_line[],
        ${rowArray(bookColumns.entry_posting, batch.postings)}::entry_posting[]
      )`
    }

    /** Stores one entry, in the surrounding transaction if there is one. */
    const store = (entry: JournalEntry) => Effect.map(storeAll([entry]), ([stored]) => stored!)

    return { store, storeAll }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

import { PgClient } from "@effect/sql-pg"
import { Context, type DateTime, Effect, Layer, Schema, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import type { AccountType } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import * as Batches from "../sql/Batches.ts"
import { confirmed } from "../sql/Standby.ts"
import { bookColumns, guardsOf, type JournalEntry, rowArray, toStatement } from "./JournalEntry.ts"
import { type TagOpening, toOpeningRow } from "./TagOpening.ts"

/** The key of the data that a booking loads before its decision. */
export interface LoadRequest {
  readonly eventId: bigint
  readonly uuid: string
  readonly tagUid: bigint | null
  /** Account of the register in the till. */
  readonly registerAccount: bigint | null
}

/** The columns that every booking loads; null when there is no such object. */
export const loadedOrder = {
  /** Version of the event's configuration. */
  version: nullOr(Id),
  /** The order with this uuid. */
  order_id: nullOr(Id),
  request_hash: nullOr(Schema.String),
  /** Whether an order with this uuid was registered: it waits for its card payment or was cancelled. */
  registered: Schema.Boolean,
  /** In cents. */
  register_balance: nullOr(Money.Cents)
}
export interface LoadedOrder extends Schema.Struct.Type<typeof loadedOrder> {}

/** The loaded state of one moment, as the function `load_booking` answers it; a field is null when there is no such object. */
export interface Loaded extends LoadedOrder {
  readonly user_tag_id: bigint | null
  /** The kinds of wristbands that the tag is of; null without a tag. */
  readonly variant_ids: ReadonlyArray<bigint> | null
  readonly account_id: bigint | null
  readonly account_type: AccountType | null
  /** In cents. */
  readonly balance: Money.Cents | null
  readonly vouchers: number | null
  /** Sum of the customer's registered top-ups, in cents. */
  readonly pending_top_ups: Money.Cents
}

/** The outcome of an entry; the function `book` explains each. */
export interface Stored {
  readonly outcome: "booked" | "exists" | "stale" | "lost"
  /** Null when no order was stored. */
  readonly order_id: bigint | null
  readonly booked_at: DateTime.Utc
  /** Current balances of the entry's guarded accounts by ascending id, in cents. */
  readonly balances: ReadonlyArray<Money.Cents>
  readonly vouchers: ReadonlyArray<number>
}

/** More requests or entries in one statement gain nothing and delay the first of them. */
const batchLimit = 64

/** Concurrent statements of one kind while some of them are held up. */
const statementsAtOnce = 4

/** Makes the books of a program when their layer is built. A simulation makes its own, which book in the order of its steps. */
export const OwnBooks = Context.Reference<
  Effect.Effect<Effect.Success<ReturnType<typeof booksOf>>, never, PgClient.PgClient | Scope.Scope>
>("core/reference/OwnBooks", { defaultValue: () => booksOf(statementsAtOnce) })

/** Loads and stores bookings, with at most `atOnce` statements of one kind beside each other. */
export const booksOf = Effect.fnUntraced(function*(atOnce: number) {
  const sql = yield* PgClient.PgClient

  // Rows are taken as they come: functions of our own make them, and checking them would cost more than the decision.
  const loadAll = (requests: ReadonlyArray<LoadRequest>) =>
    sql<Loaded>`select * from load_booking(
      ${arrayOf(requests, (request) => request.eventId)}::bigint[],
      ${arrayOf(requests, (request) => request.uuid)}::uuid[],
      ${arrayOf(requests, (request) => request.tagUid)}::numeric[],
      ${arrayOf(requests, (request) => request.registerAccount)}::bigint[]
    )`

  /** Stores the entries that their guards allow; no account or uuid may appear in two of them. */
  const storeAll = (entries: ReadonlyArray<JournalEntry>) => {
    const batch = toStatement(entries)
    return sql<Stored>`select * from book(
      ${rowArray(bookColumns.journal_entry, batch.entries)}::journal_entry[],
      ${rowArray(bookColumns.guard, batch.guards)}::guard[],
      ${rowArray(bookColumns.entry_line, batch.lines)}::entry_line[],
      ${rowArray(bookColumns.entry_posting, batch.postings)}::entry_posting[]
    )`
  }

  const storeOne = (entry: JournalEntry) => Effect.map(storeAll([entry]), ([stored]) => stored!)

  /** Either all or nothing. The outcome is 'lost' also when a tag, a chip or a voucher is no longer available. */
  const storeHandingOut = (entry: JournalEntry, openings: ReadonlyArray<TagOpening>) => {
    const batch = toStatement([entry])
    return Effect.map(
      sql<Stored>`select * from book_ticket_sale(
        ${sql.json(openings.map(toOpeningRow))}, ${sql.json(batch.entries)}, ${sql.json(batch.guards)},
        ${sql.json(batch.lines)}, ${sql.json(batch.postings)}
      )`,
      ([stored]) => stored!
    )
  }

  /** An entry that hands out tags has a statement of its own. */
  const storedBy =
    <E>(store: (entry: JournalEntry) => Effect.Effect<Stored, E>) =>
    (entry: JournalEntry): Effect.Effect<Stored, E | SqlError.SqlError> =>
      entry.order === null || entry.openings === undefined ? store(entry) : storeHandingOut(entry, entry.openings)

  const load = yield* Batches.make({
    limit: batchLimit,
    atOnce,
    together: loadAll,
    alone: (request) => Effect.map(loadAll([request]), ([loaded]) => loaded!),
    keys: () => []
  })
  const together = yield* Batches.make({
    limit: batchLimit,
    atOnce,
    together: storeAll,
    alone: storeOne,
    keys: keysOf
  })

  return {
    /** What the database knows for a decision; requests that wait at the same moment share a query. */
    load,
    /** Stores an entry, together with those that wait at the same moment; waits for at most one running statement. */
    store: storedBy(together),
    /** Stores an entry at once, in the surrounding transaction if there is one. */
    storeNow: storedBy(storeOne),
    storeAll,
    /** Waits until a stored booking may be answered as booked. */
    confirm: Effect.orDie(confirmed(sql)),
    /** A uuid for an order that no terminal names. */
    newUuid: (): string => randomUUID()
  }
})

/**
 * Loads what bookings at terminals are decided on, and stores the entries of the journal. Grants, steps of tills and presale have
 * statements of their own, which store more; all go through the database function `book`.
 */
export class Books extends Context.Service<Books>()("core/Books", { make: booksOf(statementsAtOnce) }) {
  static readonly layer: Layer.Layer<Books, never, PgClient.PgClient> = Layer.effect(
    this,
    Effect.flatMap(OwnBooks, (make) => make)
  )
}

/** An array in PostgreSQL's text form. Only for numbers, uuids and nulls, which need no quotes. */
const arrayOf = (
  requests: ReadonlyArray<LoadRequest>,
  value: (request: LoadRequest) => bigint | string | null
): string => `{${requests.map((request) => value(request) ?? "NULL").join(",")}}`

/** A guarded account or a uuid may appear only once in a statement. */
const keysOf = (entry: JournalEntry): ReadonlyArray<string> => {
  const accounts = guardsOf(entry).map((guard) => `${entry.eventId} ${guard.accountId}`)
  return entry.order === null ? accounts : [...accounts, `${entry.eventId} ${entry.order.uuid}`]
}

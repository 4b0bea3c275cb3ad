import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountType } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import * as Batches from "../sql/Batches.ts"

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

/** What the function `load_booking` answers for a call. */
const loadedRow = Schema.Struct({
  ...loadedOrder,
  user_tag_id: nullOr(Id),
  /** The kinds of wristbands that the tag is of; null without a tag. */
  variant_ids: nullOr(Schema.Array(Id)),
  account_id: nullOr(Id),
  account_type: nullOr(AccountType),
  /** In cents. */
  balance: nullOr(Money.Cents),
  vouchers: nullOr(Schema.Int),
  /** Sum of the customer's registered top-ups, in cents. */
  pending_top_ups: Money.Cents
})

/** The loaded state of one moment; a field is null when there is no such object. */
export interface Loaded extends Schema.Schema.Type<typeof loadedRow> {}

const batchLimit = 64

/** Loads the data of many requests in one query, for their decisions. */
export class BookingLoad extends Context.Service<BookingLoad>()("core/BookingLoad", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    // The rows are taken as they come: a function of our own makes them, and checking them would cost more than the decision.
    const together = (requests: ReadonlyArray<LoadRequest>) =>
      sql<Loaded>`select * from load_booking(
        ${arrayOf(requests, (request) => request.eventId)}::bigint[],
        ${arrayOf(requests, (request) => request.uuid)}::uuid[],
        ${arrayOf(requests, (request) => request.tagUid)}::numeric[],
        ${arrayOf(requests, (request) => request.registerAccount)}::bigint[]
      )`

    const load = yield* Batches.make({
      limit: batchLimit,
      together,
      alone: (request) => Effect.map(together([request]), ([loaded]) => loaded!),
      keys: () => []
    })
    return { load }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** An array in PostgreSQL's text form. Only for numbers, uuids and nulls, which need no quotes. */
const arrayOf = (
  requests: ReadonlyArray<LoadRequest>,
  value: (request: LoadRequest) => bigint | string | null
): string => `{${requests.map((request) => value(request) ?? "NULL").join(",")}}`

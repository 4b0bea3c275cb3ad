import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { ProductRestriction } from "../catalogue/Product.ts"
import { AccountType } from "../ledger/Account.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import * as Lanes from "../sql/Lanes.ts"
import { unencoded } from "../sql/Unencoded.ts"

/** What a booking asks of the database before it is decided. */
export interface LoadRequest {
  readonly eventId: bigint
  readonly uuid: string
  readonly tagUid: bigint | null
  /** Account of the register in the till. */
  readonly registerAccount: bigint | null
}

/** What every booking loads; a field is null when there is no such thing. */
export const loadedOrder = {
  /** Of the event's configuration. */
  version: Schema.NullOr(Id),
  /** The order that has this uuid. */
  order_id: Schema.NullOr(Id),
  request_hash: Schema.NullOr(Schema.String),
  /** Whether an order with this uuid waits for its card payment, or was cancelled. */
  registered: Schema.Boolean,
  /** In cents. */
  register_balance: Schema.NullOr(Money.Cents)
}
export interface LoadedOrder extends Schema.Struct.Type<typeof loadedOrder> {}

/** What the database knew at one moment; a field is null when there is no such thing. */
export class Loaded extends Schema.Class<Loaded>("Loaded")({
  ...loadedOrder,
  user_tag_id: Schema.NullOr(Id),
  restriction: Schema.NullOr(ProductRestriction),
  account_id: Schema.NullOr(Id),
  account_type: Schema.NullOr(AccountType),
  /** In cents. */
  balance: Schema.NullOr(Money.Cents),
  vouchers: Schema.NullOr(Schema.Int),
  /** What registered top-ups of the customer will bring, in cents. */
  pending_top_ups: Money.Cents
}) {}

const batchLimit = 64

/** Loads for many requests in one query what their decisions need. */
export class BookingLoad extends Context.Service<BookingLoad>()("core/BookingLoad", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const together = SqlSchema.findAll({
      Request: unencoded<ReadonlyArray<LoadRequest>>(),
      Result: Loaded,
      execute: (requests) =>
        sql`select * from load_booking(
          ${arrayOf(requests, (request) => request.eventId)}::bigint[],
          ${arrayOf(requests, (request) => request.uuid)}::uuid[],
          ${arrayOf(requests, (request) => request.tagUid)}::numeric[],
          ${arrayOf(requests, (request) => request.registerAccount)}::bigint[]
        )`
    })

    const load = yield* Lanes.make({
      lanes: 4,
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

/** An array in PostgreSQL's text form: of numbers and uuids, which need no quotes, and nulls alone are fine. */
const arrayOf = (
  requests: ReadonlyArray<LoadRequest>,
  value: (request: LoadRequest) => bigint | string | null
): string => `{${requests.map((request) => value(request) ?? "NULL").join(",")}}`

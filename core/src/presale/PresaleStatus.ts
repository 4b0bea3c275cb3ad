import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { WrittenSentence } from "../primitives/Sentence.ts"
import { ReadingCount } from "./PresaleReading.ts"

/** The numbers of a status that are counted. */
export const StatusCounts = Schema.Struct({
  tickets: Schema.Int,
  orders: Schema.Int,
  broken_orders: Schema.Int,
  open_cases: Schema.Int,
  waiting_notifications: Schema.Int,
  last_notification_at: Schema.NullOr(Schema.DateTimeUtc),
  /** Since when the webhook address is valid; null if there is none. */
  webhook_since: Schema.NullOr(Schema.DateTimeUtc),
  /** Check-ins that the shop does not know yet, that it refused, and that it knows. */
  waiting_check_ins: Schema.Int,
  stopped_check_ins: Schema.Int,
  done_check_ins: Schema.Int
})

/** How the import of an event's presale stands. */
export class PresaleStatus extends Schema.Class<PresaleStatus>("PresaleStatus")({
  is_enabled: Schema.Boolean,
  /** End of the last reading, and of the last one of everything; null before the first. */
  read_at: Schema.NullOr(Schema.DateTimeUtc),
  read_everything_at: Schema.NullOr(Schema.DateTimeUtc),
  /** The time from which on the shop is asked for changes, as the shop wrote it; null for everything. */
  changed_since: Schema.NullOr(Schema.String),
  last_count: Schema.NullOr(ReadingCount),
  /** Failed readings since the last that succeeded, the time of the last of them and its reason by language. */
  failures: Schema.Int,
  failed_at: Schema.NullOr(Schema.DateTimeUtc),
  problem: Schema.NullOr(WrittenSentence),
  /** The time of the next reading; null for at once, or while the presale is switched off. */
  next_reading_at: Schema.NullOr(Schema.DateTimeUtc),
  is_reading_requested: Schema.Boolean,
  ...StatusCounts.fields
}) {}

/** An order that could not be imported. */
export class BrokenOrder extends Schema.Class<BrokenOrder>("BrokenOrder")({
  code: Schema.String,
  /** The name of the rule that it violates. */
  rule: Schema.String,
  /** By language. */
  reason: WrittenSentence,
  since: Schema.DateTimeUtc,
  tried_at: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** A check-in that the shop refused, as operators see it. */
export class StoppedCheckIn extends Schema.Class<StoppedCheckIn>("StoppedCheckIn")({
  ticket_voucher_id: Id,
  customer_account_id: Id,
  order_code: Schema.String,
  /** The page of the shop that shows the order to staff. */
  external_link: Schema.NullOr(Schema.String),
  redeemed_at: Schema.DateTimeUtc,
  stopped_at: Schema.DateTimeUtc,
  attempts: Schema.Int,
  /** By language. */
  reason: WrittenSentence
}) {}

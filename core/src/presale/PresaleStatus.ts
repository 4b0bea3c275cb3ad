import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { WrittenSentence } from "../base/Sentence.ts"
import { ReadingCount } from "./PresaleReading.ts"

/** The numbers of a status that are counted. */
export const StatusCounts = Schema.Struct({
  /** Tickets that were imported, cancelled ones included. */
  tickets: Schema.Int,
  /** Orders of the shop that are known. */
  orders: Schema.Int,
  /** Orders that could not be imported. */
  broken_orders: Schema.Int,
  /** Cases that wait for a decision. */
  open_cases: Schema.Int,
  /** Changes that the shop reported and that were not read yet. */
  waiting_notifications: Schema.Int,
  /** When the shop last reported a change; null if it never did. */
  last_notification_at: nullOr(Schema.DateTimeUtc),
  /** Since when the address for reports is valid; null if there is none. */
  webhook_since: nullOr(Schema.DateTimeUtc),
  /** Check-ins that the shop does not know yet. */
  waiting_check_ins: Schema.Int,
  /** Why the last of them that were tried could not be reported; null if there are none. */
  check_in_problem: nullOr(WrittenSentence),
  /** Check-ins that the shop refused. */
  stopped_check_ins: Schema.Int,
  /** Check-ins that are not sent, as their tickets are of a shop that the event no longer imports from. */
  former_shop_check_ins: Schema.Int,
  /** Check-ins that the shop knows. */
  done_check_ins: Schema.Int
})

/** How the import of an event's presale stands. */
export class PresaleStatus extends Schema.Class<PresaleStatus>("PresaleStatus")({
  /** Whether the presale is switched on in the settings of the event. */
  is_enabled: Schema.Boolean,
  /** When the last reading that succeeded ended; null before the first. */
  read_at: nullOr(Schema.DateTimeUtc),
  /** When the last reading of all orders ended; null before the first. */
  read_everything_at: nullOr(Schema.DateTimeUtc),
  /** The time from which on the shop is asked for changes, as the shop wrote it; null if the next reading is of everything. */
  changed_since: nullOr(Schema.String),
  /** What the last reading found; null before the first. */
  last_count: nullOr(ReadingCount),
  /** Readings that failed since the last one that succeeded. */
  failures: Schema.Int,
  /** When the last of them failed; null if none did. */
  failed_at: nullOr(Schema.DateTimeUtc),
  /** Why it failed, by language; null if none did. */
  problem: nullOr(WrittenSentence),
  /** When the next reading begins; null for at once, or while the presale is switched off. */
  next_reading_at: nullOr(Schema.DateTimeUtc),
  /** Whether someone asked for a reading that has not ended yet. */
  is_reading_requested: Schema.Boolean,
  ...StatusCounts.fields
}) {}

/** An order that could not be imported. */
export class BrokenOrder extends Schema.Class<BrokenOrder>("BrokenOrder")({
  /** The code of the order in the shop. */
  code: Schema.String,
  /** The name of the rule that it violates, such as `presale.token_twice`. */
  rule: Schema.String,
  /** What is wrong with it, by language. */
  reason: WrittenSentence,
  /** Since when it can't be imported. */
  since: Schema.DateTimeUtc,
  /** When it was last tried again; null if it was not. */
  tried_at: nullOr(Schema.DateTimeUtc)
}) {}

/** A check-in that the shop refused, or that is not sent to it, as operators see it. */
export class StoppedCheckIn extends Schema.Class<StoppedCheckIn>("StoppedCheckIn")({
  /** The ticket. */
  ticket_voucher_id: Id,
  /** The guest's account. */
  customer_account_id: Id,
  /** The code of the order in the shop. */
  order_code: Schema.String,
  /** The page of the shop that shows the order to its staff. */
  external_link: nullOr(Schema.String),
  /** When the guest got the wristband. */
  redeemed_at: Schema.DateTimeUtc,
  /** When the shop refused the check-in, or when it was set aside. */
  stopped_at: Schema.DateTimeUtc,
  /** Whether it is not sent, as the ticket is of a shop that the event no longer imports from. Such a check-in can't be tried again. */
  is_of_former_shop: Schema.Boolean,
  /** The address, organiser and event of the shop that the ticket is from; null if it is not known. */
  shop: nullOr(Schema.String),
  /** How often the shop was called for it. */
  attempts: Schema.Int,
  /** The shop's reason, or why it is not sent, by language. */
  reason: WrittenSentence
}) {}

import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { orDefault, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { isSpoiltCode } from "../base/SpoiltCell.ts"
import { atMost, SingleLine, Text } from "../base/Text.ts"
import { tagRules } from "./TagRules.ts"

/** A ticket that was bought in the shop and is to be handed out at a till. */
export class NewTicketVoucher extends Schema.Class<NewTicketVoucher>("NewTicketVoucher")({
  /** The code that the guest shows; unique in the event. */
  token: Schema.String.check(
    atMost(255),
    Schema.isPattern(/^[^\u0000-\u001f\u007f]+$/, { expected: "text in one line" })
  ),
  /** The position of the order in the shop. */
  external_reference: orNull(Text),
  external_link: orNull(Text),
  /** Address of the guest. */
  email: orNull(SingleLine)
}) {}

/** What a ticket voucher means for admission; a suspended one was paid and is not any more. */
export const TicketState = Schema.Literals(["valid", "suspended", "cancelled"])
export type TicketState = typeof TicketState.Type

/** A ticket voucher. Its account exists, and may hold money, before a tag is handed out for it. */
export class TicketVoucher extends Schema.Class<TicketVoucher>("TicketVoucher")({
  id: Id,
  node_id: Id,
  /** When it was bought. */
  created_at: Schema.DateTimeUtc,
  /** The account that the wristband will belong to. */
  customer_account_id: Id,
  /** The code on the ticket, which the guest shows at the entrance. */
  token: Schema.String,
  /** The credit that was paid for it to the ticket shop; it arrives at the account with the wristband. */
  initial_top_up_amount: orDefault(Money.Cents, Money.zero),
  /** Credit that was bought with it but paid back in the ticket shop, or not paid there, so that it does not arrive. */
  credit_paid_back: orDefault(Money.Cents, Money.zero),
  /** When it was checked in at another entrance, by the ticket shop; null if it was not. */
  checked_in_elsewhere_at: orNull(Schema.DateTimeUtc),
  /** The name of its product in the ticket shop; null if that is not known. */
  product_name: orNull(Schema.String),
  /** When it becomes valid, by the ticket shop; null for always. */
  valid_from: orNull(Schema.DateTimeUtc),
  /** Until when it is valid, by the ticket shop; null for always. */
  valid_until: orNull(Schema.DateTimeUtc),
  /** Whether the ticket shop asks the entrance to look more closely, such as for a card that proves a lower price. */
  checkin_attention: orDefault(Schema.Boolean, false),
  /** What the ticket shop wants to be checked; null for nothing. */
  checkin_text: orNull(Schema.String)
}) {}

/** Largest number of ticket vouchers in one call. */
export const issueLimit = 10_000

/** Checks a list of ticket vouchers before anything is read from the database: no token is spoilt, and none is there twice. */
export const issuable = (vouchers: ReadonlyArray<NewTicketVoucher>): Result.Result<void, InvalidArgument> => {
  if (vouchers.length > issueLimit) return refuse(tagRules.vouchers_too_many, { limit: issueLimit })
  const spoilt = vouchers.find(({ token }) => isSpoiltCode(token))
  if (spoilt !== undefined) return refuse(tagRules.voucher_spoilt, { token: spoilt.token })
  return new Set(vouchers.map(({ token }) => token)).size < vouchers.length
    ? refuse(tagRules.voucher_twice)
    : Result.succeed(undefined)
}

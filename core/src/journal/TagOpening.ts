import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"

/** A tag that a ticket sale hands out. It gets its chip number and its account at the booking of the sale. */
export class TagOpening extends Schema.Class<TagOpening>("TagOpening")({
  userTagId: Id,
  /** The scanned chip number. */
  uid: TagUid,
  /** A new id, taken from the sequence of accounts beforehand; with a ticket voucher that of its account. */
  accountId: Id,
  ticketVoucherId: nullOr(Id),
  /** Credit that was paid with the ticket voucher, in cents. */
  credit: Money.Cents
}) {}

/** The opening as the database type `tag_opening`. */
export const toOpeningRow = ({ accountId, credit, ticketVoucherId, uid, userTagId }: TagOpening) => ({
  user_tag_id: Number(userTagId),
  // As text: a number of 64 bits would lose its last digits.
  uid: String(uid),
  account_id: Number(accountId),
  ticket_voucher_id: ticketVoucherId === null ? null : Number(ticketVoucherId),
  credit: Number(credit)
})

import { type DateTime, Result, Schema } from "effect"
import { Integer, integerBetween } from "../base/Integer.ts"
import * as Money from "../base/Money.ts"
import { orDefault } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { TagUid } from "../base/TagUid.ts"
import { Text } from "../base/Text.ts"
import type { BookingCustomer, BookingEvent } from "../journal/Booking.ts"
import * as Ledger from "../journal/Ledger.ts"
import { type TransferDraft } from "../journal/Order.ts"
import { orderRules } from "../journal/OrderRules.ts"
import { isRepeated } from "../journal/RepeatedRequest.ts"
import { TagOpening } from "../journal/TagOpening.ts"
import { lastingChip } from "../organisation/LastingChip.ts"
import { organisationRules } from "../organisation/OrganisationRules.ts"
import { RequestId } from "./RequestId.ts"
import { ticketRules } from "./TicketRules.ts"
import type { KnownTag } from "./TicketScan.ts"

/** The most vouchers of one grant. */
export const maxGrant = 1000

/** The most vouchers of an account. */
export const maxVouchers = 1_000_000

/** A free ticket: the tag gets an account, with vouchers if requested. */
export class NewFreeTicketGrant extends Schema.Class<NewFreeTicketGrant>("NewFreeTicketGrant")({
  /** The PIN printed on the wristband; no one may ever have had it. */
  user_tag_pin: Text,
  /** The chip number of the wristband. */
  user_tag_uid: TagUid,
  /** Vouchers that the guest gets with it, at most 1,000; none if left out. */
  initial_voucher_amount: orDefault(integerBetween({ minimum: 0 }), 0),
  /**
   * A UUID that the terminal makes for this grant; null or absent for none. The same request sent again is not done again.
   */
  request_id: RequestId
}) {}

/** Further vouchers for a customer. */
export class GrantVoucherPayload extends Schema.Class<GrantVoucherPayload>("GrantVoucherPayload")({
  /** How many vouchers the guest gets, from 1 to 1,000. */
  vouchers: Integer,
  /** The chip number of the guest's wristband. */
  user_tag_uid: TagUid,
  /**
   * A UUID that the terminal makes for this grant; null or absent for none. The same request sent again is not done again. Without one,
   * the same grant at the same terminal is refused for ten seconds.
   */
  request_id: RequestId
}) {}

/**
 * Whether vouchers may be granted that no `request_id` tells from a repeated grant. `before` is when the same terminal last granted the
 * same number to the same wristband.
 */
export const grantableAgain = (
  before: DateTime.Utc | undefined,
  now: DateTime.Utc
): Result.Result<void, InvalidArgument> =>
  isRepeated(before, now) ? refuse(orderRules.granted_just_now) : Result.succeed(undefined)

/** Decides whether a tag can be handed out with a chip; `nodeIds` are the nodes from the event down to the terminal's. */
export const openFreeTag = (
  { chipTaken, newAccountId, reserved, tag }: Omit<KnownTag, "presale">,
  { user_tag_uid: uid }: Pick<NewFreeTicketGrant, "user_tag_uid">,
  nodeIds: ReadonlyArray<bigint>
): Result.Result<TagOpening, InvalidArgument> => {
  if (tag === null || !nodeIds.includes(tag.nodeId)) return refuse(ticketRules.free_tag_unknown)
  if (tag.used) return refuse(ticketRules.free_tag_used)
  if (reserved) return refuse(ticketRules.free_tag_reserved)
  if (chipTaken) return refuse(orderRules.chip_taken)
  if (tag.uid !== null && tag.uid !== uid) return refuse(organisationRules.pin_of_other_chip)
  return Result.map(
    tag.uid === null ? lastingChip(uid) : Result.succeed(undefined),
    () => new TagOpening({ userTagId: tag.id, uid, accountId: newAccountId, ticketVoucherId: null, credit: Money.zero })
  )
}

/** Decides the vouchers of a free ticket's new account, perhaps none. */
export const grantFreeTicket = (
  accountId: bigint,
  vouchers: number,
  event: Pick<BookingEvent, "systemAccounts">
): Result.Result<TransferDraft, InvalidArgument> =>
  vouchers === 0
    ? Result.succeed({ description: grantDescriptions.freeTicket, postings: [], guards: [] })
    : granted({ accountId, vouchers: 0, userTagId: null }, vouchers, grantDescriptions.freeTicket, event)

/** Decides a grant of further vouchers. */
export const grantVouchers = (
  customer: Pick<BookingCustomer, "accountId" | "userTagId" | "vouchers">,
  vouchers: number,
  event: Pick<BookingEvent, "systemAccounts">
): Result.Result<TransferDraft, InvalidArgument> => granted(customer, vouchers, grantDescriptions.vouchers, event)

/** The descriptions of grants in the ledger. */
export const grantDescriptions = { freeTicket: "Free ticket", vouchers: "Voucher grant" } as const

const granted = (
  customer: Pick<BookingCustomer, "accountId" | "userTagId" | "vouchers">,
  vouchers: number,
  description: string,
  event: Pick<BookingEvent, "systemAccounts">
): Result.Result<TransferDraft, InvalidArgument> => {
  if (vouchers <= 0 || vouchers > maxGrant) return refuse(orderRules.grant_out_of_range, { maximum: maxGrant })
  if (customer.vouchers + vouchers > maxVouchers) {
    return refuse(orderRules.vouchers_too_many, { maximum: maxVouchers })
  }
  const { accountId, userTagId } = customer
  const postings = Ledger.moveVouchers(event.systemAccounts.voucher_create, accountId, vouchers)
  const account = { id: accountId, minimum: Money.zero, maximum: null, userTagId }
  return Result.succeed({ description, postings, guards: Ledger.guards(postings, [account]) })
}

import { DateTime, Result } from "effect"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { toHex } from "../base/TagUid.ts"
import type { EventConfiguration } from "../event/EventConfiguration.ts"
import type { BookingCustomer, BookingEvent } from "../journal/Booking.ts"
import { type OrderDraft } from "../journal/Order.ts"
import { orderRules } from "../journal/OrderRules.ts"
import { requestHash } from "../journal/RequestHash.ts"
import { PendingOrder, unasked } from "./PendingOrder.ts"
import { encodePrepared, PreparedOrder, unconditional } from "./PreparedOrder.ts"
import type { Registration } from "./Registration.ts"
import { raisable, topUpDraft } from "./TopUp.ts"

/** A guest as loaded, with their top-ups that may still be paid. */
export interface Payer extends BookingCustomer {
  /** Null when the account has no tag, or a tag without a chip. */
  readonly userTagUid: bigint | null
  /** The credit of the guest's presale ticket that arrives with the wristband, in cents; 0 without one. */
  readonly creditToCome: Money.Cents
}

/**
 * Decides a top-up on the web: in whole units of the currency, and with all of the guest's open top-ups and the credit of their
 * presale ticket within the highest balance. Else the entrance would refuse the ticket.
 */
export const onlineTopUp = (
  { amount, event, payer, uuid }: {
    readonly uuid: string
    /** In cents. */
    readonly amount: Money.Cents
    readonly payer: Payer
    readonly event: BookingEvent
  }
): Result.Result<OrderDraft, InvalidArgument> => {
  if (amount <= 0n) return refuse(orderRules.top_up_not_positive)
  if (amount % 100n !== 0n) return refuse(orderRules.top_up_not_whole)
  return Result.map(
    raisable(payer, Money.add(amount, payer.creditToCome), event),
    (customer) => topUpDraft({ uuid, amount, customer, payment: { method: "sumup_online" }, event })
  )
}

/** The registration of a top-up on the web, at the event's virtual till, until its checkout can't be paid any more. */
export const onlineRegistration = (
  { configuration, draft, now, timeoutSeconds, till }: {
    readonly configuration: EventConfiguration
    readonly draft: OrderDraft
    readonly till: { readonly id: bigint; readonly z_nr: number }
    readonly now: DateTime.Utc
    readonly timeoutSeconds: number
  }
): Registration => {
  const { eventId, settings, version } = configuration
  const amount = Money.sum(draft.lines.map((line) => line.total_price))
  return {
    order: new PendingOrder({
      event_id: eventId,
      uuid: draft.uuid,
      order_type: "top_up",
      payment_type: "sumup_online",
      amount,
      currency: settings.currency_identifier,
      ...unasked(now),
      till_id: till.id,
      cashier_id: null,
      z_nr: till.z_nr,
      customer_account_id: draft.customerAccountId,
      request_hash: requestHash("online_top_up", { amount, customer_account_id: draft.customerAccountId }),
      content: null,
      created_at: now,
      checkout_id: null,
      valid_until: DateTime.add(now, { seconds: timeoutSeconds }),
      settled_at: null,
      settled_reason: null
    }),
    content: encodePrepared(
      new PreparedOrder({ draft: unconditional(draft), buttons: null, openings: [], answer: null })
    ),
    openings: [],
    version,
    userTagId: draft.userTagId,
    maximum: settings.max_account_balance
  }
}

/** The description of the order in the provider's overview. */
export const checkoutDescription = (eventName: string, { userTagUid }: Payer, uuid: string): string =>
  `${eventName} Online TopUp ${userTagUid === null ? "None" : toHex(userTagUid)} ${uuid}`

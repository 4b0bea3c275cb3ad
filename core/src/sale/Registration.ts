import { type DateTime, Schema } from "effect"
import * as Money from "../base/Money.ts"
import type { Booking } from "../journal/Booking.ts"
import type { TagOpening } from "../journal/TagOpening.ts"
import type { StaffedTill } from "../till/TerminalState.ts"
import { type CardOrderType, PendingOrder, unasked } from "./PendingOrder.ts"
import { encodePrepared, PreparedOrder, unconditional } from "./PreparedOrder.ts"

/** A registration, and the data that its decision relied on. */
export interface Registration {
  readonly order: PendingOrder
  /** A `PreparedOrder` in JSON form. */
  readonly content: unknown
  readonly openings: ReadonlyArray<TagOpening>
  /** Version of the configuration. */
  readonly version: bigint
  /** Tag of the customer. */
  readonly userTagId: bigint | null
  /** Highest balance of the customer, in cents. */
  readonly maximum: Money.Cents
}

/** How a kind of order stores the answer to its terminal. */
export interface AnswerStorage<A> {
  readonly requestHash: string
  /** The part of the answer that is stored for a replay, in wire form. */
  readonly buttons: (answer: A) => unknown
  /** The form in which the answer of an order is kept while it waits for its card payment. */
  readonly answer: Schema.Codec<A, unknown>
}

/** The registration of an order, with all data that its booking needs. */
export const registrationOf = <A>(
  { at, booking, storage, now, orderType }: {
    readonly at: StaffedTill
    readonly booking: Booking<A>
    readonly storage: AnswerStorage<A>
    readonly orderType: CardOrderType
    readonly now: DateTime.Utc
  }
): Registration => {
  const { answer, draft, openings = [] } = booking
  const { eventId, settings, version } = at.configuration
  const { id, z_nr } = at.till.till
  const prepared = new PreparedOrder({
    draft: unconditional(draft),
    buttons: storage.buttons(answer),
    openings,
    answer: Schema.encodeSync(Schema.toCodecJson(storage.answer))(answer)
  })
  return {
    order: new PendingOrder({
      event_id: eventId,
      uuid: draft.uuid,
      order_type: orderType,
      payment_type: "sumup_terminal",
      amount: Money.sum(draft.lines.map((line) => line.total_price)),
      currency: settings.currency_identifier,
      ...unasked(now),
      till_id: id,
      cashier_id: at.person.id,
      z_nr,
      customer_account_id: draft.customerAccountId,
      request_hash: storage.requestHash,
      content: null,
      created_at: now,
      checkout_id: null,
      valid_until: null,
      settled_at: null,
      settled_reason: null
    }),
    content: encodePrepared(prepared),
    openings,
    version,
    userTagId: draft.userTagId,
    maximum: settings.max_account_balance
  }
}

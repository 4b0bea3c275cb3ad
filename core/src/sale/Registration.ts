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

/** How a kind of order keeps the answer to its terminal while it waits for its card payment. */
export interface KeptAnswer<A> {
  /** The part of the answer that is stored for a replay, in wire form. */
  readonly buttons: (answer: A) => unknown
  /** The form of the whole answer. */
  readonly answer: Schema.Codec<A, unknown>
}

/** A decided order that is kept until its card payment. */
export interface UnpaidOrder extends Omit<Booking<unknown>, "answer"> {
  readonly buttons: unknown
  /** The answer before it is booked, in JSON form. */
  readonly pending: unknown
}

/** A decided order with its answer in the kept form. */
export const unpaid = <A>(
  { answer: codec, buttons }: KeptAnswer<A>,
  { answer, draft, openings }: Booking<A>
): UnpaidOrder => ({
  draft,
  openings,
  buttons: buttons(answer),
  pending: Schema.encodeSync(Schema.toCodecJson(codec))(answer)
})

/** The answer that was kept with an order. */
export const keptAnswer = <A>({ answer }: Pick<KeptAnswer<A>, "answer">, pending: unknown): A =>
  Schema.decodeUnknownSync(Schema.toCodecJson(answer))(pending)

/** The registration of an order, with all data that its booking needs. */
export const registrationOf = (
  { at, now, order: { buttons, draft, openings = [], pending }, orderType, requestHash }: {
    readonly at: StaffedTill
    readonly order: UnpaidOrder
    readonly requestHash: string
    readonly orderType: CardOrderType
    readonly now: DateTime.Utc
  }
): Registration => {
  const { eventId, settings, version } = at.configuration
  const { id, z_nr } = at.till.till
  const prepared = new PreparedOrder({ draft: unconditional(draft), buttons, openings, answer: pending })
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
      request_hash: requestHash,
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

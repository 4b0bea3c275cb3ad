import { Context, type Effect } from "effect"
import type * as Money from "../base/Money.ts"

/** Amounts of a card payment that were returned to the payer, in cents. */
export interface CardReversal {
  /** Returned by the merchant. */
  readonly refunded: Money.Cents
  /** Returned by the payer's bank. */
  readonly chargedBack: Money.Cents
}

/** Effects on orders of payments that appear in the provider's history after the orders were no longer polled. */
export class ProviderUpdates extends Context.Service<ProviderUpdates, {
  /** Shows operators that money of a booked order was returned, with an audit entry; returns whether that was new. */
  readonly note: (eventId: bigint, uuid: string, reversal: CardReversal) => Effect.Effect<boolean>
  /**
   * Schedules an order that is not booked although the provider has money for it: the next sweep asks the provider, and
   * books the order or holds the payment. Returns false for an order that is booked, settled or unknown.
   */
  readonly recheck: (eventId: bigint, uuid: string) => Effect.Effect<boolean>
}>()("core/ProviderUpdates") {}

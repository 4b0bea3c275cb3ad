import { Context, type Effect } from "effect"
import type * as Money from "../ledger/Money.ts"

/** What of a card payment has gone back to whoever paid, in cents. */
export interface CardReversal {
  /** By the merchant's will. */
  readonly refunded: Money.Cents
  /** By the will of the payer's bank. */
  readonly chargedBack: Money.Cents
}

/** What orders make of card payments that come to light in the provider's history, after nobody asked about them any more. */
export class ProviderUpdates extends Context.Service<ProviderUpdates, {
  /** Shows operators that money of a booked order went back, with an entry in the audit log; whether that was news. */
  readonly note: (eventId: bigint, uuid: string, reversal: CardReversal) => Effect.Effect<boolean>
  /**
   * The provider has money for an order that is not booked: the next sweep asks about it, and books it or holds it. False
   * for an order that is booked or settled, or that nobody knows.
   */
  readonly recheck: (eventId: bigint, uuid: string) => Effect.Effect<boolean>
}>()("core/ProviderUpdates") {}

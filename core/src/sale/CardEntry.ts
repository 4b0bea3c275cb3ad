import { type EventConfiguration, required } from "../event/EventConfiguration.ts"
import type { JournalEntry } from "../journal/JournalEntry.ts"
import type { PaymentState, PendingOrder } from "./PendingOrder.ts"
import { type PreparedOrder, toPaymentEvidence } from "./PreparedOrder.ts"

/** The till for orders that no real till books. Every event has one. */
export const virtualTill = ({ tills }: EventConfiguration) => {
  const found = tills.values().find((till) => till.is_virtual)
  return required(new Map(found === undefined ? [] : [[true, found]]), true, "The virtual till")
}

/**
 * The journal entry of an order whose card payment was settled. Lines, till and cashier are those of the registration; time
 * and closing number are the current ones, so no order gets into an ended closing. Top-ups on the web, and orders of a
 * deleted till, are booked at the virtual till. With `limited` the customer's balance may not rise above the highest
 * balance, because nothing was reserved for the order.
 */
export const cardEntry = (
  { configuration, limited, next, order, prepared: { buttons, draft, openings } }: {
    readonly configuration: EventConfiguration
    readonly order: PendingOrder
    readonly prepared: PreparedOrder
    readonly next: PaymentState
    readonly limited: boolean
  }
): JournalEntry => {
  const isOnline = order.payment_type === "sumup_online"
  const till = (isOnline ? undefined : configuration.tills.get(order.till_id)) ?? virtualTill(configuration)
  const maximum = limited ? configuration.settings.max_account_balance : null
  return {
    eventId: order.event_id,
    version: configuration.version,
    order: { ...draft, guards: draft.guards.map((guard) => ({ ...guard, maximum })) },
    openings: order.order_type === "ticket" ? openings : undefined,
    context: {
      tillId: till.id,
      cashierId: order.cashier_id,
      zNr: till.z_nr,
      requestHash: order.request_hash,
      buttons,
      paymentEvidence: { ...toPaymentEvidence(next), instead_of: order.verification }
    }
  }
}

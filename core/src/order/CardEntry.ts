import { type EventConfiguration, required } from "../event/EventConfiguration.ts"
import type { JournalEntry } from "./JournalEntry.ts"
import type { PaymentState, PendingOrder } from "./PendingOrder.ts"
import { type PreparedOrder, toPaymentEvidence } from "./PreparedOrder.ts"

/** The till at which is booked what nobody books at a real one; every event has one. */
export const virtualTill = ({ tills }: EventConfiguration) => {
  const found = tills.values().find((till) => till.is_virtual)
  return required(new Map(found === undefined ? [] : [[true, found]]), true, "The virtual till")
}

/**
 * An order whose card payment has been waited for, as it is booked: with the lines, the till and the cashier of its
 * registration, but now and with the number that the till has reached, so that nothing gets into a closing that has ended. What
 * guests pay on the web is booked at the virtual till, and what is left of a till that was deleted as well. With `limited` the
 * customer's balance may not rise above the highest, as nothing was kept free for it.
 */
export const cardEntry = (
  { configuration, limited, next, order, prepared: { buttons, draft } }: {
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

import * as Money from "../base/Money.ts"
import type { CardReversal } from "../card/ProviderUpdates.ts"
import type { PaymentState, PendingOrder } from "./PendingOrder.ts"
import { paymentStateOf } from "./PendingOrderStep.ts"

/**
 * The state of an order after its money was refunded or charged back: booked as before and listed for operators, as the
 * guest has the money twice. Null when there is nothing to list: the order is not booked, no money went back, or it is
 * listed or settled already.
 */
export const reversed = (order: PendingOrder, { chargedBack, refunded }: CardReversal): PaymentState | null => {
  if (order.status !== "booked" || order.settled_at !== null) return null
  const parts = [
    ...(refunded > 0n ? [`${Money.format(refunded)} ${order.currency} were refunded`] : []),
    ...(chargedBack > 0n ? [`${Money.format(chargedBack)} ${order.currency} were charged back`] : [])
  ]
  if (parts.length === 0) return null
  const problem = `Booked, but of the card payment ${parts.join(" and ")}`
  return problem === order.problem ? null : { ...paymentStateOf(order), problem }
}

import { maySeePayments } from "@wristbank/core/card/ListedPayment"
import { HeldPayments } from "@wristbank/core/order/HeldPayments"
import { LedgerStore } from "@wristbank/core/order/LedgerStore"
import { PendingOrderRepository } from "@wristbank/core/order/PendingOrderRepository"
import { TicketSaleRepository } from "@wristbank/core/order/TicketSaleRepository"
import { Layer } from "effect"

/** The services for settling card payments. */
export const heldPaymentServices = {
  privileges: maySeePayments,
  layer: HeldPayments.layer.pipe(
    Layer.provide(Layer.mergeAll(LedgerStore.layer, PendingOrderRepository.layer, TicketSaleRepository.layer))
  )
}

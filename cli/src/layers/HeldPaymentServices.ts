import { maySeePayments } from "@wristbank/core/card/ListedPayment"
import { LedgerStore } from "@wristbank/core/journal/LedgerStore"
import { HeldPayments } from "@wristbank/core/sale/HeldPayments"
import { PendingOrderRepository } from "@wristbank/core/sale/PendingOrderRepository"
import { TicketSaleRepository } from "@wristbank/core/sale/TicketSaleRepository"
import { Layer } from "effect"

/** The services for settling card payments. */
export const heldPaymentServices = {
  privileges: maySeePayments,
  layer: HeldPayments.layer.pipe(
    Layer.provide(Layer.mergeAll(LedgerStore.layer, PendingOrderRepository.layer, TicketSaleRepository.layer))
  )
}

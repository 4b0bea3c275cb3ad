import { HeldPayments } from "@wristbank/core/order/HeldPayments"
import { LedgerStore } from "@wristbank/core/order/LedgerStore"
import { PendingOrderRepository } from "@wristbank/core/order/PendingOrderRepository"
import { TicketSaleRepository } from "@wristbank/core/order/TicketSaleRepository"
import { Layer } from "effect"
import { commandLayer } from "./CommandLayer.ts"

/** The services for settling card payments, on the database of the command. */
export const heldPaymentsLayer = HeldPayments.layer.pipe(
  Layer.provide(Layer.mergeAll(LedgerStore.layer, PendingOrderRepository.layer, TicketSaleRepository.layer)),
  Layer.provide(commandLayer)
)

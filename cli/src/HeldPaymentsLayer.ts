import { EventConfigurationRepository } from "@wristbank/core/event/EventConfigurationRepository"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { HeldPayments } from "@wristbank/core/order/HeldPayments"
import { LedgerStore } from "@wristbank/core/order/LedgerStore"
import { PendingOrderRepository } from "@wristbank/core/order/PendingOrderRepository"
import { TicketSaleRepository } from "@wristbank/core/order/TicketSaleRepository"
import { AuditLogRepository } from "@wristbank/core/organisation/AuditLogRepository"
import { Changes } from "@wristbank/core/organisation/Changes"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { Layer } from "effect"
import { databaseLayer } from "./DatabaseServer.ts"

/** What settling card payments takes, on the database of the command. */
export const heldPaymentsLayer = HeldPayments.layer.pipe(
  Layer.provide(Changes.layer),
  Layer.provide(
    Layer.mergeAll(
      AuditLogRepository.layer,
      Layer.provide(EventConfigurations.layer, EventConfigurationRepository.layer),
      LedgerStore.layer,
      NodeRepository.layer,
      PendingOrderRepository.layer,
      TicketSaleRepository.layer
    )
  ),
  Layer.provide(databaseLayer)
)

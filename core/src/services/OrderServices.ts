import { Layer } from "effect"
import { TransactionRepository } from "../guest/TransactionRepository.ts"
import { Transactions } from "../guest/Transactions.ts"
import { BookingBatches } from "../journal/BookingBatches.ts"
import { BookingLoad } from "../sale/BookingLoad.ts"
import { Bookings } from "../sale/Bookings.ts"
import { Cancels } from "../sale/Cancels.ts"
import { CardBookings } from "../sale/CardBookings.ts"
import { CardInquiries } from "../sale/CardInquiries.ts"
import { Edits } from "../sale/Edits.ts"
import { Grants } from "../sale/Grants.ts"
import { HeldPayments } from "../sale/HeldPayments.ts"
import * as LateCardPayments from "../sale/LateCardPayments.ts"
import { OnlineTopUps } from "../sale/OnlineTopUps.ts"
import { OrderRepository } from "../sale/OrderRepository.ts"
import { Orders } from "../sale/Orders.ts"
import { PayerRepository } from "../sale/PayerRepository.ts"
import { PayOuts } from "../sale/PayOuts.ts"
import { PendingOrderRepository } from "../sale/PendingOrderRepository.ts"
import { PendingOrders } from "../sale/PendingOrders.ts"
import { PendingOrderSweeps } from "../sale/PendingOrderSweeps.ts"
import { Sales } from "../sale/Sales.ts"
import { TerminalCustomers } from "../sale/TerminalCustomers.ts"
import { TicketSaleLoad } from "../sale/TicketSaleLoad.ts"
import { TicketSaleRepository } from "../sale/TicketSaleRepository.ts"
import { TicketSales } from "../sale/TicketSales.ts"
import { TopUps } from "../sale/TopUps.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"

/** The services of this room; they need those of the ledger, `card`, `organisation`, `tag` and the terminals' guard. */
export const layer = Layer.mergeAll(
  Edits.layer.pipe(Layer.provideMerge(Cancels.layer)),
  Grants.layer,
  Orders.layer,
  PayOuts.layer,
  Sales.layer,
  TerminalCustomers.layer,
  TicketSales.layer,
  Transactions.layer.pipe(Layer.provide(Layer.merge(CashRegisterRepository.layer, TransactionRepository.layer))),
  TopUps.layer
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(LateCardPayments.layer, HeldPayments.layer, PendingOrders.layer, PendingOrderSweeps.layer)
  ),
  Layer.provideMerge(Layer.provide(OnlineTopUps.layer, PayerRepository.layer)),
  Layer.provide(Bookings.layer),
  Layer.provide(CardBookings.layer),
  Layer.provide(CardInquiries.layer),
  Layer.provideMerge(PendingOrderRepository.layer),
  Layer.provide(BookingLoad.layer),
  Layer.provide(Layer.mergeAll(TicketSaleLoad.layer, TicketSaleRepository.layer)),
  Layer.provide(BookingBatches.layer),
  Layer.provideMerge(OrderRepository.layer)
)

import { Layer } from "effect"
import { TransactionRepository } from "../account/TransactionRepository.ts"
import { Transactions } from "../account/Transactions.ts"
import { BookingLanes } from "../order/BookingLanes.ts"
import { BookingLoad } from "../order/BookingLoad.ts"
import { Bookings } from "../order/Bookings.ts"
import { Cancels } from "../order/Cancels.ts"
import { CardBookings } from "../order/CardBookings.ts"
import { CardInquiries } from "../order/CardInquiries.ts"
import { Edits } from "../order/Edits.ts"
import { Grants } from "../order/Grants.ts"
import { HeldPayments } from "../order/HeldPayments.ts"
import * as LateCardPayments from "../order/LateCardPayments.ts"
import { OnlineTopUps } from "../order/OnlineTopUps.ts"
import { OrderRepository } from "../order/OrderRepository.ts"
import { Orders } from "../order/Orders.ts"
import { PayerRepository } from "../order/PayerRepository.ts"
import { PayOuts } from "../order/PayOuts.ts"
import { PendingOrderRepository } from "../order/PendingOrderRepository.ts"
import { PendingOrders } from "../order/PendingOrders.ts"
import { PendingOrderSweeps } from "../order/PendingOrderSweeps.ts"
import { Sales } from "../order/Sales.ts"
import { TerminalCustomers } from "../order/TerminalCustomers.ts"
import { TicketSaleLoad } from "../order/TicketSaleLoad.ts"
import { TicketSaleRepository } from "../order/TicketSaleRepository.ts"
import { TicketSales } from "../order/TicketSales.ts"
import { TopUps } from "../order/TopUps.ts"
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
  Layer.provide(BookingLanes.layer),
  Layer.provideMerge(OrderRepository.layer)
)

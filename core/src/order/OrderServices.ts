import { Layer } from "effect"
import { BookingLanes } from "../ledger/BookingLanes.ts"
import { TransactionRepository } from "../ledger/TransactionRepository.ts"
import { Transactions } from "../ledger/Transactions.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"
import { TerminalCustomers } from "../till/TerminalCustomers.ts"
import { BookingLoad } from "./BookingLoad.ts"
import { Bookings } from "./Bookings.ts"
import { Cancels } from "./Cancels.ts"
import { CardBookings } from "./CardBookings.ts"
import { CardInquiries } from "./CardInquiries.ts"
import { Edits } from "./Edits.ts"
import { Grants } from "./Grants.ts"
import { HeldPayments } from "./HeldPayments.ts"
import * as LateCardPayments from "./LateCardPayments.ts"
import { OnlineTopUps } from "./OnlineTopUps.ts"
import { OrderRepository } from "./OrderRepository.ts"
import { Orders } from "./Orders.ts"
import { PayerRepository } from "./PayerRepository.ts"
import { PayOuts } from "./PayOuts.ts"
import { PendingOrderRepository } from "./PendingOrderRepository.ts"
import { PendingOrders } from "./PendingOrders.ts"
import { PendingOrderSweeps } from "./PendingOrderSweeps.ts"
import { Sales } from "./Sales.ts"
import { TicketSaleLoad } from "./TicketSaleLoad.ts"
import { TicketSaleRepository } from "./TicketSaleRepository.ts"
import { TicketSales } from "./TicketSales.ts"
import { TopUps } from "./TopUps.ts"

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

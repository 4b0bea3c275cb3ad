import { Layer } from "effect"
import { BookingLanes } from "../ledger/BookingLanes.ts"
import { BookingLoad } from "./BookingLoad.ts"
import { Bookings } from "./Bookings.ts"
import { Cancels } from "./Cancels.ts"
import { Edits } from "./Edits.ts"
import { Grants } from "./Grants.ts"
import { OrderRepository } from "./OrderRepository.ts"
import { PayOuts } from "./PayOuts.ts"
import { Sales } from "./Sales.ts"
import { TopUps } from "./TopUps.ts"

/** The services of this room; they need those of the ledger, `organisation`, `tag` and the terminals' guard. */
export const layer = Layer.mergeAll(
  Edits.layer.pipe(Layer.provideMerge(Cancels.layer)),
  Grants.layer,
  PayOuts.layer,
  Sales.layer,
  TopUps.layer
).pipe(
  Layer.provide(Bookings.layer),
  Layer.provide(BookingLoad.layer),
  Layer.provide(BookingLanes.layer),
  Layer.provideMerge(OrderRepository.layer)
)

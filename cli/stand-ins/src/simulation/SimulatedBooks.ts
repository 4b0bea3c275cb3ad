import { Books, booksOf, OwnBooks } from "@wristbank/core/journal/Books"
import { Cancels } from "@wristbank/core/sale/Cancels"
import { PayOuts } from "@wristbank/core/sale/PayOuts"
import { Sales } from "@wristbank/core/sale/Sales"
import { TicketSales } from "@wristbank/core/sale/TicketSales"
import { TopUps } from "@wristbank/core/sale/TopUps"
import { Context, type DateTime, Effect, identity, Layer } from "effect"
import { ownUuids } from "./TillRequests.ts"

/** When an order was made that is stored later. */
export const BookedEarlier = Context.Reference<DateTime.Utc | undefined>("stand-ins/reference/BookedEarlier", {
  defaultValue: () => undefined
})

/** Lets a booking be stored when it is its turn. */
export const StoreTurn = Context.Reference<<A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>>(
  "stand-ins/reference/StoreTurn",
  { defaultValue: () => identity }
)

/** Books in which orders have the times of `BookedEarlier`. */
const datedEarlier = (books: Books["Service"]): Books["Service"] => ({
  ...books,
  store: (entry) =>
    Effect.flatMap(BookedEarlier, (bookedAt) =>
      books.store(
        bookedAt === undefined || entry.order === null ? entry : { ...entry, context: { ...entry.context, bookedAt } }
      ))
})

/**
 * Has all services book in the order of `StoreTurn` and at the times of `BookedEarlier`. However long anything takes, the books are
 * the same each time, and so are the uuids that no terminal names.
 */
export const withSimulatedBooks = Effect.provideService(
  OwnBooks,
  Effect.map(booksOf(1), (books): Books["Service"] => {
    const dated = datedEarlier(books)
    return {
      ...dated,
      store: (entry) => Effect.flatMap(StoreTurn, (inTurn) => inTurn(dated.store(entry))),
      newUuid: ownUuids()
    }
  })
)

const bookers = Layer.mergeAll(Cancels.layer, PayOuts.layer, Sales.layer, TicketSales.layer, TopUps.layer)

/** Books at the times of `BookedEarlier`, beside services that book now. */
export const bookedEarlier = <A, E, R>(bookings: Effect.Effect<A, E, R>) =>
  Effect.provide(bookings, bookers, { local: true }).pipe(
    Effect.provideService(OwnBooks, Effect.map(Books.make, datedEarlier))
  )

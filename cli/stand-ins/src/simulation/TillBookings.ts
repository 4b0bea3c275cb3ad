import { nullOr } from "@wristbank/core/base/OptionalField"
import { Cancels } from "@wristbank/core/sale/Cancels"
import { PayOuts } from "@wristbank/core/sale/PayOuts"
import { Sales } from "@wristbank/core/sale/Sales"
import { TicketSales } from "@wristbank/core/sale/TicketSales"
import { TopUps } from "@wristbank/core/sale/TopUps"
import { type TerminalCall, TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { DateTime, Effect, Schema } from "effect"
import { sentAgain } from "./SentAgain.ts"
import { BookedEarlier } from "./SimulatedBooks.ts"
import type { BookingStep } from "./Step.ts"
import type { TillRequests } from "./TillRequests.ts"
import type { Venue } from "./Venue.ts"

/** A till was refused a booking that the model of the festival allows. */
class BookingRefused extends Schema.TaggedError<BookingRefused>()("BookingRefused", {
  message: Schema.String,
  /** The name of the rule that refuses, if there is one. */
  rule: nullOr(Schema.String)
}) {}

/** Carries bookings out through the services, at the tills of these calls; `begin` is midnight of the first day. */
export const callBookings = Effect.fnUntraced(function*(
  calls: ReadonlyArray<TerminalCall<"can_book_orders">>,
  requests: TillRequests,
  begin: number
) {
  const [cancels, payOuts, sales, ticketSales, topUps] = [
    yield* Cancels,
    yield* PayOuts,
    yield* Sales,
    yield* TicketSales,
    yield* TopUps
  ]
  /** Ids of the orders of sales by their steps. */
  const sold = new Map<number, bigint>()

  const book = (step: BookingStep) => {
    const call = calls[step.till]!
    switch (step.kind) {
      case "sale":
        return Effect.map(sales.book(call, requests.sale(step)), ({ id }) => {
          sold.set(step.n, id)
        })
      case "cupReturn":
        return sales.book(call, requests.cupReturn(step))
      case "topUp":
        return topUps.book(call, requests.topUp(step))
      case "payOut":
        return payOuts.book(call, requests.payOut(step))
      case "entry":
        return ticketSales.book(call, requests.entry(step))
      case "cancel":
        return cancels.atTill(call, sold.get(step.sale)!)
    }
  }

  return (step: BookingStep) =>
    Effect.provideService(sentAgain(book(step)), BookedEarlier, DateTime.makeUnsafe(begin + step.at)).pipe(
      Effect.mapError((error) =>
        new BookingRefused({
          message: `Step ${step.n}, ${step.kind}: ${error.message}`,
          rule: "rule" in error ? error.rule : null
        })
      ),
      Effect.asVoid
    )
})

/** As `callBookings`, at the tills of a venue. */
export const serviceBookings = Effect.fnUntraced(function*(venue: Venue, requests: TillRequests, begin: number) {
  const guard = yield* TerminalGuard
  const calls = yield* Effect.forEach(
    venue.tokens,
    (token) =>
      Effect.map(guard.signedIn(token, "this machine"), (terminal) => guard.call(terminal, ["can_book_orders"]))
  )
  return yield* callBookings(calls, requests, begin)
})

import { NewPayOut } from "@wristbank/core/sale/PayOut"
import { NewSale } from "@wristbank/core/sale/Sale"
import { NewTicketSale } from "@wristbank/core/sale/TicketSale"
import { NewTopUp } from "@wristbank/core/sale/TopUp"
import { Effect, Schema } from "effect"
import type { SiteClient, SiteFault } from "./SiteClient.ts"
import type { BookingStep } from "./Step.ts"
import type { TillRequests } from "./TillRequests.ts"
import type { Venue } from "./Venue.ts"

const Sold = Schema.Struct({ id: Schema.Int })

const toJson = {
  payOut: Schema.encodeSync(Schema.toCodecJson(NewPayOut)),
  sale: Schema.encodeSync(Schema.toCodecJson(NewSale)),
  ticketSale: Schema.encodeSync(Schema.toCodecJson(NewTicketSale)),
  topUp: Schema.encodeSync(Schema.toCodecJson(NewTopUp))
}

/** Carries bookings out over the terminal API, each with the token of its till's terminal. */
export const siteBookings = (venue: Venue, requests: TillRequests, terminals: SiteClient) => {
  const clients = venue.tokens.map((token) => terminals.as(token))
  /** Ids of the orders of sales by their steps. */
  const sold = new Map<number, number>()

  return (step: BookingStep): Effect.Effect<unknown, SiteFault> => {
    const client = clients[step.till]!
    // The server knows these by their uuids; a cancel has none.
    const till = client.repeating
    switch (step.kind) {
      case "sale":
        return Effect.tap(
          till.ask("/order/book-sale", toJson.sale(requests.sale(step)), Sold),
          ({ id }) => Effect.sync(() => sold.set(step.n, id))
        )
      case "cupReturn":
        return till.post("/order/book-sale", toJson.sale(requests.cupReturn(step)))
      case "topUp":
        return till.post("/order/book-topup", toJson.topUp(requests.topUp(step)))
      case "payOut":
        return till.post("/order/book-payout", toJson.payOut(requests.payOut(step)))
      case "entry":
        return till.post("/order/book-ticket-sale", toJson.ticketSale(requests.entry(step)))
      case "cancel":
        return client.post(`/order/${sold.get(step.sale)}/cancel`)
    }
  }
}

import { Id } from "@wristbank/core/base/Id"
import { Moment } from "@wristbank/core/base/Moment"
import { FreeTicketStats, PaymentMethodsStats } from "@wristbank/core/report/EventStats"
import { HeldPriceStats } from "@wristbank/core/report/HeldPriceStats"
import { ProductStats } from "@wristbank/core/report/ProductStats"
import { ComparedWith, Takings, TakingsBy } from "@wristbank/core/report/Takings"
import { TimeseriesStats } from "@wristbank/core/report/TimeSeries"
import { VoucherStats } from "@wristbank/core/report/VoucherStats"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { LongCall } from "../LongCall.ts"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

const query = {
  node_id: Id,
  /** The start of the period; without it that of the event. */
  from_timestamp: Schema.optionalKey(Moment),
  /** The end of the period, which is not part of it; without it that of the event. */
  to_timestamp: Schema.optionalKey(Moment),
  /** The figures are those of this moment, without what was booked later; without it those of now. */
  as_of: Schema.optionalKey(Moment)
}

/** Bookings by hour and by business day, and what was taken where and how. */
export class StatsApi extends HttpApiGroup.make("stats").add(
  /**
   * Show sales by product.
   *
   * Sales with any payment method at the tills of the node and below it, less cancelled ones: by hour, by business day, and for each
   * product. Deposits are listed apart. The event needs a start, an end and a daily end time.
   */
  HttpApiEndpoint.get("products", "/stats/products", { query, success: ProductStats }),
  /**
   * Show sales at held prices.
   *
   * Sales at the tills of the node and below it that had the prices of an earlier moment than that of their booking, after prices had
   * changed in between: by till and cashier. A basket keeps the prices of its first press for the event's `basket_hold_minutes`.
   */
  HttpApiEndpoint.get("heldPrices", "/stats/held-prices", { query, success: HeldPriceStats }),
  /**
   * Show how many vouchers were issued and spent.
   *
   * For the whole event, so only at its own node.
   */
  HttpApiEndpoint.get("vouchers", "/stats/vouchers", { query, success: VoucherStats }),
  /**
   * Show tickets handed out over time.
   *
   * Tickets sold at tills and tickets of the presale that were exchanged for a wristband, by hour and by business day. For the whole event,
   * so only at its own node. The event needs a start, an end and a daily end time.
   */
  HttpApiEndpoint.get("entries", "/stats/entries", { query, success: TimeseriesStats }),
  /**
   * Show top-ups over time.
   *
   * Money that guests put onto their wristbands, with tickets too, by hour and by business day. For the whole event, so only at its own
   * node. The event needs a start, an end and a daily end time.
   */
  HttpApiEndpoint.get("topUps", "/stats/top-ups", { query, success: TimeseriesStats }),
  /**
   * Show takings, divided and compared.
   *
   * What the tills of the node and below it took, divided in one way, and beside each part the same part of an earlier period if asked.
   * Hours and days come without gaps up to now; all others by what was taken, the highest first. Hours cover at most 62 days.
   */
  HttpApiEndpoint.get("takings", "/stats/takings", {
    query: {
      ...query,
      /** How the takings are divided. */
      by: TakingsBy,
      /** The earlier period that each part is compared with: a day or a week before, at the same local times. */
      compared: Schema.optionalKey(ComparedWith)
    },
    success: Takings
  }),
  /**
   * Show cash paid out over time.
   *
   * Cash that guests were paid out at tills, by hour and by business day; amounts are negative. For the whole event, so only at its own
   * node. The event needs a start, an end and a daily end time.
   */
  HttpApiEndpoint.get("payOuts", "/stats/pay-outs", { query, success: TimeseriesStats }),
  /**
   * Show orders by payment method.
   *
   * How guests paid and were paid out, without transfers of cash between registers. For the whole event, so only at its own node.
   */
  HttpApiEndpoint.get("paymentMethods", "/stats/payment-methods", { query, success: PaymentMethodsStats }),
  /**
   * Show how many free tickets were issued.
   *
   * Counts tickets that staff gave to guests at terminals. For the whole event, so only at its own node.
   */
  HttpApiEndpoint.get("freeTickets", "/stats/free-tickets", { query, success: FreeTicketStats })
).annotateEndpoints(LongCall, true).annotate(Needs, ["node_administration", "view_node_stats"]).middleware(
  SignInRequired
) {}

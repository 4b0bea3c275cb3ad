import { Id } from "@wristbank/core/ledger/Id"
import { Moment } from "@wristbank/core/primitives/Moment"
import { FreeTicketStats, PaymentMethodsStats } from "@wristbank/core/report/EventStats"
import { ProductStats } from "@wristbank/core/report/ProductStats"
import { ComparedWith, Takings, TakingsBy } from "@wristbank/core/report/Takings"
import { TimeseriesStats } from "@wristbank/core/report/TimeSeries"
import { VoucherStats } from "@wristbank/core/report/VoucherStats"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

/**
 * Node and period of the statistics. Without bounds it is the period of the event; the end itself is not part of it. With
 * `as_of` they are those of that moment, without what was booked later.
 */
const query = {
  node_id: Id,
  from_timestamp: Schema.optionalKey(Moment),
  to_timestamp: Schema.optionalKey(Moment),
  as_of: Schema.optionalKey(Moment)
}

/** Bookings by hour and by business day, and what was taken where and how. */
export class StatsApi extends HttpApiGroup.make("stats").add(
  HttpApiEndpoint.get("products", "/stats/products", { query, success: ProductStats }),
  HttpApiEndpoint.get("vouchers", "/stats/vouchers", { query, success: VoucherStats }),
  HttpApiEndpoint.get("entries", "/stats/entries", { query, success: TimeseriesStats }),
  HttpApiEndpoint.get("topUps", "/stats/top-ups", { query, success: TimeseriesStats }),
  HttpApiEndpoint.get("takings", "/stats/takings", {
    query: {
      ...query,
      by: TakingsBy,
      /** The earlier period that each part is compared with. */
      compared: Schema.optionalKey(ComparedWith)
    },
    success: Takings
  }),
  HttpApiEndpoint.get("payOuts", "/stats/pay-outs", { query, success: TimeseriesStats }),
  HttpApiEndpoint.get("paymentMethods", "/stats/payment-methods", { query, success: PaymentMethodsStats }),
  HttpApiEndpoint.get("freeTickets", "/stats/free-tickets", { query, success: FreeTicketStats })
).annotate(Needs, ["node_administration", "view_node_stats"]).middleware(SignInRequired) {}

import { Id } from "@wristbank/core/ledger/Id"
import { Moment } from "@wristbank/core/primitives/Moment"
import { ProductStats } from "@wristbank/core/report/ProductStats"
import { TimeseriesStats } from "@wristbank/core/report/TimeSeries"
import { VoucherStats } from "@wristbank/core/report/VoucherStats"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

/** Where and for which period: without bounds that of the event. The end itself does not belong to it. */
const query = {
  node_id: Id,
  from_timestamp: Schema.optionalKey(Moment),
  to_timestamp: Schema.optionalKey(Moment)
}

/** What was booked, by hour and by day of business. */
export class StatsApi extends HttpApiGroup.make("stats").add(
  HttpApiEndpoint.get("products", "/stats/products", { query, success: ProductStats }),
  HttpApiEndpoint.get("vouchers", "/stats/vouchers", { query, success: VoucherStats }),
  HttpApiEndpoint.get("entries", "/stats/entries", { query, success: TimeseriesStats }),
  HttpApiEndpoint.get("topUps", "/stats/top-ups", { query, success: TimeseriesStats }),
  HttpApiEndpoint.get("payOuts", "/stats/pay-outs", { query, success: TimeseriesStats })
).annotate(Needs, ["node_administration", "view_node_stats"]).middleware(SignInRequired) {}

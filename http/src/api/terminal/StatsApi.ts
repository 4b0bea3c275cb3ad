import { RevenueStats, TimeseriesStatsQuery } from "@wristbank/core/report/TimeSeries"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { fromTerminal } from "./SignedInTerminal.ts"

/** What has been sold where the terminal stands. Its path is published without a slash after "mgmt". */
export class StatsApi extends HttpApiGroup.make("stats").add(
  HttpApiEndpoint.post("revenue", "/mgmtrevenue-stats", { payload: TimeseriesStatsQuery, success: RevenueStats })
).middleware(fromTerminal(["view_node_stats"])) {}

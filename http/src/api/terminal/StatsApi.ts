import { RevenueStats, TimeseriesStatsQuery } from "@wristbank/core/report/TimeSeries"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { fromTerminal } from "./SignedInTerminal.ts"

/** Sales at the terminal's node. The published path has no slash after "mgmt". */
export class StatsApi extends HttpApiGroup.make("stats").add(
  HttpApiEndpoint.post("revenue", "/mgmtrevenue-stats", { payload: TimeseriesStatsQuery, success: RevenueStats })
).middleware(fromTerminal(["view_node_stats"])) {}

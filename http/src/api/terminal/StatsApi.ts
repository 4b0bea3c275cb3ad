import { RevenueStats, TimeseriesStatsQuery } from "@wristbank/core/report/TimeSeries"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { fromTerminal } from "./SignedInTerminal.ts"

/** What was sold, for those who run a part of the event. */
export class StatsApi extends HttpApiGroup.make("stats").add(
  /**
   * Show what was sold over time.
   *
   * Goods sold at the terminal's node and below, by day and by hour, in the given time or else in that of the event.
   */
  HttpApiEndpoint.post("revenue", "/mgmtrevenue-stats", { payload: TimeseriesStatsQuery, success: RevenueStats })
).middleware(fromTerminal(["view_node_stats"])) {}

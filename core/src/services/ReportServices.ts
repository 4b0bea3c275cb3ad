import { Layer } from "effect"
import { DailyReports } from "../report/DailyReports.ts"
import { FlatExports } from "../report/FlatExports.ts"
import { NodeFees } from "../report/NodeFees.ts"
import { PayoutReports } from "../report/PayoutReports.ts"
import { ReportReading } from "../report/ReportReading.ts"
import { RevenueReports } from "../report/RevenueReports.ts"
import { Statistics } from "../report/Statistics.ts"

/** The services of this room; they need those of `organisation`. */
export const layer = Layer.mergeAll(
  DailyReports.layer,
  FlatExports.layer,
  NodeFees.layer,
  PayoutReports.layer,
  RevenueReports.layer,
  Statistics.layer
).pipe(Layer.provide(ReportReading.layer))

import { EventDesignRepository } from "@wristbank/core/event/EventDesignRepository"
import { EventDesigns } from "@wristbank/core/event/EventDesigns"
import { mayManage } from "@wristbank/core/organisation/Place"
import { DailyReports } from "@wristbank/core/report/DailyReports"
import { PayoutReports } from "@wristbank/core/report/PayoutReports"
import { ReportDocuments } from "@wristbank/core/report/ReportDocuments"
import { ReportReading } from "@wristbank/core/report/ReportReading"
import { RevenueReports } from "@wristbank/core/report/RevenueReports"
import { Layer } from "effect"

/** The services that read reports. */
export type ReportSources = DailyReports | PayoutReports | RevenueReports

/** Services for reports and their files. */
export const reportServices = {
  privileges: mayManage,
  layer: Layer.mergeAll(DailyReports.layer, PayoutReports.layer, ReportDocuments.layer, RevenueReports.layer).pipe(
    Layer.provide(ReportReading.layer),
    Layer.provide(Layer.provide(EventDesigns.layer, EventDesignRepository.layer))
  )
}

import type { Language } from "@wristbank/core/base/Language"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { DailyReports } from "@wristbank/core/report/DailyReports"
import { PayoutReports } from "@wristbank/core/report/PayoutReports"
import { ReportDocuments } from "@wristbank/core/report/ReportDocuments"
import { type Report, type ReportFormat, sheetOf } from "@wristbank/core/report/ReportFiles"
import { shortened } from "@wristbank/core/report/ReportSheet"
import { RevenueReports } from "@wristbank/core/report/RevenueReports"
import { type DateTime, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { callLanguage } from "../answers/RefusalLanguage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"

/** The language of a report and the moment whose figures it has. */
interface Asked {
  readonly lang?: Language
  readonly as_of?: DateTime.Utc
}

interface AskedFile extends Asked {
  readonly format: ReportFormat
}

type Read<E, R> = (caller: AtEvent, asOf: DateTime.Utc | null) => Effect.Effect<Report, E, R>

export const ReportHandlers = groupHandlers(
  AdministrationApi,
  "reports",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const daily = yield* DailyReports
    const documents = yield* ReportDocuments
    const payouts = yield* PayoutReports
    const revenues = yield* RevenueReports

    /** Answers with a report as a file. No one but the caller keeps it. */
    const file = Effect.fnUntraced(function*<E, R>(
      { format, lang }: AskedFile,
      read: Effect.Effect<Report, E, R>,
      name?: string
    ) {
      const language = lang ?? (yield* callLanguage)
      const { content, mediaType, name: fileName } = yield* documents.write(yield* read, { format, language }, name)
      return HttpServerResponse.uint8Array(content, {
        contentType: mediaType,
        headers: {
          "cache-control": "private, no-store",
          "content-disposition": `inline; filename="${fileName}"`,
          "content-language": language,
          "x-content-type-options": "nosniff"
        }
      })
    })

    const fileOf = <E, R>(read: Read<E, R>) =>
      reading((caller, { query }: { readonly params: { readonly node_id: bigint }; readonly query: AskedFile }) =>
        file(query, read(caller, query.as_of ?? null))
      )

    const shown = Effect.fnUntraced(function*<E, R>({ lang }: Asked, read: Effect.Effect<Report, E, R>) {
      return shortened(sheetOf(yield* read, lang ?? (yield* callLanguage)))
    })

    const screenOf = <E, R>(read: Read<E, R>) =>
      reading((caller, { query }: { readonly query: Asked & { readonly node_id: bigint } }) =>
        shown(query, read(caller, query.as_of ?? null))
      )

    const testRevenue = reading(
      (caller, { query }: { readonly params: { readonly node_id: bigint }; readonly query: AskedFile }) =>
        file(query, documents.testRevenue(caller), "test_revenue_report")
    )

    return handlers.handleAll({
      testRevenue,
      testRevenueNewest: testRevenue,
      testDaily: reading((caller, { query }) => file(query, documents.testDaily(caller), "test_daily_report")),
      revenue: fileOf(revenues.revenue),
      daily: reading((caller, { payload, query }) => {
        const { relevant_node_ids: nodeIds, report_date: date } = payload
        return file(query, daily.read(caller, { asOf: query.as_of ?? null, date, nodeIds }))
      }),
      payout: fileOf(payouts.read),
      settlement: fileOf(revenues.settlement),
      showDaily: reading((caller, { query }) => {
        const { as_of, node_id, relevant_node_ids: nodeIds = [node_id], report_date: date } = query
        return shown(query, daily.read(caller, { asOf: as_of ?? null, date, nodeIds }))
      }),
      showRevenue: screenOf(revenues.revenue),
      showPayout: screenOf(payouts.read),
      showSettlement: screenOf(revenues.settlement)
    })
  })
)

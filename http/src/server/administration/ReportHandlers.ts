import type { Language } from "@wristbank/core/primitives/Language"
import { ReportDocuments } from "@wristbank/core/report/ReportDocuments"
import type { Report, ReportFormat } from "@wristbank/core/report/ReportFiles"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { callLanguage } from "../RefusalLanguage.ts"
import { callerAt } from "./CallerAt.ts"

/** How a call wants its report. */
interface AskedForm {
  readonly format: ReportFormat
  readonly lang?: Language
}

interface TestRequest {
  readonly params: { readonly node_id: bigint }
  readonly query: AskedForm
}

export const ReportHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "reports",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const documents = yield* ReportDocuments

    /** Answers with a report as a file. Nobody but the caller keeps it. */
    const answer = Effect.fnUntraced(function*<E, R>(
      { format, lang }: AskedForm,
      read: Effect.Effect<Report, E, R>,
      name?: string
    ) {
      const language = lang ?? (yield* callLanguage)
      const file = yield* documents.write(yield* read, { format, language }, name)
      return HttpServerResponse.uint8Array(file.content, {
        contentType: file.mediaType,
        headers: {
          "cache-control": "private, no-store",
          "content-disposition": `inline; filename="${file.name}"`,
          "content-language": language,
          "x-content-type-options": "nosniff"
        }
      })
    })

    const testRevenue = reading((caller, { query }: TestRequest) =>
      answer(query, documents.testRevenue(caller), "test_revenue_report")
    )
    const testDaily = reading((caller, { query }: TestRequest) =>
      answer(query, documents.testDaily(caller), "test_daily_report")
    )
    return handlers.handleAll({ testRevenue, testRevenueNewest: testRevenue, testDaily })
  })
)

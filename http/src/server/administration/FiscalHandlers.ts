import { SoftwareVersion } from "@wristbank/core/base/SoftwareVersion"
import { EventRepository } from "@wristbank/core/event/EventRepository"
import { daysBetween } from "@wristbank/core/fiscal/ClosingDays"
import { EventFiscalSettings } from "@wristbank/core/fiscal/EventFiscalSettings"
import { ExportDownloads } from "@wristbank/core/fiscal/ExportDownloads"
import { TillClosings } from "@wristbank/core/fiscal/TillClosings"
import { TillReports } from "@wristbank/core/fiscal/TillReports"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { shown } from "../../api/administration/Shown.ts"
import { attachment } from "../answers/Attachment.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"
import { ifUnchanged } from "./IfUnchanged.ts"

interface ExportCall {
  readonly params: { readonly node_id: bigint }
  readonly query: {
    readonly from?: string
    readonly to?: string
    readonly open?: boolean
    readonly anyway?: boolean
  }
}

interface ReportCall {
  readonly params: { readonly node_id: bigint }
  readonly payload: { readonly shutdown_date: string | null }
}

export const FiscalHandlers = groupHandlers(
  AdministrationApi,
  "fiscal",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const writing = inEvent({ write: true })
    const settings = yield* EventFiscalSettings
    const closings = yield* TillClosings
    const events = yield* EventRepository
    const downloads = yield* ExportDownloads
    const reports = yield* TillReports
    const softwareVersion = yield* SoftwareVersion

    const exportBooks = Effect.fnUntraced(function*(caller: AtEvent, { query }: ExportCall) {
      const { time_zone } = yield* Effect.orDie(events.settings(caller.eventId))
      const days = yield* Effect.fromResult(daysBetween(time_zone, query.from ?? null, query.to ?? null))
      const { bytes, content } = yield* downloads.download(caller, {
        ...days,
        open: query.open ?? false,
        anyway: query.anyway ?? false,
        // It would take about a millisecond of the server each; `wristbank fiscal verify` does it.
        verifySignatures: false,
        softwareVersion
      })
      return HttpServerResponse.stream(content, {
        contentType: "application/zip",
        contentLength: bytes,
        headers: attachment("dsfinV_k.zip")
      })
    })

    const reportTills = Effect.fnUntraced(function*(caller: AtEvent, { payload }: ReportCall) {
      const { time_zone } = yield* Effect.orDie(events.settings(caller.eventId))
      const shutdown = payload.shutdown_date
      yield* Effect.fromResult(daysBetween(time_zone, shutdown, null))
      const { xml } = yield* reports.report(caller, { shutdown, softwareVersion })
      return HttpServerResponse.text(xml, { contentType: "application/xml", headers: attachment("ao146a.xml") })
    })

    return handlers.handleAll({
      exportBooks: reading(exportBooks),
      reportTills: reading(reportTills),
      settings: reading(settings.get),
      update: writing(
        ifUnchanged(shown.fiscalSettings, settings.get)((caller, { payload }) => settings.update(caller, payload))
      ),
      openClosings: reading(closings.open),
      endClosings: writing((caller, { payload }) => closings.end(caller, payload))
    })
  })
)

import { Context, DateTime, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { type ProblemAnswer, problemsIn } from "../base/Rule.ts"
import { WorkDone } from "../base/WorkDone.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { inSnapshot } from "../sql/Snapshot.ts"
import { type LeftOut, loadExportFacts, type Selection } from "./ExportFacts.ts"
import { ExportRefused } from "./ExportProblem.ts"
import { ExportRepository } from "./ExportRepository.ts"
import { FiscalSettingsRepository } from "./FiscalSettingsRepository.ts"
import { orderOf } from "./OrderRows.ts"
import { packageDraft } from "./PackageDraft.ts"
import { withCertificates } from "./Table.ts"
import { taxonomy24 } from "./Taxonomy24.ts"
import { TillExport } from "./TillExport.ts"

/** Privileges to export the books of an event for the tax office. */
export const mayExport = ["node_administration"] as const

/** The selection and options of an export. */
export interface ExportRequest extends Omit<Selection, "eventId"> {
  /** Whether to export despite problems; contradictions between records remain fatal. */
  readonly anyway: boolean
  /** Off if signatures are verified afterwards: each takes about a millisecond. */
  readonly verifySignatures: boolean
  /** Version of Wristbank. */
  readonly softwareVersion: string
}

/** The result of an export. */
export interface ExportSummary {
  readonly closings: number
  readonly openClosings: number
  readonly receipts: number
  readonly leftOut: LeftOut
  /** The hash of the file, in hexadecimal. */
  readonly sha256: string
  readonly bytes: number
  /** Problems despite which it was exported. */
  readonly problems: ReadonlyArray<typeof ProblemAnswer.Type>
}

/** The export of an event for the tax office (DSFinV-K). */
export class FiscalExports extends Context.Service<FiscalExports>()("core/FiscalExports", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const sql = yield* SqlClient.SqlClient
    const repository = yield* ExportRepository
    const services = yield* Effect.context<EventRepository | FiscalSettingsRepository | ExportRepository>()

    const collect = Effect.fnUntraced(function*(selection: Selection, request: ExportRequest, path: string) {
      yield* repository.takeTime
      const facts = yield* loadExportFacts(selection)
      if (facts.problems.length > 0 && !request.anyway) return yield* ExportRefused.because(facts.problems)
      const longest = Math.max(0, ...Array.from(facts.tses.values(), ({ certificate }) => certificate.length))
      const draft = yield* packageDraft(path, withCertificates(taxonomy24, longest))
      const workDone = yield* WorkDone
      let [receipts, closingsDone] = [0, 0]
      for (const [tillId, closings] of Map.groupBy(facts.closings, (closing) => closing.tillId)) {
        const zNrs = closings.map(({ zNr }) => zNr)
        const till = new TillExport({ facts, ...request }, draft, closings)
        yield* Stream.runForEachArray(
          repository.orders(selection.eventId, tillId, zNrs),
          (rows) =>
            till.take(rows.map((row) => ({ id: row.id, zNr: row.z_nr, order: orderOf(tillId, row, facts.lines) })))
        )
        yield* till.end()
        receipts += till.receipts
        closingsDone += closings.length
        yield* workDone(closingsDone, facts.closings.length)
      }
      return { facts, draft, receipts }
    })

    /** Writes the selected closings to a ZIP at the path, completely or not at all, and records it in the audit log. */
    const write = Effect.fn("FiscalExports.write")(
      function*(caller: AtEvent, request: ExportRequest, path: string) {
        const { eventId } = caller
        yield* access.requireAt(caller, eventId, mayExport)
        const { draft, facts, receipts } = yield* inSnapshot(
          sql,
          collect({ eventId, ...request }, request, path)
        )
        const written = yield* draft.finish
        const open = facts.closings.filter((closing) => closing.open)
        for (const { tillId, zNr } of open) yield* Effect.logWarning(`Till ${tillId}, closing ${zNr} is still open`)
        const problems = problemsIn(facts.problems, "en")
        for (const { message } of problems) yield* Effect.logWarning(message)
        const summary: ExportSummary = {
          ...written,
          closings: facts.closings.length,
          openClosings: open.length,
          receipts,
          leftOut: facts.leftOut,
          problems
        }
        return yield* changes.run(
          caller,
          () => ({ logType: "fiscal_exported", content: auditContent(summary, request), nodeId: eventId }),
          Effect.succeed(summary),
          { withoutVersion: true }
        )
      },
      Effect.scoped,
      Effect.provide(services),
      dieOnInfrastructure
    )

    return { write }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer]),
    Layer.provide([EventRepository.layer, ExportRepository.layer, FiscalSettingsRepository.layer])
  )
}

const auditContent = (summary: ExportSummary, { anyway, from, to }: ExportRequest) => ({
  n_closings: summary.closings,
  n_open_closings: summary.openClosings,
  n_receipts: summary.receipts,
  n_open_closings_left_out: summary.leftOut.openTillIds.length,
  n_receipts_left_out: summary.leftOut.openReceipts,
  sha256: summary.sha256,
  closed_from: from === null ? null : DateTime.formatIso(from),
  closed_before: to === null ? null : DateTime.formatIso(to),
  anyway
})

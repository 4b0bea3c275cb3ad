import { Errors, Flags } from "@oclif/core"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import type { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import type { DailyReports } from "@wristbank/core/report/DailyReports"
import type { PayoutReports } from "@wristbank/core/report/PayoutReports"
import type { Report, ReportFormat } from "@wristbank/core/report/ReportFiles"
import type { RevenueReports } from "@wristbank/core/report/RevenueReports"
import { type DateTime, Effect, Layer } from "effect"
import { extname } from "node:path"
import { asOfFlag } from "../flags/AsOf.ts"
import { nodeFlags, systemAccount } from "../flags/CallerFlags.ts"
import { type CommandServices, EffectCommand } from "./EffectCommand.ts"
import { exitStatus } from "./ExitStatus.ts"
import type { ExpectedFailure } from "./Remedies.ts"

const formats: ReadonlyArray<ReportFormat> = ["pdf", "csv", "json"]

/** The flags of every command that writes a report. */
export const reportFlags = {
  ...nodeFlags("node_administration"),
  node: Flags.string({
    description: "number or name of the event, or of a node below it (default: the event of `use`)",
    required: true,
    helpValue: "<node>"
  }),
  output: Flags.string({
    aliases: ["out"],
    description: "file to write; its ending is the format: .pdf, .csv or .json; - for standard output, with --format",
    required: true,
    helpValue: "<file>"
  }),
  format: Flags.string({ description: "the format, whatever the ending", options: formats }),
  language: Flags.string({ description: "language of the report", options: ["de", "en"], default: "de" }),
  "as-of": asOfFlag("figures of a moment in the past, as 2026-06-30T18:00:00+02:00, without later bookings"),
  force: Flags.boolean({ description: "replace an existing file" })
}

/** The services that read reports. */
type ReportSources = DailyReports | NodeRepository | PayoutReports | RevenueReports

/** The flags of a report as they were given. */
interface ReportFlags {
  readonly node: string
  readonly as: string
  readonly output: string
  readonly format: string | undefined
  readonly language: string
  readonly "as-of": string | undefined
  readonly force: boolean
}

/** A command that writes a report about nodes of an event, with the rights of a user. */
export abstract class ReportCommand extends EffectCommand {
  /** Reads the report at a node and writes it as a file; returns the file's path. */
  protected async writing<E extends ExpectedFailure>(
    flags: ReportFlags,
    read: (caller: AtEvent, asOf: DateTime.Utc | null) => Effect.Effect<Report, E, ReportSources | CommandServices>
  ): Promise<{ readonly path: string }> {
    const form = { format: formatOf(flags), language: flags.language === "en" ? "en" : "de" } as const
    const destination = { path: flags.output, force: flags.force }
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { commandLayer } = await import("./CommandLayer.ts")
    const { callerInEvent } = await import("@wristbank/core/event/EventCaller")
    const { anyNodeNamed } = await import("./NamedNodes.ts")
    const { momentOf } = await import("../flags/Moment.ts")
    const { mayWrite, writeWhole } = await import("../files/OutputFile.ts")
    const { Progress } = await import("../views/Progress.ts")
    const { mayManage } = await import("@wristbank/core/organisation/Place")
    const { DailyReports } = await import("@wristbank/core/report/DailyReports")
    const { PayoutReports } = await import("@wristbank/core/report/PayoutReports")
    const { RevenueReports } = await import("@wristbank/core/report/RevenueReports")
    const { ReportDocuments } = await import("@wristbank/core/report/ReportDocuments")
    const services = Layer.mergeAll(
      DailyReports.layer,
      PayoutReports.layer,
      ReportDocuments.layer,
      RevenueReports.layer
    )
    const path = await this.runEffect(
      Effect.gen(function*() {
        yield* mayWrite(destination)
        const asOf = (yield* momentOf(flags["as-of"])) ?? null
        const request = { nodeId: yield* anyNodeNamed(flags.node), login: flags.as, by: systemAccount(), write: false }
        const caller = yield* callerInEvent(request, mayManage)
        const { long } = yield* Progress
        const report = yield* read(caller, asOf).pipe(long("Reading the figures"))
        const { content } = yield* ReportDocuments.use((documents) => documents.write(report, form)).pipe(
          long("Drawing the report")
        )
        return yield* writeWhole(destination, content)
      }).pipe(Effect.provide(Layer.provideMerge(services, commandLayer)))
    )
    this.log(`Written to ${path}`)
    return { path }
  }
}

const formatOf = ({ format, output }: ReportFlags): ReportFormat => {
  const wanted = format ?? extname(output).slice(1).toLowerCase()
  const found = formats.find((one) => one === wanted)
  if (found === undefined) {
    throw new Errors.CLIError(`Name a file that ends with .pdf, .csv or .json, or say --format: ${output}`, {
      exit: exitStatus.usage.status
    })
  }
  return found
}

import { Flags } from "@oclif/core"
import { Effect } from "effect"
import { FiscalCommand, fiscalFlags } from "../../shell/FiscalCommand.ts"

export default class FiscalExport extends FiscalCommand {
  static override summary = "Write the export of an event for the tax office (DSFinV-K 2.4)."
  static override description =
    "It has every closing that ended in the given period. Open closings are listed and left out, unless you use " +
    "--open or end them with `fiscal end-closings`. Nothing is exported while data is missing or orders wait for " +
    "their signature; all problems are listed. The audit log names the user."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as olga --output export.zip",
    "<%= config.bin %> <%= command.id %> --event 2 --as olga --from 2026-06-26 --to 2026-06-28 --output export.zip"
  ]
  static override enableJsonFlag = true
  static override flags = {
    ...fiscalFlags,
    from: Flags.string({ description: "first day of closings, as 2026-06-30", helpValue: "<date>" }),
    to: Flags.string({ description: "last day of closings", helpValue: "<date>" }),
    open: Flags.boolean({ default: false, description: "include closings that are still open" }),
    anyway: Flags.boolean({ default: false, description: "export in spite of the listed problems" }),
    "skip-signatures": Flags.boolean({
      default: false,
      description: "do not verify signatures, which takes about a millisecond each; fiscal verify does it later"
    })
  }

  async run() {
    const { flags } = await this.parse(FiscalExport)
    const { FiscalExports } = await import("@wristbank/core/fiscal/FiscalExports")
    const { daysBetween } = await import("@wristbank/core/fiscal/ClosingDays")
    const { exportLines } = await import("../../views/ExportLines.ts")
    const { Progress } = await import("../../views/Progress.ts")
    const { mayWrite, writeWholeBy } = await import("../../files/OutputFile.ts")
    const destination = { path: flags.output, force: flags.force }
    const softwareVersion = this.config.version
    const { made, path } = await this.asCaller(flags, false, ({ caller, settings }) =>
      Effect.gen(function*() {
        yield* mayWrite(destination)
        const days = yield* Effect.fromResult(daysBetween(settings.time_zone, flags.from ?? null, flags.to ?? null))
        const exports = yield* FiscalExports
        const request = {
          ...days,
          open: flags.open,
          anyway: flags.anyway,
          verifySignatures: !flags["skip-signatures"],
          softwareVersion
        }
        const progress = yield* Progress
        return yield* writeWholeBy(destination, (draft) => exports.write(caller, request, draft)).pipe(
          progress.long("Writing closings")
        )
      }))
    for (const line of exportLines(made, path)) this.log(line)
    const leftOut = { ...made.leftOut, openTillIds: made.leftOut.openTillIds.map(Number) }
    return { path, ...made, leftOut }
  }
}

import { Flags } from "@oclif/core"
import { Effect } from "effect"
import { FiscalCommand, fiscalFlags } from "../../shell/FiscalCommand.ts"

export default class FiscalAo146a extends FiscalCommand {
  static override summary = "Write the report of an event's tills and signing devices for ELSTER (AO § 146a)."
  static override description =
    "It has every till that ever booked, with the device it uses now, or used last when all are taken out of use. " +
    "Missing values are listed: complete them in ELSTER, or enter them at the till or the device and write the " +
    "report again. The audit log names the user."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as olga --output tills.xml",
    "<%= config.bin %> <%= command.id %> --event 2 --as olga --shutdown 2026-12-31 --output tills.xml"
  ]
  static override enableJsonFlag = true
  static override flags = {
    ...fiscalFlags,
    shutdown: Flags.string({ description: "day on which all tills are taken out of use", helpValue: "<date>" })
  }

  async run() {
    const { flags } = await this.parse(FiscalAo146a)
    const { TillReports } = await import("@wristbank/core/fiscal/TillReports")
    const { daysBetween } = await import("@wristbank/core/fiscal/ClosingDays")
    const { mayWrite, writeWhole } = await import("../../files/OutputFile.ts")
    const destination = { path: flags.output, force: flags.force }
    const shutdown = flags.shutdown ?? null
    const softwareVersion = this.config.version
    const { gaps, path, tills } = await this.asCaller(flags, false, ({ caller, settings }) =>
      Effect.gen(function*() {
        yield* mayWrite(destination)
        yield* Effect.fromResult(daysBetween(settings.time_zone, shutdown, null))
        const report = yield* TillReports.use((reports) => reports.report(caller, { shutdown, softwareVersion }))
        return { ...report, path: yield* writeWhole(destination, report.xml) }
      }))
    for (const gap of gaps) this.log(gap)
    this.log(`${tills} ${tills === 1 ? "till" : "tills"} written to ${path}`)
    return { path, tills, gaps }
  }
}

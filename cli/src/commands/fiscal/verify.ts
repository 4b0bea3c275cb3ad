import { Args, Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { EffectCommand } from "../../shell/EffectCommand.ts"
import { exitStatus } from "../../shell/ExitStatus.ts"

export default class FiscalVerify extends EffectCommand {
  static override summary = "Check an export for the tax office (DSFinV-K 2.4) from its files alone."
  static override description =
    "Reads neither a database nor the network. It finds sums that do not match, invalid signatures, numbers that " +
    "are missing or occur twice, and files that differ from their description. Ends with 3 when it finds " +
    "something."
  static override examples = [
    "<%= config.bin %> <%= command.id %> export.zip",
    "<%= config.bin %> <%= command.id %> export.zip --partial"
  ]
  static override enableJsonFlag = true
  static override args = { file: Args.string({ description: "the ZIP", required: true }) }
  static override flags = {
    partial: Flags.boolean({
      default: false,
      description: "the export is one of several: missing numbers of devices may be in another"
    })
  }

  async run() {
    const { args, flags } = await this.parse(FiscalVerify)
    const { checkPackage } = await import("@wristbank/core/fiscal/PackageCheck")
    const { PackageReport } = await import("@wristbank/core/fiscal/PackageProblem")
    const { Progress } = await import("../../views/Progress.ts")
    const report = await this.runEffect(
      Effect.flatMap(
        Progress,
        ({ long }) => checkPackage(args.file, { inParts: flags.partial }).pipe(long("Checking the export"))
      )
    )
    for (const { file, problem, row } of report.problems) {
      this.log([file ?? args.file, ...(row === null ? [] : [`row ${row}`]), problem].join(": "))
    }
    for (const note of report.notes) this.log(`note: ${note}`)
    const { closings, failures, problemCount, receipts, signatures } = report
    const found = problemCount === 0 ? "no problems" : `${problemCount} problems`
    this.log(
      `${receipts} receipts of ${closings} closings, ${signatures} valid signatures, ${failures} without: ${found}`
    )
    if (problemCount > 0) process.exitCode = exitStatus.found.status
    return this.runEffect(Effect.succeed(report), Schema.toCodecJson(PackageReport))
  }
}

import { Args, Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { EffectCommand } from "../../EffectCommand.ts"

export default class TseCheck extends EffectCommand {
  static override summary = "Check the log that a signing device has handed out (TAR)."
  static override description =
    "Every signature must belong to its message and to the device's key, and the counters must have no gap. Ends with 1 " +
    "when something is wrong."
  static override enableJsonFlag = true
  static override args = { file: Args.string({ required: true, description: "the archive" }) }
  static override flags = {
    "public-key": Flags.string({
      description: "the device's public key in base64 (default: that of the certificate in the archive)"
    })
  }

  async run() {
    const { args, flags } = await this.parse(TseCheck)
    const { checkArchive } = await import("../../tse/CheckArchive.ts")
    const { LogReport } = await import("@wristbank/core/tse/LogCheck")
    const report = await this.runEffect(checkArchive(args.file, flags["public-key"]))
    const { messages, problems, started, unfinished } = report
    for (const { file, problem } of problems) this.log(file === null ? problem : `${file}: ${problem}`)
    const counters = report.firstCounter === null ? "" : `, counters ${report.firstCounter} to ${report.lastCounter}`
    this.log(`${messages} messages${counters}; ${started} transactions begun, ${unfinished} of them not ended`)
    this.log(problems.length === 0 ? "Nothing is wrong." : `${problems.length} things are wrong.`)
    if (problems.length > 0) process.exitCode = 1
    return Effect.runSync(Schema.encodeEffect(Schema.toCodecJson(LogReport))(report))
  }
}

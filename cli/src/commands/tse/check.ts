import { Args, Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { exitStatus } from "../../shell/ExitStatus.ts"
import { TseCommand, tseFlags } from "../../shell/TseCommand.ts"

/** As for other commands about devices, but only needed to compare with a record. */
const whose = {
  event: { description: tseFlags.event.description!, helpValue: "<event>" },
  as: { description: tseFlags.as.description!, helpValue: "<login>" }
}

export default class TseCheck extends TseCommand {
  static override summary = "Check the exported log of a signing device (TAR)."
  static override description =
    "Every signature must match its message and the device's key, and the counters must have no gap. --tse " +
    "compares the log with the record of the device as well. Changes nothing. Ends with 3 when it finds a fault."
  static override examples = [
    "<%= config.bin %> <%= command.id %> device-1.tar",
    "<%= config.bin %> <%= command.id %> device-1.tar --tse 1 --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override args = { file: Args.string({ required: true, description: "the archive" }) }
  static override flags = {
    "public-key": Flags.string({
      description: "the device's public key in base64 (default: that of the certificate in the archive)",
      exclusive: ["tse"]
    }),
    tse: Flags.string({
      description: "number or name of the device in the list: compares the log with its record",
      dependsOn: ["event", "as"],
      helpValue: "<device>"
    }),
    event: Flags.string({ ...whose.event, dependsOn: ["tse"] }),
    as: Flags.string({ ...whose.as, dependsOn: ["tse"] })
  }

  async run() {
    const { args, flags } = await this.parse(TseCheck)
    const { as, event, tse } = flags
    return tse === undefined || as === undefined || event === undefined
      ? this.checkAlone(args.file, flags["public-key"])
      : this.checkRecord(args.file, tse, { as, event })
  }

  /** Checks the archive on its own, without a database. */
  private async checkAlone(file: string, publicKey: string | undefined) {
    const { checkArchive } = await import("../../tse/CheckArchive.ts")
    const { LogReport } = await import("@wristbank/core/tse/LogCheck")
    const { tseLogLines } = await import("../../views/TseLines.ts")
    const { long } = await import("../../views/Progress.ts")
    const report = await this.runEffect(checkArchive(file, publicKey).pipe(long("Checking the log")))
    this.tell(tseLogLines(report, null), report.problemCount)
    return Effect.runSync(Schema.encodeEffect(Schema.toCodecJson(LogReport))(report))
  }

  private async checkRecord(file: string, tse: string, request: { readonly as: string; readonly event: string }) {
    const { checkArchiveOf } = await import("../../tse/CheckArchive.ts")
    const { TseLogReport } = await import("@wristbank/core/fiscal/TseLog")
    const { tseLogLines } = await import("../../views/TseLines.ts")
    const { long } = await import("../../views/Progress.ts")
    const report = await this.atDevices(
      request,
      false,
      (caller) => checkArchiveOf(caller, tse, file).pipe(long("Checking the log"))
    )
    this.tell(tseLogLines(report, report.owners), report.problemCount)
    return Effect.runSync(Schema.encodeEffect(Schema.toCodecJson(TseLogReport))(report))
  }

  private tell(lines: ReadonlyArray<string>, problems: number) {
    for (const line of lines) this.log(line)
    if (problems > 0) process.exitCode = exitStatus.found.status
  }
}

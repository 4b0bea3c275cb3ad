import { Flags } from "@oclif/core"
import { nullOr } from "@wristbank/core/base/OptionalField"
import { Effect, Schema } from "effect"
import { momentOf } from "../flags/Moment.ts"
import { EffectCommand } from "../shell/EffectCommand.ts"
import { exitStatus } from "../shell/ExitStatus.ts"

export default class Restore extends EffectCommand {
  static override summary = "Restore the embedded database from a folder of backups, to any moment since the oldest."
  static override description =
    "The data folder must have no database yet; move the old one away. The copy and the log are checked first: when a part is " +
    "missing or damaged, nothing is restored. The result is checked as wristbank doctor does. Ends with 3 when something is wrong."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --from /mnt/other-disk/wristbank --data-dir restored",
    "<%= config.bin %> <%= command.id %> --at 2026-07-11T22:15:00Z --data-dir restored"
  ]
  static override enableJsonFlag = true
  static override flags = {
    from: Flags.string({ description: "folder of backups (default: the setting backupDir)", helpValue: "<folder>" }),
    at: Flags.string({
      description: "moment to restore, as 2026-07-11T22:15:00Z (default: the newest there is)",
      helpValue: "<moment>"
    }),
    incomplete: Flags.boolean({
      description: "restore what there is when a part of the backup is missing or damaged; ends with 3"
    }),
    "data-dir": Flags.string({ description: "folder that gets the data (default: .wristbank)" })
  }

  async run() {
    const { flags } = await this.parse(Restore)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Diagnosis } = await import("@wristbank/core/overview/Invariants")
    const { reportLines } = await import("../views/DiagnosisLines.ts")
    const { restore } = await import("../postgres/Restore.ts")
    const done = await this.runEffect(
      Effect.flatMap(momentOf(flags.at), (at) => restore({ from: flags.from, at, isIncomplete: flags.incomplete }))
    )
    this.log(`Restored to ${done.folder}, from the backup of ${done.backupOf}`)
    this.log(`State of ${done.at}. Events: ${done.events}, orders: ${done.orders}`)
    for (const each of done.missing) this.log(`Incomplete: ${each}`)
    if (done.missing.length > 0) {
      this.log(`It reaches ${done.logPlace} of the log; bookings after ${done.at} are missing`)
    }
    if (done.diagnosis === null) this.log("It has the schema of an earlier version: run wristbank migrate, then doctor")
    else for (const line of reportLines(done.diagnosis)) this.log(line)
    if (done.missing.length > 0 || (done.diagnosis?.count ?? 0) > 0) process.exitCode = exitStatus.found.status
    return { ...done, diagnosis: Schema.encodeSync(nullOr(Schema.toCodecJson(Diagnosis)))(done.diagnosis) }
  }
}

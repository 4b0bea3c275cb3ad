import { Flags } from "@oclif/core"
import { EffectCommand } from "../shell/EffectCommand.ts"

export default class Backup extends EffectCommand {
  static override summary = "Copy the embedded database to a folder of backups, while tills sell."
  static override description =
    "The secret key is not part of it: keep a copy of secret.key of the data folder in another place. With the setting " +
    "backupDir, wristbank up also copies each change there, within a minute."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --to /mnt/other-disk/wristbank",
    "<%= config.bin %> <%= command.id %> --keep 14"
  ]
  static override enableJsonFlag = true
  static override flags = {
    to: Flags.string({ description: "folder of backups (default: the setting backupDir)", helpValue: "<folder>" }),
    keep: Flags.integer({
      description: "remove all but this many backups afterwards, and the changes that only those needed",
      min: 1,
      helpValue: "<number>"
    })
  }

  async run() {
    const { flags } = await this.parse(Backup)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { backUp } = await import("../postgres/Backup.ts")
    const made = await this.runEffect(backUp({ to: flags.to, keep: flags.keep }))
    this.log(`${made.folder}: ${made.files} files, ${(made.bytes / 2 ** 20).toFixed(0)} MiB, of ${made.finishedAt}`)
    if (made.removed > 0) this.log(`Removed older backups: ${made.removed}`)
    return made
  }
}

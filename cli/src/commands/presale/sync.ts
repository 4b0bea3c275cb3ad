import { Flags } from "@oclif/core"
import { Schema } from "effect"
import { callerFlags, systemAccount } from "../../flags/CallerFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class PresaleSync extends EffectCommand {
  static override summary = "Read the ticket shop of an event now."
  static override description =
    "The workers read it by themselves, every five minutes by default and when the shop reports a change. Fails when the presale " +
    "is off or the shop can't be read; orders that can't be imported are counted and listed in the back office."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as olga",
    "<%= config.bin %> <%= command.id %> --everything --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override flags = {
    ...callerFlags("node_administration"),
    everything: Flags.boolean({ default: false, description: "read everything, not only what changed" })
  }

  async run() {
    const { flags } = await this.parse(PresaleSync)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { ReadingCount } = await import("@wristbank/core/presale/PresaleReading")
    const { readNow } = await import("../../outgoing/PresaleReading.ts")
    const count = await this.runEffect(readNow({
      event: { event: flags.event, login: flags.as, by: systemAccount(), write: true },
      everything: flags.everything
    }))
    const { added, broken, cancelled, orders, updated } = count
    this.log(`${orders} orders read. Tickets added: ${added}, updated: ${updated}, cancelled: ${cancelled}`)
    if (broken > 0) this.log(`${broken} orders could not be imported: the back office lists them with their reasons`)
    return Schema.encodeSync(ReadingCount)(count)
  }
}

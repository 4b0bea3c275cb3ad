import { Schema } from "effect"
import { PayoutCommand, payoutFlags, runArgument, yesFlag } from "../../shell/PayoutCommand.ts"

export default class PayoutDone extends PayoutCommand {
  static override summary = "Book a payout run as paid, once the bank has executed its file."
  static override description = "The money leaves the event's books for good and guests get their mail. " +
    "Shows the run and asks before it books."
  static override examples = [
    "<%= config.bin %> <%= command.id %> 1 --event 2 --as henry"
  ]
  static override enableJsonFlag = true
  static override args = runArgument
  static override flags = { ...payoutFlags, ...yesFlag }

  async run() {
    const { args, flags } = await this.parse(PayoutDone)
    const { PayoutRunWithStats } = await import("@wristbank/core/payout/PayoutRun")
    const id = BigInt(args.run)
    const { run, total } = await this.ending(
      flags,
      id,
      (comesTo) => `Book run ${id} as paid, ${comesTo}`,
      (runs, caller) => runs.setDone(caller, id)
    )
    this.log(`Run ${run.id} is done, ${total}`)
    return Schema.encodeSync(Schema.toCodecJson(PayoutRunWithStats))(run)
  }
}

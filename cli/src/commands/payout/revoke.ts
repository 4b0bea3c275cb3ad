import { Flags } from "@oclif/core"
import { Schema } from "effect"
import { PayoutCommand, payoutFlags, runArgument, yesFlag } from "../../shell/PayoutCommand.ts"

export default class PayoutRevoke extends PayoutCommand {
  static override summary = "Revoke a payout run: return the reserved money to its guests."
  static override description = "Shows the run and asks before it gives anything back."
  static override examples = [
    "<%= config.bin %> <%= command.id %> 1 --event 2 --as henry"
  ]
  static override enableJsonFlag = true
  static override args = runArgument
  static override flags = {
    ...payoutFlags,
    ...yesFlag,
    force: Flags.boolean({
      description: "revoke although a bank file was made; make sure that the bank does not execute it"
    })
  }

  async run() {
    const { args, flags } = await this.parse(PayoutRevoke)
    const { PayoutRunWithStats } = await import("@wristbank/core/payout/PayoutRun")
    const id = BigInt(args.run)
    const { run, total } = await this.ending(
      flags,
      id,
      (comesTo) => `Revoke run ${id}, ${comesTo}`,
      (runs, caller) => runs.revoke(caller, id, flags.force)
    )
    this.log(`Run ${run.id} is revoked and its money given back: ${total}`)
    return Schema.encodeSync(Schema.toCodecJson(PayoutRunWithStats))(run)
  }
}

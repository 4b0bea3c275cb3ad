import { Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { confirm } from "../../Confirmation.ts"
import { PayoutCommand, payoutFlags, runArgument, yesFlag } from "../../PayoutCommand.ts"

export default class PayoutRevoke extends PayoutCommand {
  static override summary = "Revoke a payout run: give back to its guests what is reserved."
  static override description = "Shows the run and asks before it gives anything back."
  static override enableJsonFlag = true
  static override args = runArgument
  static override flags = {
    ...payoutFlags,
    ...yesFlag,
    force: Flags.boolean({ description: "a bank file was made, and the bank does not execute it for sure" })
  }

  async run() {
    const { args, flags } = await this.parse(PayoutRevoke)
    const { PayoutRunWithStats } = await import("@wristbank/core/payout/PayoutRun")
    const { PayoutRuns } = await import("@wristbank/core/payout/PayoutRuns")
    const { totalOf } = await import("../../views/PayoutLines.ts")
    const id = BigInt(args.run)
    const { run, total } = await this.paying(flags, true, ({ caller, settings }) =>
      Effect.gen(function*() {
        const runs = yield* PayoutRuns
        const told = totalOf(yield* runs.get(caller, id), settings.currency_identifier)
        yield* confirm(`Revoke run ${id}, ${told}`, flags)
        yield* runs.revoke(caller, id, flags.force)
        return { run: yield* runs.get(caller, id), total: told }
      }))
    this.log(`Run ${run.id} is revoked and its money given back: ${total}`)
    return Schema.encodeSync(Schema.toCodecJson(PayoutRunWithStats))(run)
  }
}

import { Effect, Schema } from "effect"
import { PayoutCommand, payoutFlags, runArgument } from "../../shell/PayoutCommand.ts"

export default class PayoutShow extends PayoutCommand {
  static override summary = "Show a payout run with its payouts, by account holder."
  static override description = "Reads one moment and changes nothing. Names and account numbers are shown in full."
  static override examples = [
    "<%= config.bin %> <%= command.id %> 1 --event 2 --as henry"
  ]
  static override enableJsonFlag = true
  static override args = runArgument
  static override flags = payoutFlags

  async run() {
    const { args, flags } = await this.parse(PayoutShow)
    const { Payout } = await import("@wristbank/core/payout/Payout")
    const { PayoutRunWithStats } = await import("@wristbank/core/payout/PayoutRun")
    const { PayoutRuns } = await import("@wristbank/core/payout/PayoutRuns")
    const { runDetailLines } = await import("../../views/PayoutLines.ts")
    const id = BigInt(args.run)
    const { payouts, run, settings: event } = await this.paying(
      flags,
      false,
      ({ caller, settings }) =>
        Effect.gen(function*() {
          const runs = yield* PayoutRuns
          return {
            settings,
            run: yield* runs.get(caller, id),
            payouts: yield* runs.payoutsOf(caller, id)
          }
        })
    )
    for (const line of runDetailLines(run, payouts, event)) this.log(line)
    const Shown = Schema.Struct({ run: PayoutRunWithStats, payouts: Schema.Array(Payout) })
    return Schema.encodeSync(Schema.toCodecJson(Shown))({ run, payouts })
  }
}

import { Effect, Schema } from "effect"
import { PayoutCommand, payoutFlags } from "../../shell/PayoutCommand.ts"

export default class PayoutList extends PayoutCommand {
  static override summary = "List the payout runs of an event, newest first."
  static override description = "Reads one moment and changes nothing."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as henry"
  ]
  static override enableJsonFlag = true
  static override flags = payoutFlags

  async run() {
    const { flags } = await this.parse(PayoutList)
    const { PayoutRunWithStats } = await import("@wristbank/core/payout/PayoutRun")
    const { PayoutRuns } = await import("@wristbank/core/payout/PayoutRuns")
    const { runLines } = await import("../../views/PayoutLines.ts")
    const { lines, runs } = await this.paying(
      flags,
      false,
      ({ caller, settings }) =>
        Effect.map(PayoutRuns.use(({ list }) => list(caller)), (listed) => ({
          lines: runLines(listed, settings),
          runs: listed
        }))
    )
    for (const line of lines) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(PayoutRunWithStats)))(runs)
  }
}

import { Effect, Schema } from "effect"
import { PayoutCommand, payoutFlags } from "../../shell/PayoutCommand.ts"

export default class PayoutPending extends PayoutCommand {
  static override summary = "Show the totals of a payout run without limits, and who would be left out."
  static override description = "Reads one moment and changes nothing; `wristbank payout create` creates the run."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as henry"
  ]
  static override enableJsonFlag = true
  static override flags = payoutFlags

  async run() {
    const { flags } = await this.parse(PayoutPending)
    const { PendingPayoutDetail } = await import("@wristbank/core/payout/PayoutRun")
    const { PayoutRuns } = await import("@wristbank/core/payout/PayoutRuns")
    const { pendingLines } = await import("../../views/PayoutLines.ts")
    const { lines, pending } = await this.paying(
      flags,
      false,
      ({ caller, settings }) =>
        Effect.map(PayoutRuns.use((runs) => runs.pending(caller)), (detail) => ({
          lines: pendingLines(detail, settings),
          pending: detail
        }))
    )
    for (const line of lines) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(PendingPayoutDetail))(pending)
  }
}

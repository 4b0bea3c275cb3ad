import { Effect, Schema } from "effect"
import { confirm } from "../../Confirmation.ts"
import { PayoutCommand, payoutFlags, runArgument, yesFlag } from "../../PayoutCommand.ts"

export default class PayoutDone extends PayoutCommand {
  static override summary = "Book a payout run as paid, once the bank has executed its file."
  static override description = "The money leaves the event's books for good and guests get their mail. " +
    "Shows the run and asks before it books."
  static override enableJsonFlag = true
  static override args = runArgument
  static override flags = { ...payoutFlags, ...yesFlag }

  async run() {
    const { args, flags } = await this.parse(PayoutDone)
    const { PayoutRunWithStats } = await import("@wristbank/core/payout/PayoutRun")
    const { PayoutRuns } = await import("@wristbank/core/payout/PayoutRuns")
    const { totalOf } = await import("../../views/PayoutLines.ts")
    const id = BigInt(args.run)
    const { run, total } = await this.paying(flags, true, ({ caller, settings }) =>
      Effect.gen(function*() {
        const runs = yield* PayoutRuns
        const told = totalOf(yield* runs.get(caller, id), settings.currency_identifier)
        yield* confirm(`Book run ${id} as paid, ${told}`, flags)
        yield* runs.setDone(caller, id)
        return { run: yield* runs.get(caller, id), total: told }
      }))
    this.log(`Run ${run.id} is done, ${total}`)
    return Schema.encodeSync(Schema.toCodecJson(PayoutRunWithStats))(run)
  }
}

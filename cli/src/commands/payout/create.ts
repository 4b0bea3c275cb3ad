import { Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { FlagNotRead } from "../../flags/FlagNotRead.ts"
import { confirm } from "../../shell/Confirmation.ts"
import { PayoutCommand, payoutFlags, yesFlag } from "../../shell/PayoutCommand.ts"

export default class PayoutCreate extends PayoutCommand {
  static override summary = "Create a payout run: reserve the money that guests want on their bank accounts or donate."
  static override description =
    "Shows the number and sum of the payouts, and asks before it creates the run. The run pays no more than was " +
    "shown, whatever guests do meanwhile."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as henry",
    "<%= config.bin %> <%= command.id %> --max-sum 10000.00 --yes --event 2 --as henry"
  ]
  static override enableJsonFlag = true
  static override flags = {
    ...payoutFlags,
    ...yesFlag,
    "max-sum": Flags.string({
      description: "highest sum to the bank, as 1000.00 (default: no limit)",
      helpValue: "<amount>"
    }),
    "max-payouts": Flags.integer({
      description: "most payouts (default: as many as the event allows in a run)",
      helpValue: "<number>"
    })
  }

  async run() {
    const { flags } = await this.parse(PayoutCreate)
    const Money = await import("@wristbank/core/base/Money")
    const { NewPayoutRun, PayoutRunWithStats } = await import("@wristbank/core/payout/PayoutRun")
    const { PayoutRuns } = await import("@wristbank/core/payout/PayoutRuns")
    const { aloneOnScreen } = await import("../../views/Progress.ts")
    const { totalOf } = await import("../../views/PayoutLines.ts")
    const { currency, run } = await this.paying(flags, true, ({ caller, settings }) =>
      Effect.gen(function*() {
        const max_payout_sum = flags["max-sum"] === undefined
          ? Money.Cents.make(Money.limit)
          : Money.parse(flags["max-sum"])
        if (max_payout_sum === undefined) {
          return yield* new FlagNotRead({ message: "--max-sum must be an amount with at most two decimals" })
        }
        const max_num_payouts = flags["max-payouts"] ?? settings.sepa_max_num_payouts_in_run
        const runs = yield* PayoutRuns
        const preview = yield* runs.preview(caller, new NewPayoutRun({ max_payout_sum, max_num_payouts })).pipe(
          aloneOnScreen("Choosing payouts")
        )
        yield* confirm(`Create a run of ${totalOf(preview, settings.currency_identifier)}`, flags)
        const shown = new NewPayoutRun({
          max_payout_sum: preview.total_payout_amount,
          max_num_payouts: preview.n_payouts
        })
        const created = yield* runs.create(caller, shown).pipe(aloneOnScreen("Creating the run"))
        return { run: created, currency: settings.currency_identifier }
      }))
    this.log(`Created run ${run.id} of ${totalOf(run, currency)}`)
    return Schema.encodeSync(Schema.toCodecJson(PayoutRunWithStats))(run)
  }
}

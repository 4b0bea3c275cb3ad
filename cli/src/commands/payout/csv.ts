import { Effect } from "effect"
import { fileFlags, PayoutCommand, payoutFlags, runArgument } from "../../shell/PayoutCommand.ts"

export default class PayoutCsv extends PayoutCommand {
  static override summary = "Write the list of a payout run's payouts for accounting."
  static override description = "It has every payout as it was when the run was created. The audit log names the user."
  static override examples = [
    "<%= config.bin %> <%= command.id %> 1 --event 2 --as henry",
    "<%= config.bin %> <%= command.id %> 1 --output payouts.csv --event 2 --as henry"
  ]
  static override enableJsonFlag = true
  static override args = runArgument
  static override flags = { ...payoutFlags, ...fileFlags }

  async run() {
    const { args, flags } = await this.parse(PayoutCsv)
    const { csvNameOf } = await import("@wristbank/core/payout/PayoutExport")
    const { PayoutFiles } = await import("@wristbank/core/payout/PayoutFiles")
    const { mayWrite, writeWhole } = await import("../../files/OutputFile.ts")
    const destination = { path: flags.output ?? csvNameOf(BigInt(args.run)), force: flags.force }
    const path = await this.paying(flags, false, ({ caller }) =>
      Effect.gen(function*() {
        yield* mayWrite(destination)
        const content = yield* PayoutFiles.use((files) => files.csv(caller, BigInt(args.run)))
        return yield* writeWhole(destination, content)
      }))
    this.log(`Written to ${path}`)
    return { path }
  }
}

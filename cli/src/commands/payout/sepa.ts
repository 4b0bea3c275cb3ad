import { Flags } from "@oclif/core"
import { Effect } from "effect"
import { fileFlags, PayoutCommand, payoutFlags, runArgument } from "../../shell/PayoutCommand.ts"

const versions = ["pain.001.001.09", "pain.001.001.03"] as const

export default class PayoutSepa extends PayoutCommand {
  static override summary = "Write the file that orders the transfers of a payout run from the bank."
  static override description =
    "From then on the bank may have the file, and the run can be revoked only with --force. The audit log names " +
    "the user."
  static override examples = [
    "<%= config.bin %> <%= command.id %> 1 --execution-date 2026-07-06 --event 2 --as henry",
    "<%= config.bin %> <%= command.id %> 1 --previous --output - --event 2 --as henry"
  ]
  static override enableJsonFlag = true
  static override args = runArgument
  static override flags = {
    ...payoutFlags,
    ...fileFlags,
    "execution-date": Flags.string({
      description: "day on which the bank is to pay, as 2026-06-30",
      exactlyOne: ["execution-date", "previous"],
      helpValue: "<date>"
    }),
    previous: Flags.boolean({ description: "write the last file again" }),
    version: Flags.option({
      options: versions,
      default: versions[0],
      description: "version of the message that the bank takes"
    })(),
    part: Flags.integer({
      description: "number of the file, from 1, if the run needs several",
      min: 1,
      exclusive: ["previous"],
      helpValue: "<number>"
    })
  }

  async run() {
    const { args, flags } = await this.parse(PayoutSepa)
    const { bankingDay } = await import("@wristbank/core/base/ExecutionDate")
    const { sepaNameOf } = await import("@wristbank/core/payout/PayoutExport")
    const { PayoutFiles } = await import("@wristbank/core/payout/PayoutFiles")
    const { mayWrite, writeWhole } = await import("../../files/OutputFile.ts")
    const id = BigInt(args.run)
    const executionDate = flags["execution-date"]
    const part = flags.part ?? null
    const named = (name: string) => ({ path: flags.output ?? name, force: flags.force })
    const path = await this.paying(flags, executionDate !== undefined, ({ caller }) =>
      Effect.gen(function*() {
        const files = yield* PayoutFiles
        if (executionDate === undefined) {
          const { content, name } = yield* files.previous(caller, id)
          return yield* writeWhole(named(name), content)
        }
        const destination = named(sepaNameOf(id, part))
        yield* mayWrite(destination)
        const content = yield* files.sepa(caller, id, { executionDate, version: flags.version, part })
        return yield* writeWhole(destination, content)
      }))
    this.log(`Written to ${path}`)
    if (executionDate !== undefined && bankingDay(executionDate) !== executionDate) {
      this.log(`Banks pay nothing on ${executionDate}, but on ${bankingDay(executionDate)}`)
    }
    return { path }
  }
}

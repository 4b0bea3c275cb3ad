import { Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { confirm } from "../../shell/Confirmation.ts"
import { tseArgument, TseCommand, tseFlags } from "../../shell/TseCommand.ts"

export default class TseSwitchOver extends TseCommand {
  static override summary = "Disable a signing device for ever and move its tills to others."
  static override description =
    "The closing of each till ends; cashiers stay signed in and go on. Shows the device and asks before it " +
    "changes anything."
  static override examples = [
    "<%= config.bin %> <%= command.id %> \"TSE 1\" --to \"TSE 2\" --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override args = tseArgument
  static override flags = {
    ...tseFlags,
    to: Flags.string({
      description:
        "number or name of the device that signs from now on (default: for each till the one with the fewest tills)",
      helpValue: "<device>"
    }),
    yes: Flags.boolean({ char: "y", description: "go on without asking" })
  }

  async run() {
    const { args, flags } = await this.parse(TseSwitchOver)
    const { SwitchedOver, SwitchOver } = await import("@wristbank/core/fiscal/Tse")
    const { TseOperations } = await import("@wristbank/core/fiscal/TseOperations")
    const { printable } = await import("@wristbank/core/base/VisibleText")
    const { done, name } = await this.atDevices(flags, true, (caller) =>
      Effect.gen(function*() {
        const operations = yield* TseOperations
        const tse = yield* operations.named(caller, args.tse)
        const target = flags.to === undefined ? null : yield* operations.named(caller, flags.to)
        const order = new SwitchOver({ target_tse_id: target?.id ?? null })
        const printed = printable(tse.name)
        yield* confirm(
          `Disable ${printed}, which is ${tse.status}, for ever and switch over ${counted(tse.tills)}`,
          flags
        )
        return { done: yield* operations.switchOver(caller, tse.id, order), name: printed }
      }))
    const tills = done.till_ids.length
    this.log(`${name} is disabled, ${counted(tills)} ${tills === 1 ? "was" : "were"} switched over`)
    return Effect.runSync(Schema.encodeEffect(Schema.toCodecJson(SwitchedOver))(done))
  }
}

const counted = (tills: number): string => `${tills} ${tills === 1 ? "till" : "tills"}`

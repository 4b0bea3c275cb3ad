import { Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { confirm } from "../../shell/Confirmation.ts"
import { FiscalCommand } from "../../shell/FiscalCommand.ts"

export default class FiscalEndClosings extends FiscalCommand {
  static override summary = "End the open closings of an event's tills, so that an export has all bookings."
  static override description =
    "A closing ends by itself when another cashier signs in, when a shift is closed out or when a device is " +
    "switched over; the last one of each till stays open. Cashiers stay signed in, and their next orders are in " +
    "the next closing. Lists the closings and asks before it ends them."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as olga",
    "<%= config.bin %> <%= command.id %> --till 3 --yes --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override flags = {
    ...callerFlags("node_administration"),
    till: Flags.integer({
      multiple: true,
      description: "number of a till; may be given several times (default: all tills)",
      min: 1,
      helpValue: "<number>"
    }),
    yes: Flags.boolean({ char: "y", description: "go on without asking" })
  }

  async run() {
    const { flags } = await this.parse(FiscalEndClosings)
    const { OpenClosing } = await import("@wristbank/core/till/TillClosing")
    const { TillClosings } = await import("@wristbank/core/fiscal/TillClosings")
    const { closingLines } = await import("../../views/ClosingLines.ts")
    const till_ids = flags.till?.map(BigInt) ?? null
    const ended = await this.asCaller(flags, true, ({ caller, settings }) =>
      Effect.gen({ self: this }, function*() {
        const closings = yield* TillClosings
        const open = yield* closings.open(caller)
        const asked = till_ids ?? open.map(({ till_id }) => till_id)
        const ending = open.filter(({ till_id }) => asked.includes(till_id))
        if (asked.length === 0) return []
        if (ending.length > 0) {
          for (const line of closingLines(ending, settings.time_zone)) this.log(line)
          yield* confirm(`End ${counted(ending.length)}`, flags)
        }
        return yield* closings.end(caller, { till_ids: asked })
      }))
    this.log(`${counted(ended.length)} ended`)
    return Effect.runSync(Schema.encodeEffect(Schema.toCodecJson(Schema.Array(OpenClosing)))(ended))
  }
}

const counted = (closings: number): string => `${closings} ${closings === 1 ? "closing" : "closings"}`

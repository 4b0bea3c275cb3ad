import { Flags } from "@oclif/core"
import { Effect, Layer } from "effect"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { filterArgument, limitFlag, selected } from "../../flags/ListFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

export default class PriceList extends EventCommand {
  static override summary = "List what everything costs now or at another moment, and why."
  static override description =
    "Without --till, a line of its own shows each price list that holds at some till then. Times are those of the event's time zone. " +
    "Reads one moment and changes nothing."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as olga",
    "<%= config.bin %> <%= command.id %> beer --event 2 --as olga --at 2027-01-01T06:00 --till \"Main bar\""
  ]
  static override args = filterArgument
  static override flags = {
    ...callerFlags("node_administration"),
    at: Flags.string({
      description: "the moment, as 2027-01-01T06:00 in the event's time zone or with an offset (default: now)",
      helpValue: "<moment>"
    }),
    till: Flags.string({
      description: "number or name of a till: what its buttons sell (default: all)",
      helpValue: "<till>"
    }),
    ...limitFlag
  }

  async run() {
    const { args, flags } = await this.parse(PriceList)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { ListedPrices } = await import("@wristbank/core/event/ListedPrices")
    const { placeOf } = await import("@wristbank/core/organisation/Place")
    const { readTills, tillNamed, tillReading } = await import("../../shell/EventTills.ts")
    const { localMomentOf } = await import("../../flags/Moment.ts")
    const { listLines } = await import("../../views/ListLines.ts")
    const { encodePrices, priceColumns, priceRows } = await import("../../views/PriceLines.ts")
    const { rows, settings } = await this.inEvent(
      { ...flags, write: false },
      { ...tillReading, layer: Layer.merge(tillReading.layer, ListedPrices.layer) },
      Effect.fnUntraced(function*({ caller, settings: ofEvent }) {
        const at = (yield* localMomentOf(flags.at, ofEvent.time_zone)) ?? null
        const till = yield* tillNamed(flags.till, (yield* readTills(caller)).tills)
        const prices = yield* ListedPrices
        const listed = yield* prices.at(yield* prices.withBelow(placeOf(caller)), at, till?.id ?? null)
        return { rows: priceRows(listed, till !== null), settings: ofEvent }
      })
    )
    const listed = selected(rows, ({ product }) => [product], { ...args, ...flags })
    for (const line of listLines(listed, priceColumns(settings), "Nothing is sold then.")) this.log(line)
    return encodePrices(listed.shown)
  }
}

import { Flags } from "@oclif/core"
import { Effect, Layer, Schema } from "effect"
import { eventArgument } from "../../eventfile/EventFileFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class SealShow extends EffectCommand {
  static override summary = "List the seals of an event's business days, to be kept outside the database."
  static override description =
    "A seal is a hash of everything that was booked on a day. Write the newest one down or keep the list (--json) where those who can " +
    "write to the database can't: `wristbank seal check` compares it later. Reads one moment and changes nothing."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %> 2",
    "<%= config.bin %> <%= command.id %> 2 --day 2026-06-30"
  ]
  static override args = eventArgument
  static override flags = {
    day: Flags.string({
      description: "only this business day, as 2026-06-30; may be repeated",
      multiple: true,
      helpValue: "<date>"
    })
  }

  async run() {
    const { args, flags } = await this.parse(SealShow)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { DaySeal } = await import("@wristbank/core/report/DaySeal")
    const { DaySeals } = await import("@wristbank/core/report/DaySeals")
    const { EventRepository } = await import("@wristbank/core/event/EventRepository")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { eventZones } = await import("../../shell/EventZones.ts")
    const { eventNamed } = await import("../../shell/NamedNodes.ts")
    const { databaseLayer } = await import("../../postgres/DatabaseServer.ts")
    const { sealLines } = await import("../../views/SealLines.ts")
    const services = Layer.mergeAll(EventRepository.layer, NodeRepository.layer, DaySeals.layer)
    const { seals, timeZone } = await this.runEffect(
      Effect.gen(function*() {
        const event = yield* eventNamed(args.event)
        return { seals: yield* DaySeals.use(({ list }) => list(event)), timeZone: (yield* eventZones).get(event)! }
      }).pipe(Effect.provide(Layer.provide(services, databaseLayer)))
    )
    const shown = flags.day === undefined ? seals : seals.filter(({ day }) => flags.day!.includes(day))
    for (const line of sealLines(shown, timeZone)) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(DaySeal)))(shown)
  }
}

import { Effect, Layer, Schema } from "effect"
import { filterArgument, limitFlag, selected } from "../../flags/ListFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class EventList extends EffectCommand {
  static override summary = "List the events with their numbers, names and dates."
  static override description =
    "The name is the one that other commands take: with those of the nodes above the event. Reads one moment and changes nothing."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> harbour"
  ]
  static override args = filterArgument
  static override flags = limitFlag

  async run() {
    const { args, flags } = await this.parse(EventList)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { EventRepository } = await import("@wristbank/core/event/EventRepository")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { databaseLayer } = await import("../../postgres/DatabaseServer.ts")
    const { eventColumns, ListedEvent, listedEvents } = await import("../../views/ListedEvent.ts")
    const { listLines } = await import("../../views/ListLines.ts")
    const events = await this.runEffect(
      listedEvents.pipe(
        Effect.provide(Layer.provide(Layer.merge(EventRepository.layer, NodeRepository.layer), databaseLayer))
      )
    )
    const listed = selected(events, ({ name }) => [name], { ...args, ...flags })
    for (const line of listLines(listed, eventColumns, "There is no such event.")) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(ListedEvent)))(listed.shown)
  }
}

import { Effect, Layer, Schema } from "effect"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { filterArgument, limitFlag, selected } from "../../flags/ListFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

export default class TerminalList extends EventCommand {
  static override summary = "List the terminals of an event, with their tills and when they last called."
  static override description =
    "The codes that register them are not in it: `terminal code` prints those. Reads one moment and changes nothing."
  static override enableJsonFlag = true
  static override examples = ["<%= config.bin %> <%= command.id %> bar --event 2 --as olga"]
  static override args = filterArgument
  static override flags = { ...callerFlags("node_administration"), ...limitFlag }

  async run() {
    const { args, flags } = await this.parse(TerminalList)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Id } = await import("@wristbank/core/base/Id")
    const { nullOr } = await import("@wristbank/core/base/OptionalField")
    const { mayManage, placeOf } = await import("@wristbank/core/organisation/Place")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { Terminals } = await import("@wristbank/core/till/Terminals")
    const { Tills } = await import("@wristbank/core/till/Tills")
    const { momentAt } = await import("../../views/ListedEvent.ts")
    const { listLines } = await import("../../views/ListLines.ts")
    const ListedTerminal = Schema.Struct({
      id: Id,
      name: Schema.String,
      /** The till that it serves; null for none. */
      till: nullOr(Schema.String),
      /** Whether a device is registered as this terminal. */
      registered: Schema.Boolean,
      /** When its device last called, a few seconds late; null while it has none. */
      last_seen: nullOr(Schema.DateTimeUtc)
    })
    const { terminals, timeZone } = await this.inEvent(
      { ...flags, write: false },
      { privileges: mayManage, layer: Layer.mergeAll(NodeRepository.layer, Terminals.layer, Tills.layer) },
      ({ caller, settings }) =>
        Effect.gen(function*() {
          const nodes = yield* Effect.orDie(NodeRepository.use(({ subtree }) => subtree(caller.eventId)))
          const place = { ...placeOf(caller), pathIds: nodes.map(({ id }) => id) }
          const tills = yield* Tills.use(({ list }) => list(place))
          const found = yield* Terminals.use(({ list }) => list(place))
          return {
            timeZone: settings.time_zone,
            terminals: found.map(({ id, last_seen, name, session_uuid, till_id }) => ({
              id,
              name,
              till: tills.find((till) => till.id === till_id)?.name ?? null,
              registered: session_uuid !== null,
              last_seen: session_uuid === null ? null : last_seen
            }))
          }
        })
    )
    const listed = selected(terminals, ({ name, till }) => [name, till ?? ""], { ...args, ...flags })
    const columns = {
      terminal: ({ id }: typeof ListedTerminal.Type) => String(id),
      name: ({ name }: typeof ListedTerminal.Type) => name,
      till: ({ till }: typeof ListedTerminal.Type) => till ?? "",
      device: ({ registered }: typeof ListedTerminal.Type) => registered ? "registered" : "waits for one",
      "last seen": ({ last_seen }: typeof ListedTerminal.Type) => momentAt(last_seen, timeZone)
    }
    for (const line of listLines(listed, columns, "There is no such terminal.")) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(ListedTerminal)))(listed.shown)
  }
}

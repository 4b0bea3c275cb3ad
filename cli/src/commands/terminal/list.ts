import { Effect, Schema } from "effect"
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
    const { readTills, tillReading } = await import("../../shell/EventTills.ts")
    const { moment } = await import("../../views/Table.ts")
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
    const { timeZone, ...read } = await this.inEvent(
      { ...flags, write: false },
      tillReading,
      ({ caller, settings }) => Effect.map(readTills(caller), (found) => ({ ...found, timeZone: settings.time_zone }))
    )
    const terminals = read.terminals.map(({ id, last_seen, name, session_uuid, till_id }) => ({
      id,
      name,
      till: read.tills.find((till) => till.id === till_id)?.name ?? null,
      registered: session_uuid !== null,
      last_seen: session_uuid === null ? null : last_seen
    }))
    const listed = selected(terminals, ({ name, till }) => [name, till ?? ""], { ...args, ...flags })
    const columns = {
      terminal: ({ id }: typeof ListedTerminal.Type) => String(id),
      name: ({ name }: typeof ListedTerminal.Type) => name,
      till: ({ till }: typeof ListedTerminal.Type) => till ?? "",
      device: ({ registered }: typeof ListedTerminal.Type) => registered ? "registered" : "waits for one",
      "last seen": ({ last_seen }: typeof ListedTerminal.Type) => moment(last_seen, timeZone)
    }
    for (const line of listLines(listed, columns, "There is no such terminal.")) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(ListedTerminal)))(listed.shown)
  }
}

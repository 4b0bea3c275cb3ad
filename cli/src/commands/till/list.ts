import { Schema } from "effect"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { filterArgument, limitFlag, selected } from "../../flags/ListFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

export default class TillList extends EventCommand {
  static override summary = "List the tills of an event, with their nodes, terminals and cash registers."
  static override description = "Reads one moment and changes nothing."
  static override enableJsonFlag = true
  static override examples = ["<%= config.bin %> <%= command.id %> bar --event 2 --as olga"]
  static override args = filterArgument
  static override flags = { ...callerFlags("node_administration"), ...limitFlag }

  async run() {
    const { args, flags } = await this.parse(TillList)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Id } = await import("@wristbank/core/base/Id")
    const { nullOr } = await import("@wristbank/core/base/OptionalField")
    const { readTills, tillReading } = await import("../../shell/EventTills.ts")
    const { listLines } = await import("../../views/ListLines.ts")
    const ListedTill = Schema.Struct({
      id: Id,
      name: Schema.String,
      node: Schema.String,
      /** The terminal that serves it; null for none. */
      terminal: nullOr(Schema.String),
      /** The cash register that lies in it; null for none. */
      cash_register: nullOr(Schema.String)
    })
    const read = await this.inEvent({ ...flags, write: false }, tillReading, ({ caller }) => readTills(caller))
    const tills = read.tills.map((till) => ({
      id: till.id,
      name: till.name,
      node: read.nodes.find(({ id }) => id === till.node_id)?.name ?? "",
      terminal: read.terminals.find(({ till_id }) => till_id === till.id)?.name ?? null,
      cash_register: till.current_cash_register_name
    }))
    const listed = selected(tills, ({ name }) => [name], { ...args, ...flags })
    const columns = {
      till: ({ id }: typeof ListedTill.Type) => String(id),
      name: ({ name }: typeof ListedTill.Type) => name,
      node: ({ node }: typeof ListedTill.Type) => node,
      terminal: ({ terminal }: typeof ListedTill.Type) => terminal ?? "",
      "cash register": ({ cash_register }: typeof ListedTill.Type) => cash_register ?? ""
    }
    for (const line of listLines(listed, columns, "There is no such till.")) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(ListedTill)))(listed.shown)
  }
}

import { Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

export default class PresaleList extends EventCommand {
  static override summary = "List presale tickets with their guests, in the order in which they were imported."
  static override description = "Codes of tickets let guests in, so keep the list to yourself."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as olga",
    "<%= config.bin %> <%= command.id %> --search meyer --state valid --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override flags = {
    ...callerFlags("node_administration"),
    search: Flags.string({ description: "part of order, code, product, name or e-mail", helpValue: "<text>" }),
    state: Flags.option({
      description: "tickets in this state alone",
      options: ["valid", "suspended", "cancelled"] as const
    })()
  }

  async run() {
    const { flags } = await this.parse(PresaleList)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { ExternalTicket } = await import("@wristbank/core/presale/ExternalTicket")
    const { PresaleTickets } = await import("@wristbank/core/presale/PresaleTickets")
    const { mayManage } = await import("@wristbank/core/organisation/Place")
    const { ticketLines } = await import("../../views/PresaleLines.ts")
    const wanted = {
      ...(flags.search === undefined ? {} : { search: flags.search }),
      ...(flags.state === undefined ? {} : { state: flags.state })
    }
    const { tickets, timeZone } = await this.inEvent(
      { ...flags, write: false },
      { privileges: mayManage, layer: PresaleTickets.layer },
      ({ caller, settings }) =>
        Effect.map(
          PresaleTickets.use((service) => service.all(caller, wanted)),
          (found) => ({ tickets: found, timeZone: settings.time_zone })
        )
    )
    for (const line of ticketLines(tickets, timeZone)) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(ExternalTicket)))(tickets)
  }
}

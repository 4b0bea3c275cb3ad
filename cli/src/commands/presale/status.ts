import { Effect, Layer, Schema } from "effect"
import { asOfFlag } from "../../flags/AsOf.ts"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

export default class PresaleStatusCommand extends EventCommand {
  static override summary = "Show how the import of presale tickets stands."
  static override description =
    "Readings of the ticket shop, tickets and credit, and what waits for a decision. Readings and what waits are known of now only, " +
    "so --as-of shows tickets and credit alone."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as olga",
    "<%= config.bin %> <%= command.id %> --as-of 2026-06-26T18:00:00+02:00 --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override flags = {
    ...callerFlags("node_administration"),
    "as-of": asOfFlag("tickets and credit of a moment in the past, as 2026-06-30T18:00:00+02:00")
  }

  async run() {
    const { flags } = await this.parse(PresaleStatusCommand)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { PresaleStats } = await import("@wristbank/core/presale/ExternalTicket")
    const { PresaleStatus } = await import("@wristbank/core/presale/PresaleStatus")
    const { PresaleStatuses } = await import("@wristbank/core/presale/PresaleStatuses")
    const { PresaleTickets } = await import("@wristbank/core/presale/PresaleTickets")
    const { mayManage } = await import("@wristbank/core/organisation/Place")
    const { momentOf } = await import("../../flags/Moment.ts")
    const { statusLines } = await import("../../views/PresaleLines.ts")
    const found = await this.inEvent(
      { ...flags, write: false },
      { privileges: mayManage, layer: Layer.merge(PresaleStatuses.layer, PresaleTickets.layer) },
      ({ caller, settings }) =>
        Effect.gen(function*() {
          const asOf = (yield* momentOf(flags["as-of"])) ?? null
          const status = asOf === null ? { status: yield* PresaleStatuses.use(({ get }) => get(caller)) } : {}
          const figures = yield* PresaleTickets.use(({ stats }) => stats(caller, asOf))
          return { ...status, figures, currency: settings.currency_identifier, timeZone: settings.time_zone }
        })
    )
    for (const line of statusLines(found)) this.log(line)
    const answer = Schema.Struct({ status: Schema.optionalKey(PresaleStatus), figures: PresaleStats })
    return Schema.encodeSync(Schema.toCodecJson(answer))(found)
  }
}

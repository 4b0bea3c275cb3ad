import { Effect, Layer, Schema } from "effect"
import { oneEventFlag } from "../../flags/CallerFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class Unverified extends EffectCommand {
  static override summary = "List card payments that need an operator's decision, oldest first."
  static override description =
    "Orders that were booked on a terminal's report and not confirmed by the card provider, and orders that were " +
    "paid and could not be booked. Reads one moment and changes nothing; `wristbank card settle` settles the " +
    "listed payments."
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --event 2"
  ]
  static override enableJsonFlag = true
  static override flags = oneEventFlag("all events")

  async run() {
    const { flags } = await this.parse(Unverified)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { UnverifiedPayment } = await import("@wristbank/core/sale/PendingOrder")
    const { PendingOrderRepository } = await import("@wristbank/core/sale/PendingOrderRepository")
    const { EventRepository } = await import("@wristbank/core/event/EventRepository")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { eventZones } = await import("../../shell/EventZones.ts")
    const { eventNamed } = await import("../../shell/NamedNodes.ts")
    const { databaseLayer } = await import("../../postgres/DatabaseServer.ts")
    const { paymentLines } = await import("../../views/UnverifiedPaymentLines.ts")
    const { payments, zones } = await this.runEffect(
      Effect.gen(function*() {
        const event = flags.event === undefined ? null : yield* eventNamed(flags.event)
        return {
          payments: yield* PendingOrderRepository.use(({ unverified }) => unverified(event)),
          zones: yield* eventZones
        }
      }).pipe(
        Effect.provide(
          Layer.provide(
            Layer.mergeAll(EventRepository.layer, NodeRepository.layer, PendingOrderRepository.layer),
            databaseLayer
          )
        )
      )
    )
    for (const line of paymentLines(payments, zones)) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(UnverifiedPayment)))(payments)
  }
}

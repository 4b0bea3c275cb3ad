import { Effect, Layer, Schema } from "effect"
import { oneEventFlag } from "../../flags/CallerFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class Unverified extends EffectCommand {
  static override summary = "List card payments that need an operator's decision, oldest first."
  static override description =
    "Orders that were booked on a terminal's report and not confirmed by the card provider, and orders that were " +
    "paid and could not be booked. Reads one moment and changes nothing; `wristbank card settle` settles the " +
    "listed payments."
  static override enableJsonFlag = true
  static override flags = oneEventFlag("all events")

  async run() {
    const { flags } = await this.parse(Unverified)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { UnverifiedPayment } = await import("@wristbank/core/sale/PendingOrder")
    const { PendingOrderRepository } = await import("@wristbank/core/sale/PendingOrderRepository")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { eventNamed } = await import("../../shell/NamedNodes.ts")
    const { databaseLayer } = await import("../../postgres/DatabaseServer.ts")
    const { paymentLines } = await import("../../views/UnverifiedPaymentLines.ts")
    const payments = await this.runEffect(
      Effect.gen(function*() {
        const event = flags.event === undefined ? null : yield* eventNamed(flags.event)
        return yield* PendingOrderRepository.use(({ unverified }) => unverified(event))
      }).pipe(
        Effect.provide(Layer.provide(Layer.merge(NodeRepository.layer, PendingOrderRepository.layer), databaseLayer))
      )
    )
    for (const line of paymentLines(payments)) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(UnverifiedPayment)))(payments)
  }
}

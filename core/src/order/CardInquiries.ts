import { Cause, Context, Effect, Layer } from "effect"
import { CardMerchants } from "../card/CardMerchants.ts"
import { type CardMerchant, CardProvider, CardProviderError } from "../card/CardProvider.ts"
import type { EventConfiguration } from "../organisation/EventConfiguration.ts"
import { within } from "../sql/Deadline.ts"
import type { ProviderAnswer } from "./PendingOrderStep.ts"

/** How long a terminal, which itself waits for an answer, waits for the provider's, in milliseconds. */
const patienceMillis = 1_000

/** Asks the card provider about orders. Never inside a database transaction; whatever goes wrong is an answer. */
export class CardInquiries extends Context.Service<CardInquiries>()("core/CardInquiries", {
  make: Effect.gen(function*() {
    const merchants = yield* CardMerchants
    const provider = yield* CardProvider

    /** What the provider says of an order's payment; there is nobody to ask without a merchant. */
    const ask = (merchant: CardMerchant | null, uuid: string): Effect.Effect<ProviderAnswer> =>
      merchant === null ? Effect.succeed({ kind: "nobody" }) : answered(provider.terminalPayment(merchant, uuid))

    /** As `ask`, for a terminal of the event. */
    const askForTerminal = (configuration: EventConfiguration, uuid: string): Effect.Effect<ProviderAnswer> =>
      Effect.flatMap(merchants.within(configuration), (merchant) =>
        merchant === null
          ? ask(merchant, uuid)
          : answered(
            within(patienceMillis, () => new CardProviderError({ reason: "timeout" }))(
              provider.terminalPayment(merchant, uuid)
            )
          ))

    return { ask, askForTerminal }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** A till must not stop, so that a defect counts as an answer that makes no sense. */
const answered = (
  payment: ReturnType<CardProvider["Service"]["terminalPayment"]>
): Effect.Effect<ProviderAnswer> =>
  payment.pipe(
    Effect.map((found): ProviderAnswer => found === null ? { kind: "absent" } : { kind: "payment", payment: found }),
    Effect.catchTag("SumUpError", (error) => Effect.succeed<ProviderAnswer>({ kind: "error", error })),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.as(
        Effect.logError("Asking the card provider failed", cause),
        { kind: "error" as const, error: new CardProviderError({ reason: "unreadable" }) }
      )
    )
  )

import { Context, Effect, Layer } from "effect"
import type { Deactivation } from "../card/CardCheckout.ts"
import { CardMerchants } from "../card/CardMerchants.ts"
import { type CardMerchant, CardProvider, CardProviderError } from "../card/CardProvider.ts"
import type { EventConfiguration } from "../event/EventConfiguration.ts"
import { within } from "../sql/Deadline.ts"
import { keepGoing } from "../sql/Outages.ts"
import type { CheckoutAnswer } from "./CheckoutStep.ts"
import type { PendingOrder } from "./PendingOrder.ts"
import type { ProviderAnswer } from "./PendingOrderStep.ts"

/** How long a terminal, which itself waits for an answer, waits for the provider, in milliseconds. */
const timeoutMillis = 1_000

/** Asks the card provider about orders, never inside a database transaction. Failures are returned as answers. */
export class CardInquiries extends Context.Service<CardInquiries>()("core/CardInquiries", {
  make: Effect.gen(function*() {
    const merchants = yield* CardMerchants
    const provider = yield* CardProvider

    /** The provider's answer about an order's payment. Without a merchant no one can be asked. */
    const ask = (merchant: CardMerchant | null, uuid: string): Effect.Effect<ProviderAnswer> =>
      merchant === null
        ? Effect.succeed({ kind: "nobody" })
        : paymentAnswer(merchant, provider.terminalPayment(merchant, uuid))

    /** As `ask`, for a terminal of the event. */
    const askForTerminal = (configuration: EventConfiguration, uuid: string): Effect.Effect<ProviderAnswer> =>
      Effect.flatMap(merchants.forTerminals(configuration), (merchant) =>
        merchant === null
          ? ask(merchant, uuid)
          : paymentAnswer(
            merchant,
            within(timeoutMillis, () => new CardProviderError({ reason: "timeout" }))(
              provider.terminalPayment(merchant, uuid)
            )
          ))

    /** The provider's answer about the checkout of an order. */
    const askCheckout = (
      merchant: CardMerchant | null,
      { checkout_id, uuid }: Pick<PendingOrder, "checkout_id" | "uuid">
    ): Effect.Effect<CheckoutAnswer> => {
      if (merchant === null) return Effect.succeed({ kind: "nobody" })
      const { merchantCode } = merchant
      const found = checkout_id === null
        ? provider.checkoutOf(merchant, uuid)
        : provider.checkout(merchant, checkout_id)
      return answered(
        Effect.map(
          found,
          (checkout): CheckoutAnswer =>
            checkout === null ? { kind: "absent" } : { kind: "checkout", checkout, merchantCode }
        )
      )
    }

    /** Makes a checkout unpayable. */
    const deactivate = (merchant: CardMerchant, checkoutId: string): Effect.Effect<Deactivation | ProviderFailure> =>
      answered(provider.deactivate(merchant, checkoutId))

    return { ask, askCheckout, askForTerminal, deactivate }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(CardMerchants.layer))
}

interface ProviderFailure {
  readonly kind: "error"
  readonly error: CardProviderError
}

const paymentAnswer = (
  { merchantCode }: CardMerchant,
  payment: ReturnType<CardProvider["Service"]["terminalPayment"]>
): Effect.Effect<ProviderAnswer> =>
  answered(Effect.map(
    payment,
    (found): ProviderAnswer => found === null ? { kind: "absent" } : { kind: "payment", payment: found, merchantCode }
  ))

/** A till must not stop, so a defect counts as an invalid answer. */
const answered = <A>(asked: Effect.Effect<A, CardProviderError>): Effect.Effect<A | ProviderFailure> =>
  asked.pipe(
    Effect.catchTag("SumUpError", (error) => Effect.succeed<A | ProviderFailure>({ kind: "error", error })),
    keepGoing("card payments", "Asking the card provider failed", "Error"),
    Effect.map((answer) => answer ?? { kind: "error", error: new CardProviderError({ reason: "unreadable" }) })
  )

import { Context, DateTime, Effect, Layer, Semaphore } from "effect"
import { randomUUID } from "node:crypto"
import { Configuration } from "../base/Configuration.ts"
import { limits } from "../base/limits/Limits.ts"
import type * as Money from "../base/Money.ts"
import { toJson } from "../base/Money.ts"
import { InvalidArgument, NotFound, ServiceUnavailable } from "../base/Refusal.ts"
import type { CardCheckout } from "../card/CardCheckout.ts"
import { CardMerchants } from "../card/CardMerchants.ts"
import { type CardMerchant, CardProvider, CardProviderError } from "../card/CardProvider.ts"
import { CardStandIn, payUrl, providerOf } from "../card/CardStandIn.ts"
import type { EventConfiguration } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { decideAgain, decided, overtaken, reconfigured } from "../journal/DecideAgain.ts"
import { orderRules } from "../journal/OrderRules.ts"
import { type NewAuditLog, originators } from "../organisation/AuditLog.ts"
import { SignInLimits } from "../organisation/SignInLimits.ts"
import { within } from "../sql/Deadline.ts"
import type { SignedInCustomer } from "../wristband/CustomerSession.ts"
import { CardBookings } from "./CardBookings.ts"
import { virtualTill } from "./CardEntry.ts"
import { CardInquiries } from "./CardInquiries.ts"
import {
  abandoned,
  atCheckout,
  atGivingUp,
  type CheckoutAnswer,
  closed,
  guestStatusOf,
  isOpen,
  undecided
} from "./CheckoutStep.ts"
import { checkoutDescription, onlineRegistration, onlineTopUp, type Payer } from "./OnlineTopUp.ts"
import { PayerRepository } from "./PayerRepository.ts"
import type { PendingOrder } from "./PendingOrder.ts"
import { PendingOrderRepository } from "./PendingOrderRepository.ts"
import type { Step } from "./PendingOrderStep.ts"
import { CheckedCheckout, CreatedCheckout, OpenCheckout } from "./WebCheckout.ts"

/** How long a guest who requests a checkout waits for the provider to make it, in milliseconds. */
const makingMillis = 5_000

/** How long a guest who asks about an order waits for the provider, in milliseconds. */
const checkingMillis = 2_000

/** The most simultaneous questions of guests to the provider. */
const questions = 16

/** Guests' top-ups on the web. */
export class OnlineTopUps extends Context.Service<OnlineTopUps>()("core/OnlineTopUps", {
  make: Effect.gen(function*() {
    const { cardPaymentTimeoutSeconds: timeoutSeconds, sumupEnabled } = yield* Configuration
    const cards = yield* CardBookings
    const configurations = yield* EventConfigurations
    const inquiries = yield* CardInquiries
    const merchants = yield* CardMerchants
    const payers = yield* PayerRepository
    const provider = yield* CardProvider
    const rateLimits = yield* SignInLimits
    const repository = yield* PendingOrderRepository
    const standIn = yield* CardStandIn
    const asking = yield* Semaphore.make(questions)

    /** The merchant who gets the payments, if guests may top up at the event. */
    const merchantOf = Effect.fnUntraced(function*(configuration: EventConfiguration) {
      const isOn = sumupEnabled && configuration.settings.sumup_topup_enabled
      const merchant = isOn ? yield* merchants.configured(configuration) : null
      if (merchant === null) return yield* InvalidArgument.of(orderRules.top_up_web_off)
      return merchant
    })

    /** Stores the order, and with it its share of the highest balance, before anyone can pay it. */
    const register = Effect.fnUntraced(function*({ accountId, eventId }: SignedInCustomer, amount: Money.Cents) {
      const uuid = randomUUID()
      let isCounted = false
      return yield* decideAgain(Effect.gen(function*() {
        const configuration = yield* configurations.current(eventId)
        const merchant = yield* merchantOf(configuration)
        const payer = yield* Effect.orDie(payers.find(eventId, accountId))
        if (payer === undefined) return yield* new NotFound({ element_type: "account", element_id: accountId })
        const draft = yield* Effect.fromResult(onlineTopUp({ uuid, amount, event: configuration, payer }))
        if (!isCounted) {
          yield* rateLimits.consume({ key: `checkout ${eventId} ${accountId}`, limit: limits.checkouts })
        }
        isCounted = true
        const registration = onlineRegistration({
          configuration,
          draft,
          till: virtualTill(configuration),
          now: yield* DateTime.now,
          timeoutSeconds
        })
        const outcome = yield* Effect.orDie(repository.register(registration))
        if (outcome !== "registered") return outcome === "stale" ? reconfigured : overtaken
        return decided({ configuration, merchant, order: registration.order, payer })
      }))
    })

    /** Handles an unknown outcome: if the provider has made the checkout, it is used, else the order is given up. */
    const recover = Effect.fnUntraced(function*(merchant: CardMerchant, order: PendingOrder, error: CardProviderError) {
      const answer = yield* within(checkingMillis, () => error)(inquiries.askCheckout(merchant, order))
      if (answer.kind === "checkout") return answer.checkout
      if (answer.kind === "absent") {
        yield* Effect.orDie(repository.change(order, abandoned(order, yield* DateTime.now)))
      }
      return yield* error
    })

    const makeCheckout = (
      merchant: CardMerchant,
      { configuration, order, payer }: {
        readonly configuration: EventConfiguration
        readonly order: PendingOrder
        readonly payer: Payer
      }
    ): Effect.Effect<CardCheckout, CardProviderError> =>
      provider.createCheckout(merchant, {
        reference: order.uuid,
        amount: order.amount,
        description: checkoutDescription(configuration.settings.name, payer, order.uuid),
        validUntil: order.valid_until ?? order.created_at
      }).pipe(
        within(makingMillis, () => new CardProviderError({ reason: "timeout" })),
        Effect.catch((error) => recover(merchant, order, error))
      )

    /**
     * Begins a top-up. The order is stored before the provider makes its checkout, so that after any failure the order's
     * uuid finds the checkout. A checkout that the guest never received is deactivated.
     */
    const create = Effect.fn("OnlineTopUps.create")(
      function*(guest: SignedInCustomer, { amount }: { readonly amount: Money.Cents }) {
        const { merchant, ...made } = yield* register(guest, amount)
        const { order } = made
        const checkout = yield* makeCheckout(merchant, made)
        // A checkout with a different amount is not handed out; being unknown to the guest, it is deactivated later.
        if (checkout.amount !== order.amount || checkout.currency !== order.currency || checkout.status !== "pending") {
          return yield* new CardProviderError({ reason: "unreadable" })
        }
        if (!(yield* Effect.orDie(repository.nameCheckout(order, checkout.id)))) return yield* new ServiceUnavailable()
        return createdCheckout(order, checkout.id, merchant.provider)
      }
    )

    /**
     * Decides the step of an order, after the provider was asked and has deactivated the checkout of an order that is given
     * up.
     */
    const decide = Effect.fnUntraced(function*(
      merchant: CardMerchant | null,
      order: PendingOrder,
      answer: CheckoutAnswer,
      now: DateTime.Utc,
      rule: typeof atCheckout = atCheckout
    ): Effect.fn.Return<Step> {
      const first = rule(order, answer, now)
      if (first.kind === "step") return first.step
      if (merchant === null) return undecided(order, null, now)
      const outcome = yield* inquiries.deactivate(merchant, first.checkoutId)
      if (outcome === "absent" || outcome === "deactivated") return closed(order, now)
      if (outcome !== "processed") return undecided(order, outcome.error.message, now)
      const again = atCheckout(order, yield* inquiries.askCheckout(merchant, order), now)
      return again.kind === "step" ? again.step : undecided(order, null, now)
    })

    /** Asks the provider about a due order, and carries out the step that the answer leads to. */
    const settle = Effect.fn("OnlineTopUps.settle")(function*(order: PendingOrder, now: DateTime.Utc) {
      const merchant = yield* merchants.configured(yield* configurations.current(order.event_id))
      const answer = yield* inquiries.askCheckout(merchant, order)
      const step = yield* decide(merchant, order, answer, now)
      return { outcome: yield* cards.carryOut(order, step, now), step }
    })

    /** As `settle`, for a guest who asks. A step that changes nothing is not stored, so that asking delays no sweep. */
    const look = Effect.fnUntraced(function*(order: PendingOrder) {
      const merchant = yield* merchants.configured(yield* configurations.current(order.event_id))
      const answer = yield* inquiries.askCheckout(merchant, order)
      const now = yield* DateTime.now
      const step = yield* decide(merchant, order, answer, now)
      const { status, verification } = step.next
      if (status !== order.status || verification !== order.verification) yield* cards.carryOut(order, step, now)
      return answer.kind === "checkout" ? answer.checkout.status : null
    })

    const find = Effect.fnUntraced(function*({ accountId, eventId }: SignedInCustomer, uuid: string) {
      const order = yield* Effect.orDie(repository.find(eventId, uuid))
      const belongsToCaller = order?.payment_type === "sumup_online" && order.customer_account_id === accountId
      return order !== undefined && belongsToCaller
        ? order
        : yield* new NotFound({ element_type: "PendingOrder", element_id: uuid })
    })

    /** The guest's top-ups that may still be paid, oldest first. A guest whose answer was lost finds the top-up here. */
    const open = Effect.fn("OnlineTopUps.open")(function*({ accountId, eventId }: SignedInCustomer) {
      const orders = yield* Effect.orDie(repository.waitingOf(eventId, accountId))
      const payPages = orders.length === 0 ? null : providerOf(standIn, yield* configurations.current(eventId))
      return orders.filter(isOpen).map((order) => openCheckout(order, payPages))
    })

    /** The state of one of the guest's top-ups. The provider is asked while it is open. */
    const check = Effect.fn("OnlineTopUps.check")(
      function*(guest: SignedInCustomer, { order_uuid: uuid }: { readonly order_uuid: string }) {
        const order = yield* find(guest, uuid)
        if (!isOpen(order)) return new CheckedCheckout({ status: guestStatusOf(order) })
        const lastTry = yield* asking.withPermit(Effect.orDie(look(order))).pipe(
          within(checkingMillis, () => new CardProviderError({ reason: "timeout" })),
          Effect.catchTag("SumUpError", () => Effect.succeed(null))
        )
        return new CheckedCheckout({ status: guestStatusOf(yield* find(guest, uuid), lastTry) })
      }
    )

    /** Asks about an open order that its guest gives up, and carries out the step; fails when the order stays open. */
    const close = Effect.fnUntraced(function*(order: PendingOrder) {
      const merchant = yield* merchants.configured(yield* configurations.current(order.event_id))
      const answer = yield* inquiries.askCheckout(merchant, order)
      const now = yield* DateTime.now
      const step = yield* decide(merchant, order, answer, now, atGivingUp)
      if (!step.books && isOpen(step.next)) {
        return yield* answer.kind === "error" ? answer.error : new CardProviderError({ reason: "refused" })
      }
      yield* Effect.orDie(
        cards.carryOut(order, step, now, step.next.status === "cancelled" ? givenUpEntry(order) : null)
      )
    })

    /**
     * Gives one of the guest's top-ups up; repeating it is allowed. It can't be paid afterwards, and its share of the
     * balance limit is free again. A paid top-up is booked instead. While the provider can't be asked it stays open.
     */
    const cancel = Effect.fn("OnlineTopUps.cancel")(
      function*(guest: SignedInCustomer, { order_uuid: uuid }: { readonly order_uuid: string }) {
        return yield* decideAgain(Effect.gen(function*() {
          const order = yield* find(guest, uuid)
          if (!isOpen(order)) return decided(new CheckedCheckout({ status: guestStatusOf(order) }))
          yield* asking.withPermit(close(order)).pipe(
            within(makingMillis, () => new CardProviderError({ reason: "timeout" }))
          )
          return overtaken
        }))
      }
    )

    return { cancel, check, create, open, settle }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([
    CardBookings.layer,
    CardInquiries.layer,
    CardMerchants.layer,
    EventConfigurations.layer,
    PayerRepository.layer,
    PendingOrderRepository.layer,
    SignInLimits.layer
  ]))
}

const createdCheckout = ({ uuid }: PendingOrder, checkoutId: string, payPages: URL | null = null): CreatedCheckout =>
  new CreatedCheckout({ checkout_id: checkoutId, order_uuid: uuid, pay_url: payUrl(payPages, checkoutId) })

const openCheckout = (
  { amount, checkout_id, created_at, uuid, valid_until }: PendingOrder,
  payPages: URL | null
): OpenCheckout =>
  new OpenCheckout({
    order_uuid: uuid,
    checkout_id,
    amount,
    created_at,
    valid_until,
    pay_url: payUrl(payPages, checkout_id)
  })

/** The audit entry of a top-up that its guest gave up. */
const givenUpEntry = ({ amount, customer_account_id, event_id, order_type, uuid }: PendingOrder): NewAuditLog => ({
  nodeId: event_id,
  logType: "pending_order_cancelled",
  userId: null,
  terminalId: null,
  content: { order_uuid: uuid, order_type, amount: toJson(amount), customer_account_id, by: originators.guest }
})

import { Cents } from "@wristbank/core/base/Money"
import { Reconciliations } from "@wristbank/core/card/Reconciliations"
import { Clock, DateTime, Duration, Effect, Layer } from "effect"
import { Festival, topUp } from "./Festival.ts"
import { cardKeys } from "./FestivalCards.ts"
import { onTheWeb } from "./FestivalCheckouts.ts"
import { provider } from "./FestivalPayments.ts"
import { FestivalPortal } from "./FestivalPortal.ts"
import { done } from "./FestivalServer.ts"

/** Hours east of Greenwich where it is between half past eleven and half past twelve when the tests start. */
const hoursEast = 12 - Math.round(DateTime.nowUnsafe().epochMilliseconds / 3_600_000) % 24

/** A time zone without daylight saving in which it is noon, so that no day ends while a test runs. */
export const noonZone = hoursEast === 0 ? "UTC" : `Etc/GMT${hoursEast > 0 ? "-" : "+"}${Math.abs(hoursEast)}`

/** Turns card payments at terminals on and sets the event's time zone to noon. */
export const takeCardsAtNoon = Festival.use(({ configure }) =>
  configure({ sumup_payment_enabled: true, ...cardKeys(), time_zone: noonZone })
)

/** A festival with card payments at terminals and on the web, in the noon time zone. */
export const withNoon = Layer.provideMerge(
  Layer.effectDiscard(FestivalPortal.use(({ configure }) => configure({ ...onTheWeb, time_zone: noonZone }))),
  FestivalPortal.layer
)

/** Today in the festival's time zone. */
export const today = Effect.map(
  DateTime.now,
  (now) => DateTime.formatIsoDate(DateTime.setZone(now, DateTime.zoneMakeNamedUnsafe(noonZone)))
)

/** Reconciles today's payments with the bookings. */
export const reconciled = Effect.gen(function*() {
  const { event } = yield* Festival
  const day = yield* today
  return yield* Reconciliations.use(({ run }) => run(BigInt(event), day))
})

/** Runs the effect with a clock that starts at the given moment. */
export const beginningAt = <A, E, R>(moment: DateTime.Utc, effect: Effect.Effect<A, E, R>) =>
  Clock.clockWith((clock) => {
    const offset = moment.epochMilliseconds - clock.currentTimeMillisUnsafe()
    const offsetNanos = BigInt(offset) * 1_000_000n
    return Effect.provideService(effect, Clock.Clock, {
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + offset,
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (millis) => millis + offset),
      currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe() + offsetNanos,
      currentTimeNanos: Effect.map(clock.currentTimeNanos, (nanos) => nanos + offsetNanos),
      monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: clock.monotonicTimeNanos,
      sleep: (duration: Duration.Duration) => clock.sleep(duration)
    })
  })

/** A card reader charges an order (cents), or fails to. */
export const charged = Effect.fnUntraced(function*(
  reference: string | null,
  amount: bigint,
  { status = "SUCCESSFUL", tip }: { readonly status?: "FAILED" | "SUCCESSFUL"; readonly tip?: bigint } = {}
) {
  const { shop } = yield* provider
  return shop.record({
    amount: Cents.make(amount),
    currency: "EUR",
    foreign_transaction_id: reference,
    merchant_code: "MFESTIVAL",
    payment_type: "POS",
    status,
    timestamp: yield* DateTime.now,
    type: "PAYMENT",
    ...(tip === undefined ? {} : { tip_amount: Cents.make(tip) })
  })
})

/** A top-up of 7.00 at the bar that was booked on the terminal's report alone; its uuid. */
export const toldTopUp = Effect.gen(function*() {
  const { bar, guest } = yield* Festival
  const request = topUp(yield* guest({ balance: 0 }), 7, { payment_method: "sumup" })
  done(yield* bar.post("/order/book-topup", request))
  return request.uuid
})

import { Reconciliations } from "@wristbank/core/card/Reconciliations"
import { Cents } from "@wristbank/core/ledger/Money"
import { Clock, DateTime, Duration, Effect, Layer } from "effect"
import { Festival, topUp } from "./Festival.ts"
import { cardKeys } from "./FestivalCards.ts"
import { onTheWeb } from "./FestivalCheckouts.ts"
import { provider } from "./FestivalPayments.ts"
import { FestivalPortal } from "./FestivalPortal.ts"
import { done } from "./FestivalServer.ts"

/** East of Greenwich, in hours, it is between half past eleven and half past twelve there when the tests begin. */
const hoursEast = 12 - Math.round(DateTime.nowUnsafe().epochMilliseconds / 3_600_000) % 24

/** A zone in which it is noon, so that no day ends while a test runs, and whose clocks never change. */
export const noonZone = hoursEast === 0 ? "UTC" : `Etc/GMT${hoursEast > 0 ? "-" : "+"}${Math.abs(hoursEast)}`

/** From now on the festival takes cards at terminals, and its clocks show noon. */
export const takeCardsAtNoon = Festival.use(({ configure }) =>
  configure({ sumup_payment_enabled: true, ...cardKeys(), time_zone: noonZone })
)

/** A festival that takes cards at terminals and on the web; its clocks show noon. */
export const withNoon = Layer.provideMerge(
  Layer.effectDiscard(FestivalPortal.use(({ configure }) => configure({ ...onTheWeb, time_zone: noonZone }))),
  FestivalPortal.layer
)

/** Today by the clocks at the festival. */
export const today = Effect.map(
  DateTime.now,
  (now) => DateTime.formatIsoDate(DateTime.setZone(now, DateTime.zoneMakeNamedUnsafe(noonZone)))
)

/** Compares what was paid today with what was booked. */
export const reconciled = Effect.gen(function*() {
  const { event } = yield* Festival
  const day = yield* today
  return yield* Reconciliations.use(({ run }) => run(BigInt(event), day))
})

/** Does something as if it were that moment now; time goes on from there. */
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

/** A card reader takes money (cents) for an order, or fails to. */
export const charged = Effect.fnUntraced(function*(
  reference: string | null,
  amount: bigint,
  status: "FAILED" | "SUCCESSFUL" = "SUCCESSFUL"
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
    type: "PAYMENT"
  })
})

/** A top-up of 7.00 at the bar that is booked on the terminal's word, by its uuid. */
export const toldTopUp = Effect.gen(function*() {
  const { bar, guest } = yield* Festival
  const request = topUp(yield* guest({ balance: 0 }), 7, { payment_method: "sumup" })
  done(yield* bar.post("/order/book-topup", request))
  return request.uuid
})

import { assert } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { PendingOrderRepository } from "@wristbank/core/sale/PendingOrderRepository"
import { PendingOrderSweeps } from "@wristbank/core/sale/PendingOrderSweeps"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { DateTime, Effect, Layer } from "effect"
import { Festival, topUp } from "./Festival.ts"
import { takeCards } from "./FestivalCards.ts"
import { untouched } from "./FestivalLedger.ts"
import { type Body, done } from "./FestivalServer.ts"

/** A festival that takes cards. */
export const withCards = Layer.provideMerge(Layer.effectDiscard(takeCards), Festival.layer)

/** An amount in major units. */
export const cents = (amount: number) => Cents.make(BigInt(Math.round(amount * 100)))

/** A top-up of a guest by card, registered at the bar, with the answer of the registration. */
export const registered = Effect.fnUntraced(function*(amount = 7, balance = 100) {
  const { bar, guest } = yield* Festival
  const payer = yield* guest({ balance })
  const request = topUp(payer, amount, { payment_method: "sumup" })
  const answer = done(yield* untouched(bar.post("/order/register-pending-topup", request)))
  return { answer, payer, request, uuid: request.uuid }
})

/** An answer without the booking time. */
export const timeless = ({ booked_at, ...rest }: Body): Body => {
  assert.isString(booked_at)
  return rest
}

/** The row of a card payment. */
export const paymentOf = Effect.fnUntraced(function*(uuid: string) {
  const { event } = yield* Festival
  const row = yield* PendingOrderRepository.use(({ find }) => find(BigInt(event), uuid))
  assert.isDefined(row, "the order has a card payment")
  return row!
})

/** The state of a card payment: that of the order, that of the payment. */
export const paymentStateOf = (uuid: string) =>
  Effect.map(paymentOf(uuid), ({ status, verification }) => `${status} ${verification}`)

/** Runs a sweep at a time this many seconds from now. */
export const sweepAfter = (seconds: number) =>
  Effect.flatMap(
    DateTime.now,
    (now) => PendingOrderSweeps.use(({ sweep }) => sweep(DateTime.add(now, { seconds })))
  )

/** The details that operators see of an order; nothing when it needs no decision. */
export const shownOf = Effect.fnUntraced(function*(uuid: string) {
  const { event } = yield* Festival
  const shown = yield* PendingOrderRepository.use(({ unverified }) => unverified(BigInt(event)))
  return shown.find((payment) => payment.order_uuid === uuid)
})

/** The answers that the fake provider is to give. */
export const provider = Effect.map(FakeSumUp, ({ book }) => book)

/** Asserts that the ledger is without fault. */
export const sound = Effect.gen(function*() {
  const { examinations } = yield* Doctor.use((doctor) => doctor.diagnose(20))
  assert.deepStrictEqual(examinations.flatMap(({ findings }) => findings), [])
})

import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { Festival, sale } from "../../support/Festival.ts"
import { sound } from "../../support/FestivalPayments.ts"
import { done } from "../../support/FestivalServer.ts"
import { FestivalTickets } from "../../support/FestivalTickets.ts"
import { login } from "../../support/FestivalTill.ts"
import { proxiedFestival } from "../../support/Servers.ts"
import { counted, tell } from "../../support/Torture.ts"
import { watched } from "./Rush.ts"
import { countsAgree, doneOf, noFailures, ordersAgree } from "./RushBooks.ts"
import { openRush, type Rush } from "./RushHour.ts"
import type { Round } from "./RushOrders.ts"
import { anyStep } from "./RushSteps.ts"

/** Another seed takes other steps. */
const seed = Number(process.env.RUSH_SEED ?? 1)

/** More rounds find more. */
const rounds = Number(process.env.RUSH_ROUNDS ?? 1)

const stepsOfARound = 120

/** The number of simultaneous clients. */
const clients = 24

/** Signs everyone in at their till, with a register as long as there are any. */
const staff = Effect.fnUntraced(function*({ office, people, post, registers, stocking, tills }: Rush) {
  for (const till of tills) yield* post(till, "/user/logout")
  for (const { id } of people) {
    const count = { comment: "", actual_cash_drawer_balance: 100, closing_out_user_id: id }
    yield* office("POST", `/cashiers/${id}/close-out`, count)
  }
  for (const [n, till] of tills.entries()) {
    const cashier = people[n]!
    yield* post(till, "/user/login", login(cashier))
    for (const cash_register_id of registers) {
      const stock = { cashier_tag_uid: cashier.uid, cash_register_id, register_stocking_id: stocking }
      yield* post(till, "/stock-up-cash-register", stock)
    }
  }
})

const openRound = Effect.fnUntraced(function*(rush: Rush) {
  const { guest, press } = yield* Festival
  const { between, presale, tag, tills } = rush
  yield* staff(rush)
  const guests = yield* Effect.forEach(
    Array.from({ length: 5 }),
    () => guest({ balance: between(20, 100), vouchers: between(0, 6) })
  )
  const sales = yield* Effect.forEach(guests, (one) =>
    Effect.map(
      rush.post(tills[0]!, "/order/book-sale", sale([press("beer"), press("deposit", -2)], one)),
      (answer) => Number(done(answer).body.id)
    ))
  const round: Round = {
    visitors: guests.map(({ accountId, pin, uid }) => ({ accountId, band: { pin, uid } })),
    sales,
    bands: yield* Effect.forEach(Array.from({ length: 12 }), () => tag()),
    tokens: yield* Effect.forEach(Array.from({ length: 2 }), () => Effect.map(presale, ({ token }) => token)),
    uuids: Array.from({ length: 8 }, () => randomUUID())
  }
  return round
})

const withTickets = Layer.effect(FestivalTickets, FestivalTickets.make).pipe(Layer.provideMerge(proxiedFestival))

layer(withTickets, { excludeTestServices: true })("all that moves money, at once", (it) => {
  it.effect("is stored as it was answered, once, and the book stays right", () =>
    Effect.gen(function*() {
      const { holdings } = yield* Festival
      const rush = yield* openRush(seed)
      yield* watched(Effect.forEach(
        Array.from({ length: rounds }),
        Effect.fnUntraced(function*() {
          const round = yield* openRound(rush)
          yield* Effect.forEach(Array.from({ length: stepsOfARound }), () => anyStep(rush, round), {
            concurrency: clients
          })
          noFailures(rush)
          yield* sound
          yield* holdings
          yield* ordersAgree(rush)
          yield* countsAgree(rush)
        })
      ))
      // A festival without any booking would prove nothing.
      const counts = doneOf(rush)
      for (const call of ["sale", "topup"]) {
        assert.isAbove(counts.get(`/order/book-${call}`) ?? 0, 0, call)
      }
      const sum = Array.from(counts.values()).reduce((left, right) => left + right, 0)
      tell(`${counted(sum)} calls of ${clients} clients at once were done, each stored as it was answered, once`)
    }).pipe(Effect.scoped), 300_000 + rounds * 30_000)
})

import { assert, layer } from "@effect/vitest"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { Effect } from "effect"
import fc from "fast-check"
import { Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { type CashOffice, cashOffice, signOut, unexplainedCash } from "../../support/FestivalCash.ts"
import { type Answer, done } from "../../support/FestivalServer.ts"
import { type Colleague, type FestivalTill, login } from "../../support/FestivalTill.ts"

const cashier = fc.nat({ max: 2 })
const till = fc.nat({ max: 1 })
const euros = fc.integer({ min: 0, max: 60 })

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("stock up" as const), cashier, euros }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("sign in" as const), cashier, till }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("sign out" as const), till }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("sale" as const), till }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("top-up" as const), till, euros }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("pay-out" as const), till, euros }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("bring" as const), cashier, euros: fc.integer({ min: -40, max: 40 }) })
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("hand on" as const), cashier, to: cashier }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("close out" as const), cashier, euros }) }
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A day with three cashiers, two tills, three registers and a guest. */
const openDay = Effect.gen(function*() {
  const { guest, tills } = yield* Festival
  const office = yield* cashOffice
  done(yield* office.take(office.officeTill.cashier, 100))
  return {
    office,
    guest: yield* guest({ balance: 10 }),
    cashiers: [yield* tills.colleague(), yield* tills.colleague(), yield* tills.colleague()],
    tills: [yield* tills.open(), yield* tills.open()],
    registers: [yield* office.register, yield* office.register, yield* office.register],
    /** How often each step was done. */
    counts: new Map<Step["kind"], number>()
  }
})
type Day = Effect.Success<typeof openDay>

/** A register without a holder. */
const freeRegister = Effect.fnUntraced(function*(day: Day) {
  const { office } = yield* Festival
  for (const { id } of day.registers) {
    const { body } = done(yield* office("GET", `/till-registers/${id}`))
    if (body.current_cashier_id === null) return id
  }
  return 0
})

const answerOf = (day: Day, did: Step): Effect.Effect<Answer, never, Festival> =>
  Effect.gen(function*() {
    const { press } = yield* Festival
    const { bring, closeOut, stocking, stockUp, transfer }: CashOffice = day.office
    const who = (n: number): Colleague => day.cashiers[n]!
    const at = (n: number): FestivalTill => day.tills[n]!
    switch (did.kind) {
      case "stock up":
        return yield* stockUp(who(did.cashier), yield* freeRegister(day), yield* stocking(did.euros))
      case "sign in":
        return yield* at(did.till).post("/user/login", login(who(did.cashier)))
      case "sign out":
        return yield* at(did.till).post("/user/logout")
      case "sale":
        return yield* at(did.till).post(
          "/order/book-sale",
          sale([press("beer", 2)], null, { payment_method: "cash" })
        )
      case "top-up":
        return yield* at(did.till).post("/order/book-topup", topUp(day.guest, did.euros))
      case "pay-out":
        return yield* at(did.till).post("/order/book-payout", payOut(day.guest, -did.euros))
      case "bring":
        return yield* bring(who(did.cashier), did.euros)
      case "hand on":
        return yield* transfer(who(did.cashier), who(did.to))
      case "close out":
        return yield* closeOut(who(did.cashier), did.euros)
    }
  })

const counted = ({ counts }: Day, kind: Step["kind"]) => counts.set(kind, (counts.get(kind) ?? 0) + 1)

const run = (day: Day, steps: ReadonlyArray<Step>) =>
  Effect.gen(function*() {
    const { holdings } = yield* Festival
    for (const did of steps) {
      const { status, text } = yield* answerOf(day, did)
      assert.isBelow(status, 500, `${did.kind}: ${text}`)
      if (status < 300) counted(day, did.kind)
      assert.deepStrictEqual(yield* unexplainedCash, [], did.kind)
    }
    yield* Effect.forEach(day.tills, signOut)
    for (const person of day.cashiers) {
      const { status } = yield* day.office.closeOut(person, 30)
      if (status === 200) counted(day, "close out")
    }
    assert.deepStrictEqual(yield* unexplainedCash, [])
    const held = yield* holdings
    for (const { label } of day.registers) assert.notProperty(held, label)
  })

layer(Festival.layer, { excludeTestServices: true })("cash on any day", (it) => {
  it.effect(
    "adds up at every till after every call, and to nothing when all are closed out",
    () =>
      Effect.gen(function*() {
        const day = yield* openDay
        const context = yield* Effect.context<Festival | Effect.Services<typeof unexplainedCash>>()
        const days = fc.array(step, { minLength: 30, maxLength: 30, size: "max" })
        yield* Effect.promise(() =>
          fc.assert(fc.asyncProperty(days, (steps) => Effect.runPromiseWith(context)(run(day, steps))), {
            numRuns: 10,
            endOnFailure: true
          })
        )
        // A day on which every call is refused would prove nothing.
        for (const kind of ["stock up", "sign in", "sale", "close out"] as const) {
          assert.isAbove(day.counts.get(kind) ?? 0, 0, kind)
        }
        const { examinations } = yield* Doctor.use((doctor) => doctor.diagnose(5))
        assert.deepStrictEqual(examinations.flatMap(({ findings }) => findings), [])
      })
  )
})

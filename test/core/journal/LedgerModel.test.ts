import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { type Festival, newFestival } from "./Festival.ts"
import { newModel, type Press, pressable } from "./FestivalModel.ts"
import { cancel, grant, otherSale, payOut, racingSales, repeat, tagSale, topUp } from "./FestivalSteps.ts"
import { count, moveRegister, stock } from "./RegisterSteps.ts"

const customers = 3
const registers = 2
const tills = 2

const customer = fc.nat({ max: customers - 1 })
const register = fc.nat({ max: registers - 1 })
const till = fc.nat({ max: tills - 1 })

const names = Object.keys(pressable) as ReadonlyArray<keyof typeof pressable>

const press: fc.Arbitrary<Press> = fc.oneof(
  fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 4 })),
  fc.tuple(fc.constantFrom("deposit" as const, "mug" as const), fc.integer({ min: -8, max: 2 }))
)
const presses = fc.array(press, { maxLength: 4 })
const cents = fc.oneof(fc.integer({ min: -50, max: 8000 }), fc.constant(100))
const wanted = fc.option(fc.integer({ min: -1, max: 9 }))

const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(customer, till, presses, wanted).map((args) => tagSale(...args)) },
  { weight: 2, arbitrary: fc.tuple(customer, till, presses, presses).map((args) => racingSales(...args)) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom("cash" as const, "sumup" as const), till, presses).map((args) =>
      otherSale(...args)
    )
  },
  {
    weight: 5,
    arbitrary: fc.tuple(customer, till, fc.constantFrom("cash" as const, "sumup" as const), cents)
      .map((args) => topUp(...args))
  },
  { weight: 3, arbitrary: fc.tuple(customer, till, fc.option(cents)).map((args) => payOut(...args)) },
  { weight: 4, arbitrary: fc.tuple(fc.integer({ min: -1, max: 6 }), fc.option(till)).map((args) => cancel(...args)) },
  { weight: 2, arbitrary: fc.tuple(customer, fc.integer({ min: -1, max: 12 })).map((args) => grant(...args)) },
  { weight: 1, arbitrary: fc.tuple(register, fc.nat({ max: 5000 })).map((args) => stock(...args)) },
  { weight: 2, arbitrary: fc.tuple(register, till).map((args) => moveRegister(...args)) },
  {
    weight: 1,
    arbitrary: fc.tuple(register, fc.oneof(fc.constant(0), fc.integer({ min: -2000, max: 2000 }))).map((args) =>
      count(...args)
    )
  },
  { weight: 1, arbitrary: fc.constant(repeat()) }
)

describe("the ledger", () => {
  it("says what a simple model says after every step of a festival", () => {
    const booked = new Map<string, number>()
    const run = (steps: ReadonlyArray<typeof anyStep extends fc.Arbitrary<infer S> ? S : never>) => {
      const real: Festival = newFestival(customers, registers)
      fc.modelRun(() => ({ model: newModel(customers, registers), real }), steps)
      for (const { orderType, paymentMethod } of real.ledger.orders) {
        const kind = `${orderType} ${paymentMethod}`
        booked.set(kind, (booked.get(kind) ?? 0) + 1)
      }
    }
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 300, maxLength: 360, size: "max" }), run),
      { numRuns: 30, endOnFailure: false }
    )
    // A festival that books nothing would prove nothing.
    for (const kind of everyKind) assert.isAbove(booked.get(kind) ?? 0, 50, kind)
  })
})

const everyKind = [
  "sale tag",
  "sale cash",
  "sale sumup",
  "top_up cash",
  "top_up sumup",
  "pay_out cash",
  "cancel_sale tag",
  "money_transfer cash",
  "money_transfer_imbalance cash",
  "cashier_shift_start cash",
  "cashier_shift_end cash"
]

import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { buttons, newModel, type Press } from "../../support/model/LedgerModel.ts"
import { type Festival, newFestival } from "./Festival.ts"
import { cancel, grant, otherSale, payOut, racingSales, repeat, tagSale, topUp } from "./FestivalSteps.ts"
import { count, moveRegister, stock } from "./RegisterSteps.ts"

const guests = 3
const registers = 2
const tills = 2

const guest = fc.nat({ max: guests - 1 })
const register = fc.nat({ max: registers - 1 })
const till = fc.nat({ max: tills - 1 })

const names = Object.keys(buttons) as ReadonlyArray<keyof typeof buttons>

const press: fc.Arbitrary<Press> = fc.oneof(
  fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 4 })),
  fc.tuple(fc.constantFrom("deposit" as const, "cup" as const), fc.integer({ min: -8, max: 2 }))
)
const presses = fc.array(press, { maxLength: 4 })
const cents = fc.oneof(fc.integer({ min: -50, max: 8000 }), fc.constant(100))
const method = fc.constantFrom("cash" as const, "sumup" as const)
const back = fc.integer({ min: 0, max: 4 })

const sale = fc.record({
  kind: fc.constant("sale" as const),
  till,
  guest,
  presses,
  vouchers: fc.option(fc.integer({ min: -1, max: 9 }))
})
const grants = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -1, max: 12 }) }, fc.constantFrom(1000, 1001))

const anyStep = fc.oneof(
  { weight: 6, arbitrary: sale.map(tagSale) },
  { weight: 2, arbitrary: fc.tuple(sale, presses).map((args) => racingSales(...args)) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("cashSale" as const), method, till, presses }).map(otherSale) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("topUp" as const), guest, till, method, cents }).map(topUp) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("payOut" as const), guest, till, cents: fc.option(cents) }).map(payOut)
  },
  { weight: 4, arbitrary: fc.tuple(back, fc.option(till)).map((args) => cancel(...args)) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("grant" as const), guest, till, vouchers: grants }).map(grant)
  },
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

const modelOfAll = () =>
  newModel({
    guests: Array.from({ length: guests }, () => ({ money: 0, vouchers: 0 })),
    tills: Array.from({ length: tills }, () => ({ person: 0, register: null })),
    registers: Array.from({ length: registers }, () => ({ cash: 0 }))
  })

describe("the ledger", () => {
  it("says what a simple model says after every step of a festival", () => {
    const booked = new Map<string, number>()
    const run = (steps: ReadonlyArray<typeof anyStep extends fc.Arbitrary<infer S> ? S : never>) => {
      const real: Festival = newFestival(guests, registers)
      fc.modelRun(() => ({ model: modelOfAll(), real }), steps)
      for (const { orderType, paymentMethod } of real.ledger.orders) {
        const kind = `${orderType} ${paymentMethod}`
        booked.set(kind, (booked.get(kind) ?? 0) + 1)
      }
    }
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 300, maxLength: 360, size: "max" }), run),
      // With false, a failure takes minutes to be brought down to few steps.
      { numRuns: 30, endOnFailure: true }
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

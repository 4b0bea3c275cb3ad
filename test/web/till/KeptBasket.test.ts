import fc from "fast-check"
import { expect, test } from "vitest"
import type { Amount } from "../../../web/kit/Amount.ts"
import { keptSession, keptSessionText } from "../../../web/till/KeptSession.ts"
import { type Basket, emptyBasket } from "../../../web/till/sale/Basket.ts"
import { keptBasket, keptText } from "../../../web/till/sale/KeptBasket.ts"

const owner = fc.record({ registration: fc.uuid(), tillId: fc.nat(9), userId: fc.nat(9) })
const price = fc.integer({ min: -10_000, max: 10_000 }).map((cents) => cents / 100 as Amount)
const press = fc.oneof(
  fc.record({ button: fc.nat(9), quantity: fc.integer({ min: -9, max: 9 }) }),
  fc.record({ button: fc.nat(9), price })
)
const pressPrice = fc.record({ price: fc.option(price), price_in_vouchers: fc.option(fc.nat(5)) })
const prices = fc.record({
  at: fc.nat(),
  ofButtons: fc.array(fc.tuple(fc.nat(9), pressPrice)).map((all) => new Map(all)),
  former: fc.array(fc.tuple(fc.nat(9), price)).map((all) => new Map(all))
})
const basket: fc.Arbitrary<Basket> = fc.record({ presses: fc.array(press, { minLength: 1 }), prices })
  .map((kept) => ({ ...kept, earlier: [] }))
const now = Date.UTC(2026, 6, 1)

test("what is kept of a basket is the basket, with the prices that it held", () =>
  fc.assert(fc.property(basket, owner, fc.nat(3_600_000), (kept, whose, later) => {
    expect(keptBasket(keptText(kept, whose, now), whose, now + later)).toEqual(kept)
  })))

test("no one else gets it, no other till, no later registration, and no one after an hour", () =>
  fc.assert(fc.property(basket, owner, owner, (kept, whose, other) => {
    fc.pre(JSON.stringify(whose) !== JSON.stringify(other))
    const text = keptText(kept, whose, now)
    expect(keptBasket(text, other, now)).toBe(emptyBasket)
    expect(keptBasket(text, whose, now + 3_600_001)).toBe(emptyBasket)
  })))

test("an empty basket is not kept, and no text breaks the till", () => {
  expect(keptText(emptyBasket, { registration: "", tillId: 1, userId: 1 }, now)).toBeNull()
  const owned = { registration: "r", tillId: 1, userId: 1 }
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (text) => {
    expect(keptBasket(text, owned, now)).toBe(emptyBasket)
    expect(keptSession(text, "r")).toBeUndefined()
  }))
})

test("a session is kept for its registration, and without secrets", () => {
  const session = {
    config: { name: "Bar 1", secrets: { key0: "hidden" }, till: { id: 1, sumup_secrets: { sumup_api_key: "hidden" } } },
    person: { id: 1 }
  }
  const text = keptSessionText(session, "r")
  expect(text).not.toContain("hidden")
  expect(keptSession(text, "r")).toMatchObject({
    config: { name: "Bar 1", till: { id: 1 } },
    person: { id: 1 },
    isKept: true
  })
  expect(keptSession(text, "later")).toBeUndefined()
})

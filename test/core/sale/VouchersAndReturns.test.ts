import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { bookSale } from "@wristbank/core/sale/Sale"
import { Result } from "effect"
import fc from "fast-check"
import { customer, sale } from "./OrderWorld.ts"

/** The pieces that a press hands out or takes back. */
const pieces = {
  beer: ["beer"],
  beerWithDeposit: ["beer", "deposit"],
  soup: ["soup"],
  deposit: ["deposit"],
  mug: ["mug"],
  oldMug: ["oldMug"]
} as const

const press = fc.tuple(
  fc.constantFrom(...Object.keys(pieces) as ReadonlyArray<keyof typeof pieces>),
  fc.integer({ min: -4, max: 4 })
)
const request = fc.record({
  presses: fc.array(press, { minLength: 1, maxLength: 4 }),
  used_vouchers: fc.option(fc.integer({ min: 0, max: 6 }))
})

it("who only brings back what they got never ends with more money or vouchers than they began with", () => {
  let returned = 0
  fc.assert(
    fc.property(
      fc.array(request, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 9_000 }),
      fc.integer({ min: 0, max: 20 }),
      (requests, cents, vouchersAtFirst) => {
        const atFirst = Money.Cents.make(BigInt(cents))
        let [balance, vouchers] = [atFirst, vouchersAtFirst]
        let has = new Map<string, number>()
        for (const { presses, used_vouchers } of requests) {
          const after = new Map(has)
          for (const [button, quantity] of presses) {
            for (const piece of pieces[button]) after.set(piece, (after.get(piece) ?? 0) + quantity)
          }
          if ([...after.values()].some((count) => count < 0)) continue
          const payer = customer(Money.format(balance), vouchers)
          const outcome = bookSale(sale(presses, { customer: payer, request: { used_vouchers } }))
          if (Result.isFailure(outcome)) continue
          if (presses.some(([, quantity]) => quantity < 0)) returned++
          const { new_balance, new_voucher_balance } = outcome.success.answer
          ;[balance, vouchers, has] = [new_balance, new_voucher_balance, after]
          assert.isTrue(balance <= atFirst && vouchers <= vouchersAtFirst, `${balance} and ${vouchers} vouchers`)
        }
      }
    ),
    { numRuns: 2_000 }
  )
  assert.isAbove(returned, 100)
})

it("what vouchers pay for is sold and not taken back, although it was made returnable once", () => {
  const paid = Result.getOrThrow(bookSale(sale([["oldMug", 3]], { customer: customer("10", 3) })))
  assert.deepInclude(paid.answer, { total_price: Money.zero, new_voucher_balance: 0 })
  const back = bookSale(sale([["oldMug", -3]], { customer: customer("10", 0) }))
  assert.deepStrictEqual(
    Result.mapError(back, refusalName),
    Result.fail("order.voucher_product_returned")
  )
})

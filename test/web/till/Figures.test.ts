import fc from "fast-check"
import { expect, test } from "vitest"
import { fromCents, toCents } from "../../../web/kit/Amount.ts"
import { changeOf, figuresOf } from "../../../web/till/result/Figures.ts"

const cents = fc.integer({ min: -100_000, max: 100_000 })

test("the change is what was given without the amount, and none is said where none comes back", () => {
  fc.assert(fc.property(cents, fc.option(cents.filter((given) => given > 0)), (amount, given) => {
    const change = changeOf({
      amount: fromCents(amount),
      given: given === null ? undefined : fromCents(given)
    })
    expect(change === undefined ? undefined : toCents(change)).toBe(
      given !== null && given > amount ? given - amount : undefined
    )
  }))
})

test("each wristband that was handed out has its guest, ticket and money: credit of the presale, or what the ticket includes", () => {
  const adult = { name: "Adult", initial_top_up_amount: 5 }
  const answer = {
    total_price: 45,
    scanned_tickets: [
      { ticket: adult, top_up_amount: 10, ticket_voucher: null, account: null },
      {
        ticket: { ...adult, initial_top_up_amount: 0 },
        top_up_amount: 0.1,
        ticket_voucher: { initial_top_up_amount: 20.2 },
        account: { name: "Grace", balance: 3 }
      }
    ]
  }
  expect(figuresOf(answer)).toEqual({
    amount: 45,
    reductions: [],
    wristbands: [
      { name: "", ticket: "Adult", credit: 15 },
      { name: "Grace", ticket: "Adult", credit: 23.3 }
    ]
  })
  expect(figuresOf(null)).toEqual({ reductions: [], wristbands: [] })
})

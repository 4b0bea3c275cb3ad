import { assert, layer } from "@effect/vitest"
import { PresaleImports } from "@wristbank/core/presale/PresaleImports"
import { ticketsOf } from "@wristbank/core/presale/ShopOrder"
import { Effect, Result } from "effect"
import { Festival } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { sound } from "../../support/FestivalPayments.ts"
import { done } from "../../support/FestivalServer.ts"
import { casesOf, imported, orderOf, products, withCredit } from "../../support/FestivalShop.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

/** Shows the ticket at the entrance. */
const arriving = Effect.fnUntraced(function*(voucher_token: string) {
  const { tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const sale = ticketSale([scanOf(yield* tills.tag(), { voucher_token })])
  return entrance.post("/order/book-ticket-sale", sale)
})

const settled = Effect.gen(function*() {
  const { event } = yield* Festival
  yield* (yield* PresaleImports).settleAll(BigInt(event))
})

layer(FestivalTickets.layer, { excludeTestServices: true })("orders of the ticket shop", (it) => {
  it.effect("with more credit than the highest balance are left to an operator before their guest comes", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const imports = yield* PresaleImports
      const [ticket, credit] = withCredit(151)
      const positions = [ticket, credit]
      const above = (amount: number) => [["credit_over_limit_before_admission", amount]]
      yield* imported(orderOf("ABOVE", positions))
      yield* settled
      assert.deepStrictEqual(yield* casesOf("ABOVE"), above(15_100))
      yield* refused(yield* arriving(ticket.secret), "order.maximum_exceeded")
      const expected = [
        [orderOf("ABOVE", positions, { status: "pending" }), []],
        [orderOf("ABOVE", [ticket, withCredit(200, { id: ticket.id })[1]]), above(20_000)],
        [orderOf("ABOVE", positions, { status: "cancelled" }), []],
        [orderOf("ABOVE", positions), above(15_100)],
        [orderOf("ABOVE", [ticket, withCredit(150, { id: ticket.id })[1]]), []]
      ] as const
      for (const [order, cases] of expected) {
        yield* imported(order)
        assert.deepStrictEqual<unknown>(yield* casesOf("ABOVE"), cases)
      }
      done(yield* Effect.flatten(arriving(ticket.secret)))
      // Together with others of a page, too.
      const page = [orderOf("PAGE", withCredit(150.01)), orderOf("FITS", withCredit(150))]
      yield* imports.acceptAll(BigInt(event), page.map((order) => Result.getOrThrow(ticketsOf(order, products))))
      assert.deepStrictEqual([yield* casesOf("PAGE"), yield* casesOf("FITS")], [above(15_001), []])
      yield* sound
    }))

  it.effect("whose credit fits only while the highest balance is high enough are found by each reading", () =>
    Effect.gen(function*() {
      const { configure } = yield* Festival
      const [ticket, credit] = withCredit(120)
      yield* imported(orderOf("RAISED", [ticket, credit]))
      for (const [max_account_balance, cases] of [[119, 1], [120, 0], [119, 1], [150, 0]] as const) {
        yield* configure({ max_account_balance })
        yield* settled
        assert.strictEqual((yield* casesOf("RAISED")).length, cases)
      }
      done(yield* Effect.flatten(arriving(ticket.secret)))
      yield* settled
      assert.deepStrictEqual(yield* casesOf("RAISED"), [])
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Festival, sale } from "../../support/Festival.ts"
import { malformed, untouched } from "../../support/FestivalLedger.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

/** A request as published terminals write it: all integers are texts of digits, amounts with decimals are numbers. */
const inTexts = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(inTexts)
  if (typeof body === "bigint" || Number.isInteger(body)) return String(body)
  return typeof body === "object" && body !== null
    ? Object.fromEntries(Object.entries(body).map(([key, value]) => [key, inTexts(value)]))
    : body
}

layer(FestivalTickets.layer, { excludeTestServices: true })("integers as published terminals send them", (it) => {
  it.effect("the guest whose chip has this decimal number pays, not the one whose digits in hexadecimal look so", () =>
    Effect.gen(function*() {
      const { bar, has, moved, press, tills } = yield* Festival
      const number = 10_203_040n
      const sameDigitsInHex = BigInt(`0x${number}`)
      const guests = yield* Effect.forEach([number, sameDigitsInHex], (uid) =>
        Effect.gen(function*() {
          const { pin } = yield* tills.tag()
          const grant = inTexts({ user_tag_pin: pin, user_tag_uid: uid, initial_voucher_amount: 2 })
          const { body } = done(yield* bar.post("/user/grant-free-ticket", grant))
          assert.deepInclude(body, { vouchers: 2, user_tag_uid_hex: uid.toString(16).toUpperCase() })
          const topUp = inTexts({
            uuid: crypto.randomUUID(),
            payment_method: "sumup",
            customer_tag_uid: uid,
            amount: 50
          })
          done(yield* bar.post("/order/book-topup", topUp))
          const accountId = body.id as number
          return { uid, pin, accountId, label: `customer ${accountId}` }
        }))
      const [payer, other] = guests
      const request = inTexts(sale([press("beer", 3), press("deposit", -1)], payer!, { used_vouchers: 0 })) as Body
      assert.deepInclude(request, { customer_tag_uid: String(number), used_vouchers: "0" })
      const { answer, moved: change } = yield* moved(bar.post("/order/book-sale", request))
      assert.deepInclude(done(answer).body, { customer_account_id: payer!.accountId, old_balance: 50 })
      assert.isBelow(change[payer!.label]!, 0)
      assert.deepStrictEqual(yield* has(other!), { balance: 50, vouchers: 2 })
      const text = done(
        yield* untouched(bar.post("/order/book-sale", sale([], payer!, { ...request, customer_tag_uid: payer!.uid })))
      ).text
      assert.strictEqual(text, answer.text)
      yield* malformed(bar.post("/order/book-sale", { ...request, uuid: crypto.randomUUID(), used_vouchers: "1.5" }))
    }))

  it.effect("a ticket sale that is sent again names the chip again, though its hexadecimal form has no letter", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const tag = { ...yield* tills.tag(), uid: 0x11_22_33_44n }
      const request = inTexts(ticketSale([scanOf(tag)]))
      const first = done(yield* entrance.post("/order/book-ticket-sale", request))
      assert.include(first.text, `"customer_tag_uid":${tag.uid},`)
      const again = done(yield* untouched(entrance.post("/order/book-ticket-sale", request)))
      assert.strictEqual(again.text, first.text)
    }))
})

import { shopEventOf } from "@wristbank/core/event/ShopEvent"
import { isFrom, listFor, nonceOf, wordsOf } from "@wristbank/core/presale/PresaleCheckIn"
import fc from "fast-check"
import { assert, it as test } from "vitest"

const word = fc.stringMatching(/^[a-z0-9]{1,3}$/)
const shopEvents = fc.record({ url: fc.webUrl({ validSchemes: ["https"] }), organizer: word, event: word })

test("a check-in is for the shop that the ticket is from, however its address is written, and for no other", () =>
  fc.assert(fc.property(shopEvents, shopEvents, (own, other) => {
    const ticket = { shop: shopEventOf(own) }
    assert.isTrue(isFrom(ticket, own))
    assert.isTrue(isFrom(ticket, { ...own, url: `${own.url}/` }))
    assert.strictEqual(isFrom(ticket, other), shopEventOf(other) === shopEventOf(own))
    assert.isFalse(isFrom(ticket, { ...own, event: `${own.event} 2` }))
    assert.isFalse(isFrom({ shop: null }, own))
  })))

const lists = [
  { id: 1, name: "All", all_products: true, limit_products: [] },
  { id: 2, name: "One", all_products: false, limit_products: [101] }
]

test("the list of a ticket is the chosen one, or the only one with its product", () => {
  assert.strictEqual(listFor({ product: 101n, date: null }, lists, 7n), 7)
  assert.isNull(listFor({ product: 101n, date: null }, lists, null))
  assert.strictEqual(listFor({ product: 102n, date: null }, lists, null), 1)
  assert.isNull(listFor({ product: 102n, date: null }, lists.slice(1), null))
  assert.isNull(listFor({ product: null, date: null }, lists.slice(1), null))
  const dated = [11, 12].map((subevent) => ({ ...lists[0]!, id: subevent, subevent }))
  assert.strictEqual(listFor({ product: 101n, date: 12n }, dated, null), 12)
  assert.isNull(listFor({ product: 101n, date: null }, dated, null))
  assert.isNull(listFor({ product: 101n, date: 12n }, [...dated, lists[0]!], null))
})

/** The reasons of pretix. */
const reasons = [
  "product",
  "rules",
  "invalid_time",
  "blocked",
  "unpaid",
  "canceled",
  "revoked",
  "ambiguous",
  "invalid",
  "unapproved"
]

test("a refused check-in is told in words, with what the staff of the shop wrote", () => {
  for (const language of ["en", "de"] as const) {
    const told = reasons.map((reason) => wordsOf({ reason, explanation: "" })(language))
    assert.strictEqual(new Set(told).size, reasons.length)
    if (language === "de") assert.isEmpty(reasons.filter((reason, at) => told[at]!.includes(reason)))
    assert.include(wordsOf({ reason: "new_reason", explanation: "" })(language), "new_reason")
    const explained = wordsOf({ reason: "rules", explanation: "After 8 p.m." })(language)
    assert.strictEqual(explained, `${told[1]!}: After 8 p.m.`)
  }
})

test("the nonce of a ticket is always the same, and of no other", () => {
  assert.strictEqual(nonceOf(1n, 2n, "3"), nonceOf(1n, 2n, "3"))
  const nonces = [nonceOf(1n, 2n, "3"), nonceOf(1n, 3n, "3"), nonceOf(2n, 2n, "3"), nonceOf(1n, 2n, "4")]
  assert.strictEqual(new Set(nonces).size, nonces.length)
})

import { assert, layer } from "@effect/vitest"
import { describe as described, productKey, together } from "@wristbank/core/presale/EntranceNote"
import { describedIn } from "@wristbank/core/presale/PretixOrder"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { DateTime, Effect } from "effect"
import { it as test } from "vitest"
import { Festival } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { position, read, withShop } from "../../support/FestivalPresale.ts"
import { type Body, done, listOf } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

const minutes = (from: DateTime.Utc, many: number) => DateTime.formatIso(DateTime.add(from, { minutes: many }))

/** The ticket of a code, as a till sees it that scans it with a new wristband. */
const scanned = Effect.fnUntraced(function*(voucher_token: string) {
  const { entrance } = yield* FestivalTickets
  const scan = scanOf(yield* (yield* Festival).tills.tag(), { voucher_token })
  const { body } = done(yield* entrance.post("/order/check-ticket-scan", { customer_tags: [scan] }))
  const [entry] = body.scanned_tickets as ReadonlyArray<Body>
  return entry!.ticket_voucher as Body
})

layer(withShop, { excludeTestServices: true })("a ticket at the entrance", (it) => {
  it.effect("is refused before and after the time for which the shop sold it, and let in while it is valid", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const { tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const now = yield* DateTime.now
      const [before, after] = [minutes(now, -60), minutes(now, 60)]
      book.place("V1", [
        position(1, { valid_from: after }),
        position(2, { valid_until: before }),
        position(3, { valid_from: before, valid_until: after })
      ])
      yield* read()
      for (const [token, rule] of [["secret 1", "order.voucher_early"], ["secret 2", "order.voucher_late"]] as const) {
        const scans = [scanOf(yield* tills.tag(), { voucher_token: token })]
        yield* refused(entrance.post("/order/check-ticket-scan", { customer_tags: scans }), rule)
        yield* refused(entrance.post("/order/book-ticket-sale", ticketSale(scans)), rule)
      }
      assert.deepInclude(yield* scanned("secret 3"), { valid_from: before, valid_until: after })
      book.change("V1", { positions: [position(1, { valid_from: before })] })
      yield* read()
      assert.deepInclude(yield* scanned("secret 1"), { valid_from: before, valid_until: null })
    }))

  it.effect("has the name of its product, and what the shop wants to be checked, at the till and in the office", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const { office } = yield* Festival
      book.products.push({
        id: 101,
        name: { en: "Day ticket", de: "Tageskarte" },
        default_price: "45.00",
        variations: [{ id: 7, value: { de: "Samstag" }, checkin_attention: true, checkin_text: "Student\ncard" }]
      })
      book.place("N1", [position(11, { variation: 7 }), position(12)], { checkin_text: "Wheelchair" })
      yield* read(true)
      const named = {
        product_name: "Tageskarte, Samstag",
        checkin_attention: true,
        checkin_text: "Wheelchair · Student card"
      }
      assert.deepInclude(yield* scanned("secret 11"), named)
      assert.deepInclude(yield* scanned("secret 12"), {
        product_name: "Tageskarte",
        checkin_attention: false,
        checkin_text: "Wheelchair"
      })
      const [listed] = listOf(yield* office("GET", "/tickets/external-tickets?search=samstag"))
      assert.deepInclude(listed, {
        token: "secret 11",
        pretix_product_name: named.product_name,
        checkin_attention: true,
        checkin_text: named.checkin_text,
        valid_from: null
      })
    }))
})

test("a product is named with its variation, and what is to be checked is said once", () => {
  const all = describedIn([
    { id: 1, name: { en: "Ticket", de: "Karte" }, checkin_text: " a " },
    { id: 2, name: {}, variations: [{ id: 3, value: { en: "Child" }, checkin_text: "a", checkin_attention: true }] }
  ])
  const of = (product: bigint, variation: bigint | null = null) => described({ product, variation }, all)
  assert.deepStrictEqual(of(1n), { name: "Karte", needsAttention: false, note: "a" })
  assert.deepStrictEqual(of(1n, 9n), of(1n))
  assert.deepStrictEqual(of(2n, 3n), { name: "Child", needsAttention: true, note: "a" })
  assert.deepStrictEqual(of(4n), { name: null, needsAttention: false, note: null })
  assert.notStrictEqual(productKey(2, 3), productKey(23))
  const note = { needsAttention: false, note: "a" }
  assert.deepStrictEqual(together([note, note, { needsAttention: true, note: "b" }]), {
    needsAttention: true,
    note: "a · b"
  })
})

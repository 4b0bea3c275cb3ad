import { assert, layer } from "@effect/vitest"
import { allowances } from "@wristbank/core/base/limits/Limits"
import { freshBudget, grant, isFresh, mostCodes, sameCodeMillis } from "@wristbank/core/presale/PresaleLookup"
import { PresaleStatuses } from "@wristbank/core/presale/PresaleStatuses"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Clock, Effect } from "effect"
import fc from "fast-check"
import { it as test } from "vitest"
import { Festival } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { operator, position, read, withShop } from "../../support/FestivalPresale.ts"
import { type Answer, type Body, done } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

/** The call that scans new wristbands with these codes. */
const scan = Effect.fnUntraced(function*(...codes: ReadonlyArray<string>) {
  const { entrance } = yield* FestivalTickets
  const { tills } = yield* Festival
  const scans = yield* Effect.forEach(
    codes,
    (voucher_token) => Effect.map(tills.tag(), (tag) => scanOf(tag, { voucher_token }))
  )
  return { scans, call: entrance.post("/order/check-ticket-scan", { customer_tags: scans }) }
})

/**
 * Scans again until the shop has answered: a scan waits 1.5 seconds for it, which a busy machine may exceed, and the next one
 * has its answer.
 */
const lookedUp = <E, R>(call: Effect.Effect<Answer, E, R>) =>
  Effect.repeat(call, { until: ({ body }) => body.rule !== "order.voucher_unknown" })

const refusedAt = (rule: string, ...codes: ReadonlyArray<string>) =>
  Effect.flatMap(scan(...codes), ({ call }) => refused(rule === "order.voucher_unknown" ? call : lookedUp(call), rule))

/** The number of calls of the shop that this makes. */
const calls = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
  const { book } = yield* FakePretix
  const before = book.requests.length
  yield* work
  return book.requests.length - before
})

layer(withShop, { excludeTestServices: true })("a code that the entrance does not know, or refuses", (it) => {
  it.effect("is looked up in the shop at the scan, with its order, and let in if the shop does", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const { entrance } = yield* FestivalTickets
      yield* read()
      book.place("S1", [position(1), position(2, { item: 201, price: "20.00", addon_to: 1 })])
      const first = yield* scan("secret 1")
      const [entry] = done(yield* lookedUp(first.call)).body.scanned_tickets as ReadonlyArray<Body>
      assert.deepInclude(entry!.ticket_voucher, { token: "secret 1", initial_top_up_amount: 20 })
      assert.strictEqual(yield* calls(first.call), 0)
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale(first.scans)))
      // A new code and a payment that the shop does not report.
      book.place("S2", [position(3)])
      book.place("S3", [position(4)])
      yield* read()
      book.change("S2", { positions: [position(3, { secret: "new code" })] })
      book.change("S3", { status: "n" })
      yield* read()
      yield* refusedAt("order.voucher_unpaid", "secret 4")
      book.place("S4", [position(5)])
      book.change("S2", { positions: [position(3, { secret: "newest code" })] })
      done(yield* lookedUp((yield* scan("newest code", "secret 5")).call))
      yield* refusedAt("order.voucher_unknown", "new code")
    }))

  it.effect("is told as what the shop says it is, also if it never was valid", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      book.place("U1", [position(21)], { status: "n", payments: [] })
      book.place("U2", [position(22)], { status: "c" })
      book.place("U3", [position(23)], { testmode: true })
      yield* refusedAt("order.voucher_unpaid", "secret 21")
      yield* refusedAt("order.voucher_cancelled", "secret 22")
      yield* refusedAt("order.voucher_unknown", "secret 23")
    }))
})

layer(withShop, { excludeTestServices: true })("a shop that does not answer", (it) => {
  it.effect("keeps no scan waiting, and counts as no failure of a reading", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      yield* read()
      book.place("H1", [position(31)])
      book.fail({ kind: "hang" })
      yield* refusedAt("order.voucher_unknown", "secret 31")
      book.fail({ kind: "answer", status: 403, body: {} })
      yield* refusedAt("order.voucher_unknown", "secret 32")
      assert.deepInclude(yield* (yield* PresaleStatuses).get(yield* operator), { failures: 0, problem: null })
    }))

  it.effect("is asked seldom by a till that scans rubbish, and for each code once", () =>
    Effect.gen(function*() {
      const began = yield* Clock.currentTimeMillis
      const many = yield* calls(
        Effect.forEach(Array.from({ length: 40 }), (_, n) => refusedAt("order.voucher_unknown", `rubbish ${n}`))
      )
      const seconds = ((yield* Clock.currentTimeMillis) - began) / 1000
      assert.isAtMost(many, allowances.presaleLookups.most + allowances.presaleLookups.perSecond * seconds)
      assert.isAtLeast(many, 1)
    }))
})

const codes = fc.array(fc.constantFrom(..."abcdefghijklmnop"), { maxLength: 12 })

test("look-ups stay below their limit, and no code is looked up twice in a short time", () => {
  const scans = fc.array(fc.record({ codes, pause: fc.nat({ max: 4000 }) }), { minLength: 1, maxLength: 80 })
  fc.assert(fc.property(scans, (history) => {
    let budget = freshBudget
    let now = 0
    const asked: Array<readonly [code: string, at: number]> = []
    for (const { codes: wanted, pause } of history) {
      now += pause
      const { budget: next, granted } = grant(budget, wanted, now)
      assert.isAtMost(granted.length, mostCodes)
      for (const code of granted) {
        assert.include(wanted, code)
        assert.isEmpty(asked.filter(([other, at]) => other === code && now - at < sameCodeMillis))
        asked.push([code, now])
      }
      budget = next
    }
    assert.isAtMost(asked.length, allowances.presaleLookups.most + allowances.presaleLookups.perSecond * now / 1000)
    assert.isTrue(isFresh(budget, now + 60_000))
  }))
  assert.deepStrictEqual(grant(freshBudget, ["a", "a", "b"], 0).granted, ["a", "b"])
})

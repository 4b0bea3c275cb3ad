import { assert, layer } from "@effect/vitest"
import * as ShopHttp from "@wristbank/cli/outgoing/ShopHttp"
import { Configuration } from "@wristbank/core/base/Configuration"
import { PretixCalls, type PretixEvent } from "@wristbank/core/presale/PretixCalls"
import { shopError } from "@wristbank/core/presale/ShopConnection"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import type { FakePosition } from "@wristbank/stand-ins/ticket-shop/FakeShopBook"
import { Cause, DateTime, Effect, Layer, Redacted, Result } from "effect"
import { euro } from "../../support/FestivalShop.ts"
import { loopback, loopbackRule } from "../../support/loopback.ts"

const callsBy = (...[rule, limits]: Parameters<typeof ShopHttp.layerOf>) =>
  Layer.provide(
    PretixCalls.layer,
    Layer.merge(ShopHttp.layerOf(rule, limits), Configuration.layer({ environment: loopback }))
  )

const shop = Layer.mergeAll(FakePretix.layer, callsBy(loopbackRule))

const position = (id: number, given: Partial<FakePosition> = {}): FakePosition => ({
  id,
  item: 101,
  price: "45.00",
  secret: `secret-${id}`,
  ...given
})

const place = Effect.map(FakePretix, ({ book, url }): PretixEvent => ({
  url,
  organizer: book.organizer,
  event: book.event,
  key: Redacted.make(book.key)
}))

/** All orders that changed since, page by page, and the time from which to go on. */
const readAll = Effect.fnUntraced(function*(since: string | null) {
  const pretix = yield* PretixCalls
  const at = yield* place
  const codes: Array<string> = []
  const unread: Array<string | null> = []
  let [url, generatedAt, pages]: [URL | null, string | null, number] = [pretix.firstPage(at, since), null, 0]
  while (url !== null) {
    const page: Effect.Success<ReturnType<typeof pretix.page>> = yield* pretix.page(at, url)
    for (const order of page.orders) {
      if (Result.isSuccess(order)) codes.push(order.success.code)
      else unread.push(order.failure.code)
    }
    generatedAt ??= page.generatedAt
    url = page.next
    pages++
  }
  return { codes, generatedAt, pages, unread }
})

/** The reason of the failure. */
const reasonOf = <A, R>(call: Effect.Effect<A, ReturnType<typeof shopError>, R>) =>
  Effect.map(Effect.flip(call), ({ detail, reason, retryAfterSeconds }) => [reason, detail, retryAfterSeconds])

layer(shop, { excludeTestServices: true })("the client of pretix", (it) => {
  it.effect("reads all pages, and then what changed since the first of them", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      for (let n = 1; n <= 120; n++) book.place(`A${n}`, [position(n)])
      book.place("TEST", [position(900)], { testmode: true })
      const first = yield* readAll(null)
      assert.deepStrictEqual(first.codes, Array.from({ length: 120 }, (_, n) => `A${n + 1}`))
      assert.strictEqual(first.pages, 3)
      book.change("A7", { status: "c" })
      book.change("A90", { email: null })
      const second = yield* readAll(first.generatedAt)
      assert.deepStrictEqual([second.codes, second.pages], [["A7", "A90"], 1])
      const { path } = book.requests.at(-1)!
      assert.include(path, `modified_since=${encodeURIComponent(first.generatedAt!)}`)
      assert.include(path, "testmode=false")
      assert.deepStrictEqual((yield* readAll(second.generatedAt)).codes, [])
    }))

  it.effect("reads an order with its tickets, credit and what was paid back", () =>
    Effect.gen(function*() {
      const { book, url } = yield* FakePretix
      const pretix = yield* PretixCalls
      const at = yield* place
      book.place("FULL", [
        position(501, { attendee_name: " Ada ", attendee_email: "a@x.org" }),
        position(502, { item: 201, price: "20.00", addon_to: 501, canceled: true }),
        position(503, { blocked: ["api"] })
      ], { email: null, invoice_address: { name: "", company: "Acme" }, refunds: [{ state: "done", amount: "12.50" }] })
      const order = Result.getOrThrow((yield* pretix.order(at, "FULL"))!)
      assert.deepInclude(order, {
        code: "FULL",
        link: `${url}/control/event/stand-in/festival/orders/FULL/`,
        status: "paid",
        email: null,
        name: "Acme",
        outstanding: euro(12.5)
      })
      assert.deepStrictEqual(
        order.positions.map(({ addonTo, email, id, isBlocked, isCancelled, name, price, product }) => [
          id,
          product,
          price,
          addonTo,
          name,
          email,
          isCancelled,
          isBlocked
        ]),
        [
          ["501", 101n, 4500n, null, "Ada", "a@x.org", false, false],
          ["502", 201n, 2000n, "501", null, null, true, false],
          ["503", 101n, 4500n, null, null, null, false, true]
        ]
      )
      assert.isNull(yield* pretix.order(at, "NONE"))
    }))

  it.effect("names an order that can't be read, without what guests entered, and reads the others", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const pretix = yield* PretixCalls
      const since = book.now()
      book.place("GOOD", [position(601)])
      book.place("BAD", [position(602, { price: "private words" })], { total: "45.00", payments: [] })
      const { codes, unread } = yield* readAll(since)
      assert.deepStrictEqual([codes, unread], [["GOOD"], ["BAD"]])
      const order = yield* pretix.order(yield* place, "BAD")
      assert.isTrue(order !== null && Result.isFailure(order))
      if (order === null || Result.isSuccess(order)) return
      assert.strictEqual(order.failure.problem.rule, "presale.order_unreadable")
      assert.notInclude(order.failure.problem.sentence("en"), "private words")
      assert.include(order.failure.problem.sentence("en"), "price")
      book.change("BAD", { testmode: true })
    }))

  it.effect("understands what pretix says when it refuses", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const pretix = yield* PretixCalls
      const at = yield* place
      const call = pretix.order(at, "A1")
      const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
        book.fail({ kind: "answer", status, body, headers })
      const cases: ReadonlyArray<readonly [number, unknown, Record<string, string>, ReadonlyArray<unknown>]> = [
        [429, { detail: "Slow down" }, { "retry-after": "7" }, ["busy", "Slow down", 7]],
        [503, "<html>", { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, ["busy", "", null]],
        [503, "<html>", { "retry-after": "in a while" }, ["busy", "", null]],
        [400, { email: ["Enter an address.", "Twice."] }, {}, ["rejected", "email: Enter an address. Twice.", null]],
        [500, "<html>", {}, ["failed", "", null]],
        [302, "", { location: "http://169.254.169.254/" }, ["redirected", "", null]]
      ]
      for (const [status, body, headers, expected] of cases) {
        answer(status, body, headers)
        const seen = book.requests.length
        assert.deepStrictEqual(yield* reasonOf(call), expected)
        assert.strictEqual(book.requests.length, seen + 1, "no redirect was followed")
      }
      // A date instead of seconds; the pause is that of another organiser, whom this test does not call again.
      answer(503, "<html>", { "retry-after": "Wed, 21 Oct 2099 07:28:00 GMT" })
      const paused = pretix.order({ ...at, organizer: "paused" }, "A1")
      assert.deepStrictEqual(yield* reasonOf(paused), ["busy", "", 3600])
      const stranger = { ...at, key: Redacted.make("another key") }
      assert.deepStrictEqual(yield* reasonOf(pretix.order(stranger, "A1")), ["key_refused", "Invalid token.", null])
      const [reason] = yield* reasonOf(pretix.products({ ...at, event: "other" }))
      assert.strictEqual(reason, "not_permitted")
      const page = pretix.page(at, pretix.firstPage(at, null))
      book.fail({ kind: "answer", status: 200, body: { results: [], next: "http://127.0.0.2:1/api/" } })
      assert.deepStrictEqual(yield* reasonOf(page), ["sent_elsewhere", "", null])
      book.fail({ kind: "answer", status: 200, body: [] })
      assert.deepStrictEqual(yield* reasonOf(page), ["unreadable", "", null])
    }))

  it.effect("lists products and check-in lists", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const pretix = yield* PretixCalls
      const at = yield* place
      for (let n = 1; n <= 51; n++) book.products.push({ id: n, name: { en: `Ticket ${n}` }, default_price: "45.00" })
      const products = yield* pretix.products(at)
      assert.strictEqual(products.length, 51)
      assert.deepStrictEqual(products[50], { id: 51, name: { en: "Ticket 51" }, default_price: euro(45) })
      assert.deepStrictEqual(yield* pretix.checkInLists(at), [
        { id: 1, name: "Entrance", all_products: true, limit_products: [], subevent: null }
      ])
    }))

  it.effect("checks a ticket in once, whether it is asked again or someone else did it", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const pretix = yield* PretixCalls
      const at = yield* place
      const entered = DateTime.makeUnsafe("2026-07-10T09:00:00Z")
      const checkIn = (secret: string, nonce: string) => pretix.checkIn(at, { list: 1, secret, nonce, at: entered })
      const refused = (reason: string, explanation = "") => ({ kind: "refused", reason, explanation } as const)
      for (const nonce of ["one", "one", "two"]) {
        assert.deepStrictEqual(yield* checkIn("secret-1", nonce), { kind: "done" })
      }
      assert.deepStrictEqual([...book.checkedIn.get("secret-1")!], ["one"])
      assert.deepStrictEqual(yield* checkIn("nobody's", "one"), refused("invalid"))
      book.refusals.set("secret-2", "rules")
      assert.deepStrictEqual(yield* checkIn("secret-2", "one"), refused("rules"))
      const explained = { status: "error", reason: "rules", reason_explanation: "After 8 p.m." }
      book.fail({ kind: "answer", status: 400, body: explained })
      assert.deepStrictEqual(yield* checkIn("secret-3", "one"), refused("rules", "After 8 p.m."))
      book.fail({ kind: "answer", status: 500, body: "" })
      assert.deepStrictEqual(yield* reasonOf(checkIn("secret-3", "one")), ["failed", "", null])
    }))

  it.effect("tells a list that the key may not use from a ticket that is refused", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const pretix = yield* PretixCalls
      const at = yield* place
      const checkIn = pretix.checkIn(at, { list: 1, secret: "secret-1", nonce: "one", at: yield* DateTime.now })
      assert.isTrue(yield* pretix.mayCheckIn(at, 1))
      book.mayCheckIn = false
      assert.isFalse(yield* pretix.mayCheckIn(at, 1))
      const words = "lists: Invalid pk \"1\" - object does not exist."
      assert.deepStrictEqual(yield* reasonOf(checkIn), ["list_refused", words, null])
      book.mayCheckIn = true
      book.fail({ kind: "answer", status: 404, body: { detail: "Not found." } })
      assert.deepStrictEqual(yield* reasonOf(checkIn), ["absent", "Not found.", null])
    }))

  it.effect("says which part of an address with the path of an event is too much", () =>
    Effect.gen(function*() {
      const pretix = yield* PretixCalls
      const at = yield* place
      const pasted = { ...at, url: `${at.url}/stand-in/festival` }
      assert.deepStrictEqual(yield* reasonOf(pretix.products(pasted)), ["absent_below", "/stand-in/festival", null])
      assert.deepStrictEqual(yield* reasonOf(pretix.page(pasted, pretix.firstPage(pasted, null))), [
        "absent_below",
        "/stand-in/festival",
        null
      ])
    }))

  it.effect("calls only addresses that the rule allows, never without TLS elsewhere, and shows the key to no one", () =>
    Effect.gen(function*() {
      const { url } = yield* FakePretix
      const at = { ...yield* place, key: Redacted.make("canary-key") }
      const strict = (networks: typeof loopbackRule.networks) =>
        Effect.provide(
          Effect.flatMap(PretixCalls, (pretix) => Effect.exit(pretix.order(at, "A1"))),
          Layer.fresh(callsBy({ ...loopbackRule, networks }))
        )
      const plain = yield* strict([])
      assert.include(String(plain), "must begin with https")
      assert.include(String(plain), "WRISTBANK_PRESALE_NETWORKS")
      const elsewhere = yield* strict(loopbackRule.networks.slice(1))
      assert.include(String(elsewhere), "must begin with https", url)
      const answered = yield* strict(loopbackRule.networks)
      assert.include(String(answered), "does not accept the API key")
      for (const exit of [plain, elsewhere, answered]) {
        assert.notInclude(String(exit), "canary-key")
        if (exit._tag === "Failure") assert.notInclude(Cause.pretty(exit.cause), "canary-key")
      }
    }))
})

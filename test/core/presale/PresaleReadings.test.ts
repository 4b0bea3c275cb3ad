import { assert, layer } from "@effect/vitest"
import { PresaleReadings } from "@wristbank/core/presale/PresaleReadings"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { position, read, withShop } from "../../support/FestivalPresale.ts"
import { casesOf, ticketsIn } from "../../support/FestivalShop.ts"
import { workReported } from "../../support/WorkReported.ts"

/** The paths of the requests that a call makes. */
const requestsOf = Effect.fnUntraced(function*<A, E, R>(call: Effect.Effect<A, E, R>) {
  const { book } = yield* FakePretix
  const before = book.requests.length
  const answer = yield* call
  return { answer, paths: book.requests.slice(before).map(({ path }) => path) }
})

const count = { everything: false, orders: 0, added: 0, updated: 0, cancelled: 0, broken: 0 }

layer(withShop, { excludeTestServices: true })("reading a ticket shop", (it) => {
  it.effect("finds everything once, and then what changed", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      for (let n = 1; n <= 120; n++) {
        book.place(`A${n}`, [position(n), position(1000 + n, { item: 201, price: "20.00", addon_to: n })])
      }
      const first = yield* requestsOf(read())
      assert.deepStrictEqual(first.answer, { ...count, everything: true, orders: 120, added: 120 })
      assert.lengthOf(first.paths.filter((path) => path.includes("/orders/")), 3)
      assert.deepStrictEqual((yield* ticketsIn("A120")).map(({ credit, state }) => [state, Number(credit)]), [
        ["valid", 2000]
      ])
      book.change("A7", { status: "c" })
      book.change("A8", { positions: [position(8, { secret: "renewed" })] })
      const second = yield* requestsOf(read())
      assert.deepStrictEqual(second.answer, { ...count, orders: 2, updated: 2 })
      assert.strictEqual(second.paths.length, 1)
      assert.include(second.paths[0], "modified_since=")
      assert.deepStrictEqual((yield* requestsOf(read())).answer, count)
      const again = yield* workReported(read(true))
      assert.deepStrictEqual(again.answer, { ...count, everything: true, orders: 120 })
      assert.deepStrictEqual(again.reports, [[50, 120], [100, 120], [120, 120]])
    }))

  it.effect("finds once a day what the shop changed without a trace in its list of changes", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      const age = (hours: number) => sql`update presale_source set read_all_at = now() - ${hours} * interval '1 hour'`
      const credit = Effect.map(ticketsIn("DAILY"), ([ticket]) => Number(ticket!.credit))
      const sold = [position(6001), position(6002, { item: 201, price: "30.00", addon_to: 6001 })]
      yield* read(true)
      book.place("DAILY", sold)
      assert.deepInclude(yield* read(), { everything: false, added: 1 })
      book.change("DAILY", {
        positions: [sold[0]!, { ...sold[1]!, price: "10.00" }],
        last_modified: book.order("DAILY")!.last_modified
      })
      yield* age(23)
      assert.deepStrictEqual(yield* read(), count)
      assert.strictEqual(yield* credit, 3000)
      yield* age(25)
      assert.deepInclude(yield* read(), { everything: true, updated: 1 })
      assert.strictEqual(yield* credit, 1000)
      assert.deepStrictEqual(yield* read(), count)
    }))

  it.effect("imports the chosen dates of an event series alone", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const { book } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      const choose = (dates: ReadonlyArray<number>) =>
        sql`update event set settings = settings || ${JSON.stringify({ pretix_subevent_ids: dates })}::jsonb
          where event_id = ${event}`
      book.place("SERIES1", [position(5001, { subevent: 11 }), position(5002, { subevent: 12 })])
      yield* choose([11])
      assert.deepInclude(yield* read(), { orders: 1, added: 1 })
      const states = Effect.map(ticketsIn("SERIES1"), (tickets) => tickets.map(({ state }) => state))
      assert.deepStrictEqual(yield* states, ["valid"])
      yield* choose([12])
      assert.deepInclude(yield* read(true), { added: 1, cancelled: 1 })
      assert.sameMembers([...yield* states], ["cancelled", "valid"])
      yield* choose([])
    }))

  it.effect("imports all orders but a broken one, which it tries again until it can be imported", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      book.place("B1", [position(2001)])
      book.place("B2", [position(2002, { price: "words" })], { total: "45.00", payments: [] })
      book.place("B3", [position(2003)])
      assert.deepStrictEqual(yield* read(), { ...count, orders: 3, added: 2, broken: 1 })
      assert.strictEqual((yield* ticketsIn("B3")).length, 1)
      const again = yield* requestsOf(read())
      assert.deepStrictEqual(again.answer, { ...count, orders: 1, broken: 1 })
      assert.include(again.paths.at(-1), "/orders/B2/")
      // A repair that leaves no trace in the list of changes.
      book.change("B2", { positions: [position(2002)], last_modified: book.order("B2")!.last_modified })
      assert.deepStrictEqual(yield* read(), { ...count, orders: 1, added: 1 })
      assert.deepStrictEqual(yield* read(), count)
    }))

  it.effect("waits while the shop is busy, and begins again where it began if it fails on the way", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      for (let n = 1; n <= 60; n++) book.place(`C${n}`, [position(3000 + n)])
      const busy = {
        kind: "answer",
        status: 429,
        body: { detail: "Slow down" },
        headers: { "retry-after": "0" }
      } as const
      book.fail(busy, busy)
      const { paths } = yield* requestsOf(read())
      assert.strictEqual(paths.length, 4)
      const cursor = sql`select changed_since as since, problem, failures from presale_source`
      const [before] = yield* cursor
      for (let n = 1; n <= 60; n++) book.change(`C${n}`, { status: "c" })
      book.fail({ kind: "pass" }, { kind: "answer", status: 500, body: "" })
      assert.strictEqual((yield* Effect.flip(read())).reason, "failed")
      assert.deepStrictEqual(yield* cursor, [{ ...before, problem: "The ticket shop has a fault", failures: 1 }])
      const failing = Effect.map(
        sql<{ since: bigint; isFirst: boolean }>`select extract(epoch from failing_since)::bigint as since,
            failing_since = failed_at as "isFirst" from presale_source where failing_since is not null`,
        ([row]) => row
      )
      const first = yield* failing
      assert.isTrue(first?.isFirst)
      book.fail({ kind: "answer", status: 500, body: "" })
      yield* Effect.flip(read())
      assert.deepStrictEqual(yield* failing, { since: first!.since, isFirst: false })
      assert.deepStrictEqual(yield* read(), { ...count, orders: 60, updated: 10 })
      const [after] = yield* cursor
      assert.deepInclude(after, { problem: null, failures: 0 })
      assert.isUndefined(yield* failing)
      assert.notStrictEqual(after!.since, before!.since)
    }))

  it.effect("reads the one order of which the shop has sent word, and leaves out a test", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const { book } = yield* FakePretix
      const { readOrder } = yield* PresaleReadings
      book.place("D1", [position(4001), position(4002), position(4003, { item: 201, price: "5.00" })])
      book.place("D2", [position(4004)], { testmode: true })
      for (const code of ["D1", "D2", "NONE"]) {
        const { paths } = yield* requestsOf(readOrder(BigInt(event), code))
        assert.strictEqual(paths.length, 1)
      }
      assert.deepStrictEqual([(yield* ticketsIn("D1")).length, (yield* ticketsIn("D2")).length], [2, 0])
      assert.deepStrictEqual(yield* casesOf("D1"), [["credit_without_ticket", 500]])
    }))

  it.effect("finds a change that the shop committed after a reading, but noted the time of before it", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const { book } = yield* FakePretix
      const { read: readNow } = yield* PresaleReadings
      const changes = readNow(BigInt(event), false)
      const states = Effect.map(
        Effect.all([ticketsIn("LATE1"), ticketsIn("LATE2")]),
        (tickets) => tickets.flat().map(({ state }) => state)
      )
      for (const n of [1, 2]) book.place(`LATE${n}`, [position(7000 + n)], n === 1 ? {} : { status: "n", payments: [] })
      yield* read()
      assert.deepStrictEqual(yield* states, ["valid"])
      const cancelled = book.begin("LATE1", { status: "c" })
      const paid = book.begin("LATE2", { status: "p", payments: [{ state: "confirmed", amount: "45.00" }] })
      book.pass(1)
      yield* changes
      cancelled()
      paid()
      yield* changes
      assert.deepStrictEqual(yield* states, ["cancelled", "valid"])
    }))

  it.effect("imports no order of a shop in another currency, neither by a reading nor by a report", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const { book } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      const { readOrder } = yield* PresaleReadings
      book.place("FRANCS", [position(8001), position(8002, { item: 201, price: "50.00", addon_to: 8001 })])
      book.currency = "CHF"
      yield* sql`update presale_source set changed_since = null`
      for (const call of [read(), readOrder(BigInt(event), "FRANCS")]) {
        assert.deepInclude(yield* Effect.flip(call), { reason: "other_currency", detail: "CHF" })
      }
      assert.isEmpty(yield* ticketsIn("FRANCS"))
      book.currency = "EUR"
      yield* read()
      assert.deepStrictEqual((yield* ticketsIn("FRANCS")).map(({ credit }) => Number(credit)), [5000])
    }))
})

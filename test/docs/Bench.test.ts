import { assert, it as alone, layer } from "@effect/vitest"
import { Books } from "@wristbank/core/journal/Books"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { StoredSecrets } from "@wristbank/core/organisation/StoredSecrets"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Festival, make } from "../../scripts/bench/Festival.ts"
import { fillOrders } from "../../scripts/bench/ManyOrders.ts"
import { faults as faultsOfOverload } from "../../scripts/bench/OverloadRuns.ts"
import { callsOf, mixes } from "../../scripts/bench/Requests.ts"
import { faults } from "../../scripts/bench/Soak.ts"
import { servicesLayer } from "../support/administration.ts"

const services = Layer.mergeAll(StoredSecrets.layer, Doctor.layer, Books.layer).pipe(
  Layer.provideMerge(servicesLayer)
)

const violations = Effect.map(
  Doctor.use((doctor) => doctor.diagnose(3)),
  ({ examinations }) => examinations.filter(({ count }) => count > 0)
)

layer(services, { excludeTestServices: true })("the festival of the benchmark", (it) => {
  it.effect("is one that a server starts with and in which everything holds", () =>
    Effect.gen(function*() {
      const { eventId, tokens } = yield* make({ customers: 20, terminals: 3, tickets: 10 })
      assert.strictEqual(tokens.length, 3)
      const stored = yield* StoredSecrets
      yield* stored.checkAll(yield* Secrets)
      assert.deepStrictEqual(yield* violations, [])

      // Orders made by SQL are as if they had been booked.
      const sql = yield* SqlClient.SqlClient
      const indexes =
        sql`select indexdef from pg_indexes where tablename in ('line_item', 'ordr', 'posting') order by indexdef`
      const before = yield* indexes
      yield* fillOrders({ eventId, orders: 500, firstDay: "2026-06-01", days: 2, stalls: 2, atOnce: 200 })
      assert.deepStrictEqual(
        yield* sql`select order_type, count(*)::integer as n, count(distinct till_id)::integer as tills,
            max(booked_at) < '2026-06-03T06:00:00Z' as "onTime"
          from ordr group by order_type order by order_type`,
        [["cancel_sale", 10], ["pay_out", 10], ["sale", 430], ["ticket", 20], ["top_up", 30]]
          .map(([order_type, n]) => ({ order_type, n, tills: 3, onTime: true }))
      )
      assert.deepStrictEqual(yield* violations, [])
      // They are removed meanwhile.
      assert.isAbove(before.length, 10)
      assert.deepStrictEqual(yield* indexes, before)
    }))
})

alone("each load of the benchmark is in the list of its script, and on a page that says how to run it", () => {
  const root = join(import.meta.dirname, "../..")
  const source = readFileSync(join(root, "scripts/bench.ts"), "utf8")
  const loads = Array.from(/^const others = \[([^\]]+)\]/m.exec(source)![1]!.matchAll(/"(.+?)"/g), ([, name]) => name!)
  assert.include(loads, "event-file")
  assert.include(loads, "simulate")
  const list = source.slice(0, source.indexOf("\nimport "))
  const pages = globSync("docs/*-documentation/**/*.md", { cwd: root }).map((page) =>
    readFileSync(join(root, page), "utf8")
  )
  for (const load of loads) {
    assert.include(list, `\`${load}\``)
    assert.isTrue(pages.some((page) => page.includes(`--loads ${load}`)), load)
  }
})

alone("a soak fails when a booking failed or the server grew by more than half", () => {
  const minute = (errors: number, serverMemory: number) => ({ bookings: 9_000, errors, p99: 20, serverMemory })
  assert.deepStrictEqual(faults([minute(0, 300), minute(0, 500), minute(0, 450)]), [])
  assert.strictEqual(faults([minute(0, 300), minute(0, 451)]).length, 1)
  assert.deepStrictEqual(faults([minute(2, 300), minute(1, 300)]), ["3 bookings failed"])
})

alone("an overload fails when the server collapsed", () => {
  const capacity = { perSecond: 1_000 }
  const good = { perSecond: 900, p99: 90, errors: 4_000, refused: 4_000, serverMemory: 300 }
  assert.deepStrictEqual(faultsOfOverload(capacity, good), [])
  for (const bad of [{ perSecond: 200 }, { p99: 3_000 }, { errors: 4_001 }, { serverMemory: 600 }]) {
    assert.strictEqual(faultsOfOverload(capacity, { ...good, ...bad }).length, 1)
  }
})

const festival: Festival = {
  eventId: 1,
  tokens: ["t0", "t1"],
  firstTag: 1_000,
  customers: 7,
  firstTicketTag: 2_000,
  firstScanTag: 3_000,
  firstCashierTag: 4_000,
  cashierRoleId: 5,
  guestTokens: ["g0", "g1"],
  buttonIds: [6]
}

alone("a load makes its calls in turn, at the terminal that sends each, and sells no ticket twice", () => {
  const { next } = callsOf([festival], mixes.get("mixed")!, { firstTicket: 10, tickets: 5 })
  const calls = Array.from({ length: 100 }, (_, n) => next(n % 2))
  const count = (kind: string) => calls.filter((call) => call.kind === kind).length
  assert.deepStrictEqual([count("ticket"), count("top-up"), count("sale")], [5, 15, 80])
  assert.deepStrictEqual(calls.slice(0, 3).map(({ token }) => token), ["t0", "t1", "t0"])
  const bodies = calls.map(({ body }) => JSON.parse(body))
  const tickets = bodies.flatMap(({ customer_tags }) => customer_tags ?? [])
  assert.deepStrictEqual(tickets.map(({ tag_pin }) => tag_pin), [10, 11, 12, 13, 14].map((n) => `TICKET${n}`))
  const guests = bodies.slice(1, 7).map(({ customer_tag_uid }) => customer_tag_uid)
  assert.strictEqual(new Set(guests).size, 6)
  assert.throws(() => next(0), "All tags are sold")
})

alone("a load of several events goes on at the next event after each terminal", () => {
  const { next } = callsOf([festival, { ...festival, tokens: ["u0", "u1"] }], ["sale"], { firstTicket: 0, tickets: 0 })
  assert.deepStrictEqual([0, 1, 2, 3].map((terminal) => next(terminal).token), ["t0", "u0", "t1", "u1"])
})

alone("a load of sign-ins leaves every cashier signed in", () => {
  const { last, next } = callsOf([festival], mixes.get("sign-in")!, { firstTicket: 0, tickets: 0 })
  assert.strictEqual(last([0, 1]), undefined)
  assert.deepStrictEqual([next(0), next(1), next(0)].map(({ kind }) => kind), ["sign-out", "sign-out", "sign-in"])
  const call = last([0, 1])
  assert.strictEqual(call?.kind, "sign-in")
  assert.deepStrictEqual(JSON.parse(call?.body ?? ""), { user_tag: { uid: 4_001 }, user_role_id: 5 })
  assert.strictEqual(last([0, 1]), undefined)
})

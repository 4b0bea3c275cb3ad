import { assert, it } from "@effect/vitest"
import { AlertFact, AlertKind, alertsOf } from "@wristbank/core/overview/Alert"
import { DateTime } from "effect"
import fc from "fast-check"

const now = DateTime.makeUnsafe("2026-07-03T20:00:00Z")
const dayStart = DateTime.makeUnsafe("2026-07-03T04:00:00Z")

const ago = (minutes: number) => DateTime.subtract(now, { minutes })

const fact = (kind: AlertKind, more: Partial<AlertFact> = {}) =>
  new AlertFact({
    kind,
    subject: "event",
    id: 1n,
    name: "Festival",
    node_id: 1n,
    count: 1,
    amount: null,
    since: null,
    state: null,
    ...more
  })

const severity = (kind: AlertKind, more: Partial<AlertFact> = {}) =>
  alertsOf([fact(kind, more)], now, dayStart)[0]?.severity ?? null

it("each kind is amber, red or nothing, as its age and state say", () => {
  assert.isNull(severity("unsigned_orders", { since: ago(0.5) }))
  assert.strictEqual(severity("unsigned_orders", { since: ago(1) }), "amber")
  assert.strictEqual(severity("unsigned_orders", { since: ago(10) }), "red")
  assert.strictEqual(severity("tse_missing"), "red")
  assert.strictEqual(severity("tse_failed", { count: 2 }), "red")
  assert.strictEqual(severity("tse_failed", { count: 0 }), "amber")
  const certificate = (days: number) => ({ state: DateTime.formatIso(DateTime.add(now, { days })) })
  assert.isNull(severity("tse_expiring", certificate(31)))
  assert.strictEqual(severity("tse_expiring", certificate(30)), "amber")
  assert.strictEqual(severity("tse_expiring", certificate(7)), "red")
  assert.strictEqual(severity("tse_expiring", certificate(-1)), "red")
  assert.isNull(severity("tse_expiring", { state: "never" }))
  assert.isNull(severity("unverified_payments", { since: ago(9) }))
  assert.strictEqual(severity("unverified_payments", { since: ago(10) }), "amber")
  assert.strictEqual(severity("unverified_payments", { since: ago(1), state: "problem" }), "red")
  assert.strictEqual(severity("unverified_payments", { since: ago(60 * 24) }), "red")
  assert.isNull(severity("presale_failing", { since: ago(4), count: 3 }))
  assert.strictEqual(severity("presale_failing", { since: ago(5), count: 3 }), "amber")
  assert.strictEqual(severity("presale_failing", { since: ago(60), count: 9 }), "red")
  assert.isNull(severity("presale_overdue", { since: ago(29) }))
  assert.strictEqual(severity("presale_overdue", { since: ago(30) }), "amber")
  assert.strictEqual(severity("presale_overdue", { since: ago(60 * 4) }), "red")
  assert.strictEqual(severity("presale_overdue"), "amber")
  for (const kind of ["presale_orders", "presale_cases", "presale_check_ins_refused"] as const) {
    assert.strictEqual(severity(kind, { since: now }), "amber")
    assert.strictEqual(severity(kind, { since: ago(60 * 24 - 1) }), "amber")
    assert.strictEqual(severity(kind, { since: ago(60 * 24) }), "red")
  }
  assert.isNull(severity("presale_check_ins_waiting", { since: ago(29) }))
  assert.strictEqual(severity("presale_check_ins_waiting", { since: ago(30) }), "amber")
  assert.strictEqual(severity("presale_check_ins_waiting", { since: ago(60 * 24) }), "red")
  assert.strictEqual(severity("log_copies_stopped", { since: ago(1) }), "amber")
  assert.strictEqual(severity("log_copies_stopped", { since: ago(10) }), "red")
  assert.isNull(severity("base_copy_late", { since: ago(60 * 26 - 1) }))
  assert.strictEqual(severity("base_copy_late", { since: ago(60 * 26) }), "amber")
  assert.strictEqual(severity("base_copy_late", { since: ago(60 * 50) }), "red")
  assert.isNull(severity("unsent_mail", { since: ago(4) }))
  assert.strictEqual(severity("unsent_mail", { since: ago(5) }), "amber")
  assert.strictEqual(severity("register_overdrawn"), "red")
  assert.isNull(severity("till_silent", { since: ago(9) }))
  assert.strictEqual(severity("till_silent", { since: ago(10) }), "amber")
  assert.strictEqual(severity("till_silent", { since: ago(30) }), "red")
  assert.isNull(severity("till_silent"))
  assert.isNull(severity("open_closing", { since: ago(60) }))
  assert.strictEqual(severity("open_closing", { since: ago(60 * 24) }), "amber")
  assert.strictEqual(severity("shift_open_after_end"), "amber")
  assert.strictEqual(severity("shift_open_after_end", { state: "archived" }), "red")
  assert.strictEqual(severity("settings_missing"), "amber")
})

const facts = fc.array(
  fc.record({
    kind: fc.constantFrom(...AlertKind.literals),
    id: fc.bigInt({ min: 1n, max: 5n }),
    minutes: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: null }),
    count: fc.nat(3),
    state: fc.constantFrom(null, "problem", "archived", "2026-07-04T00:00:00Z")
  }).map(({ count, id, kind, minutes, state }) =>
    fact(kind, { id, count, state, since: minutes === null ? null : ago(minutes) })
  ),
  { maxLength: 20 }
)

it("red comes first, the order does not depend on that of the facts, and time passes only for the worse", () =>
  fc.assert(fc.property(facts, fc.nat(1000), (some, minutes) => {
    const all = alertsOf(some, now, dayStart)
    all.forEach((need, n) => n > 0 && assert.isFalse(need.severity === "red" && all[n - 1]!.severity === "amber"))
    const shown = (needs: typeof all) => needs.map(({ id, kind, severity: how, since }) => [how, kind, since, id])
    assert.deepStrictEqual(shown(alertsOf(some.toReversed(), now, dayStart)), shown(all))
    const rank = (one: AlertFact, at: DateTime.Utc) =>
      ["amber", "red"].indexOf(alertsOf([one], at, dayStart)[0]?.severity ?? "")
    const later = DateTime.add(now, { minutes })
    for (const one of some) assert.isAtLeast(rank(one, later), rank(one, now), one.kind)
  })))

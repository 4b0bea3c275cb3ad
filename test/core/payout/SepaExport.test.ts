import { assert, describe, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { runAtOnce } from "@wristbank/core/base/SlicedWork"
import { resolve, UpdateEvent } from "@wristbank/core/event/EventSettings"
import type { PayoutStatus } from "@wristbank/core/payout/Payout"
import { csvOf, type ExportedRun, termsOf } from "@wristbank/core/payout/PayoutExport"
import { PayoutRunWithStats } from "@wristbank/core/payout/PayoutRun"
import { sepaOf } from "@wristbank/core/payout/SepaExport"
import { DateTime, Result, Schema } from "effect"
import fc from "fast-check"
import { eventSettings } from "../../support/eventSettings.ts"
import { ibans, line, payoutFile } from "./SamplePayouts.ts"
import { readMessage } from "./SepaMessage.ts"

const settings = Result.getOrThrow(
  resolve(Schema.decodeUnknownSync(Schema.toCodecJson(UpdateEvent))(eventSettings), null)
)

const paying = {
  ...settings,
  sepa_enabled: true,
  sepa_sender_name: "Fest",
  sepa_sender_iban: payoutFile([]).debtor.iban
}

/** Half past midnight in Berlin, still the day before in New York. */
const now = DateTime.makeUnsafe("2026-06-30T22:31:00Z")

/** A run whose first bank file was made with some settings and which is now exported with others. */
const exported = (payouts: number, first = paying, later = first): ExportedRun => ({
  run: new PayoutRunWithStats({
    id: 7n,
    node_id: 1n,
    created_by: 1n,
    created_at: now,
    set_done_by: null,
    set_done_at: null,
    done: false,
    revoked: false,
    sepa_was_generated: false,
    total_donation_amount: Money.zero,
    total_payout_amount: Money.Cents.make(1000n * BigInt(payouts)),
    n_payouts: payouts,
    left_out: []
  }),
  lines: Array.from({ length: payouts }, (_, n) => ({ line: line(n + 1), status: "reserved" })),
  terms: termsOf(first),
  settings: later
})

it.each([
  ["Europe/Berlin", "2026-06-30", "is over, today is 2026-07-01"],
  ["Europe/Berlin", "2026-07-01", null],
  ["America/New_York", "2026-06-29", "is over, today is 2026-06-30"],
  ["America/New_York", "2026-06-30", null],
  ["Pacific/Auckland", "2026-06-30", "is over, today is 2026-07-01"]
])("an event in %s can have its bank pay on %s unless: %s", (zone, executionDate, refusal) => {
  const request = { executionDate, version: "pain.001.001.09", part: null } as const
  const file = runAtOnce(sepaOf(exported(1, { ...paying, time_zone: zone }), request, now))
  if (refusal === null) assert.include(Result.getOrThrow(file).content, `<Dt>${executionDate}</Dt>`)
  else assert.include(Result.getOrThrow(Result.flip(file)).message, refusal)
})

describe("a run of several parts", () => {
  /** A run of payouts with these statuses, two to a file. */
  const runOf = (...statuses: ReadonlyArray<PayoutStatus>): ExportedRun => ({
    ...exported(0, { ...paying, sepa_max_num_payouts_in_run: 2 }),
    lines: statuses.map((status, n) => ({ line: line(n + 1), status }))
  })
  const ask = (run: ExportedRun, part: number | null) => runAtOnce(sepaOf(run, { ...request, part }, now))
  const paidIn = (run: ExportedRun, part: number | null) => {
    const { content, count, name, sum } = Result.getOrThrow(ask(run, part))
    const ids = readMessage(content).transfers.map(({ endToEndId }) => endToEndId)
    assert.deepStrictEqual([count, sum], [ids.length, Money.Cents.make(1000n * BigInt(ids.length))])
    return [name, ...ids]
  }
  const saidOf = (run: ExportedRun, part: number | null) => {
    const refusal = Result.getOrThrow(Result.flip(ask(run, part)))
    return [refusalName(refusal), refusal.message]
  }

  it("orders what is reserved or paid, and nothing that came back", () => {
    const run = runOf("reserved", "returned", "paid", "released")
    assert.deepStrictEqual(paidIn(run, 1), ["payout-run-7-1.xml", "WB-7-1"])
    assert.deepStrictEqual(paidIn(run, 2), ["payout-run-7-2.xml", "WB-7-3"])
  })

  it("is asked for part by part", () => {
    const run = runOf("reserved", "reserved", "returned", "returned", "reserved")
    assert.strictEqual(saidOf(run, null)[0], "payout.part_not_named")
    assert.strictEqual(saidOf(run, 2)[0], "payout.part_settled")
    for (const part of [-1, 0, 4]) {
      assert.deepStrictEqual(saidOf(run, part), [
        "payout.part_unknown",
        `This payout run is ordered with 3 files, there is no part ${part}`
      ])
    }
    const settled = runOf("returned", "returned", "reserved")
    assert.strictEqual(saidOf(settled, 1)[0], "payout.part_settled")
    assert.deepStrictEqual(paidIn(settled, 2), ["payout-run-7-2.xml", "WB-7-3"])
    assert.strictEqual(saidOf(runOf("reserved", "reserved", "returned"), 2)[0], "payout.part_settled")
  })

  it("needs no part named when there is one", () => {
    const run = runOf("reserved", "reserved")
    assert.deepStrictEqual(paidIn(run, null), ["payout-run-7.xml", "WB-7-1", "WB-7-2"])
    assert.deepStrictEqual(paidIn(run, 1), ["payout-run-7-1.xml", "WB-7-1", "WB-7-2"])
  })

  it("can't be ordered where payouts are switched off", () => {
    const run = runOf("reserved")
    const off = { ...run, settings: { ...run.settings, sepa_enabled: false } }
    assert.strictEqual(saidOf(off, null)[0], "payout.switched_off")
  })

  it("is listed whole for accounting", () => {
    const { content, count, name, sum } = runAtOnce(csvOf(runOf("reserved", "returned", "paid")))
    assert.deepStrictEqual([name, count, sum], ["payout-run-7.csv", 3, Money.Cents.make(3000n)])
    assert.lengthOf(content.trim().split("\r\n"), 4)
  })
})

it("whatever settings change after the first bank file, each payout stays in one part, with one message id", () =>
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 9 }),
    changes,
    fc.array(changes, { minLength: 1, maxLength: 3 }),
    (count, first, later) => {
      const parts = (run: ExportedRun) =>
        Array.from(
          { length: Math.ceil(count / first.sepa_max_num_payouts_in_run) },
          (_, n) => Result.getOrThrow(runAtOnce(sepaOf(run, { ...request, part: n + 1 }, now))).content
        )
      const before = { ...paying, ...first }
      const files = parts(exported(count, before))
      assert.deepStrictEqual(
        files.flatMap((xml) => readMessage(xml).transfers.map(({ endToEndId }) => endToEndId)),
        Array.from({ length: count }, (_, n) => line(n + 1).endToEndId)
      )
      assert.strictEqual(new Set(files.map((xml) => readMessage(xml).group.id)).size, files.length)
      for (const change of later) {
        assert.deepStrictEqual(parts(exported(count, before, { ...paying, ...change })), files)
      }
    }
  )))

const request = { executionDate: "2026-07-01", version: "pain.001.001.09" } as const

/** The settings of bank files that operators may change. */
const changes = fc.record({
  sepa_max_num_payouts_in_run: fc.integer({ min: 1, max: 12 }),
  sepa_sender_name: fc.constantFrom("Fest", "Verein der Freunde e.V."),
  sepa_sender_iban: fc.constantFrom(...ibans),
  sepa_description: fc.constantFrom("Festival", "Rest {user_tag_uid}"),
  time_zone: fc.constantFrom("Europe/Berlin", "America/New_York")
})

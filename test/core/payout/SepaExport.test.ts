import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/ledger/Money"
import { resolve, UpdateEvent } from "@wristbank/core/organisation/EventSettings"
import { type ExportedRun, termsOf } from "@wristbank/core/payout/PayoutExport"
import { PayoutRunWithStats } from "@wristbank/core/payout/PayoutRun"
import { sepaOf } from "@wristbank/core/payout/SepaExport"
import { runAtOnce } from "@wristbank/core/payout/SlicedWork"
import { DateTime, Result, Schema } from "effect"
import fc from "fast-check"
import { eventSettings } from "../../support/administration.ts"
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

import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/ledger/Money"
import { resolve, UpdateEvent } from "@wristbank/core/organisation/EventSettings"
import type { ExportedRun } from "@wristbank/core/payout/PayoutExport"
import { PayoutRunWithStats } from "@wristbank/core/payout/PayoutRun"
import { atOnce } from "@wristbank/core/payout/PieceWork"
import { sepaOf } from "@wristbank/core/payout/SepaExport"
import { DateTime, Result, Schema } from "effect"
import { eventSettings } from "../../support/administration.ts"
import { line, payoutFile } from "./SamplePayouts.ts"

const settings = Result.getOrThrow(
  resolve(Schema.decodeUnknownSync(Schema.toCodecJson(UpdateEvent))(eventSettings), null)
)

/** Half past midnight in Berlin, still the day before in New York. */
const now = DateTime.makeUnsafe("2026-06-30T22:31:00Z")

/** A run of one payout of an event in that zone. */
const exported = (time_zone: string): ExportedRun => ({
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
    total_payout_amount: Money.Cents.make(1000n),
    n_payouts: 1,
    left_out: []
  }),
  lines: [{ line: line(1), status: "reserved" }],
  settings: {
    ...settings,
    time_zone,
    sepa_enabled: true,
    sepa_sender_name: "Fest",
    sepa_sender_iban: payoutFile([]).debtor.iban
  }
})

it.each([
  ["Europe/Berlin", "2026-06-30", "is over, today is 2026-07-01"],
  ["Europe/Berlin", "2026-07-01", null],
  ["America/New_York", "2026-06-29", "is over, today is 2026-06-30"],
  ["America/New_York", "2026-06-30", null],
  ["Pacific/Auckland", "2026-06-30", "is over, today is 2026-07-01"]
])("an event in %s can have its bank pay on %s unless: %s", (zone, executionDate, refusal) => {
  const request = { executionDate, version: "pain.001.001.09", part: null } as const
  const file = atOnce(sepaOf(exported(zone), request, now))
  if (refusal === null) assert.include(Result.getOrThrow(file).content, `<Dt>${executionDate}</Dt>`)
  else assert.include(Result.getOrThrow(Result.flip(file)).message, refusal)
})

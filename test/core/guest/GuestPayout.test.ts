import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { obstaclesOf } from "@wristbank/core/guest/GuestPayout"
import { Candidate, select } from "@wristbank/core/payout/PayoutSelection"
import fc from "fast-check"

const prospects = fc.record({
  balance: fc.bigInt({ min: 0n, max: 100_000_000_000n }).map((cents) => Money.Cents.make(cents)),
  donation: fc.bigInt({ min: 0n, max: 5_000n }).map((cents) => Money.Cents.make(cents)),
  iban: fc.constantFrom(null, "", "DE89370400440532013000", "FR1420041010050500013M02606", "DE00370400440532013000"),
  account_name: fc.constantFrom(null, "", "Anna Müller", "☃"),
  donate_all: fc.boolean(),
  has_entered_info: fc.boolean(),
  payout_export: fc.boolean()
})

it("a guest without an obstacle is paid by the next run, and a guest with one is left out", () =>
  fc.assert(fc.property(prospects, fc.boolean(), (prospect, sepa_enabled) => {
    const obstacles = obstaclesOf(prospect, { sepa_enabled, sepa_allowed_country_codes: ["DE"] })
    // The conditions by which the database chooses candidates.
    const isCandidate = sepa_enabled && (prospect.has_entered_info || !prospect.payout_export) && prospect.balance > 0n
    const candidate = new Candidate({
      ...prospect,
      account_id: 1n,
      email: null,
      user_tag_id: null,
      user_tag_uid: null,
      is_blocked: !prospect.payout_export,
      blocked_by: null,
      blocked_at: null,
      user_tag_pin: null,
      version: ""
    })
    const work = select([candidate], ["DE"], null)
    let step = work.next()
    while (step.done !== true) step = work.next()
    assert.strictEqual(obstacles.length === 0, isCandidate && step.value.chosen.length === 1, obstacles.join())
  })))

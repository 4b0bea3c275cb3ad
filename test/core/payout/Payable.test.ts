import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { runAtOnce } from "@wristbank/core/base/SlicedWork"
import { Candidate, select } from "@wristbank/core/payout/PayoutSelection"
import { sepaFiles } from "@wristbank/core/payout/SepaFiles"
import { maxTransfer } from "@wristbank/core/payout/SepaTransfer"
import { Result } from "effect"
import fc from "fast-check"
import { anyText, candidate as sampleCandidate, ibans, line, payoutFile } from "./SamplePayouts.ts"

const candidate = fc.record({
  balance: fc.oneof(
    fc.bigInt({ min: 1n, max: 1_000_000n }),
    fc.bigInt({ min: maxTransfer - 500n, max: maxTransfer + 500n })
  ),
  donation: fc.bigInt({ min: 0n, max: 1_000n }),
  donate_all: fc.boolean(),
  account_name: fc.option(anyText),
  iban: fc.option(fc.oneof(fc.constantFrom(...ibans, "DE89370400440532013001", ""), anyText))
})

/** The largest limits that a run can have. */
const most = { sum: Money.Cents.make(Money.limit), count: 1000 }

it("whomever a run takes up the bank file can pay", () =>
  fc.assert(fc.property(fc.array(candidate, { maxLength: 20 }), (drawn) => {
    const candidates = drawn.map(({ balance, donation, ...rest }, n) =>
      new Candidate({
        account_id: BigInt(n),
        balance: Money.Cents.make(balance),
        donation: Money.Cents.make(donation),
        email: null,
        user_tag_id: null,
        user_tag_uid: null,
        is_blocked: false,
        blocked_by: null,
        blocked_at: null,
        user_tag_pin: null,
        version: "",
        ...rest
      })
    )
    const { chosen } = runAtOnce(select(candidates, ["DE", "AT", "BE", "NL", "FR"], most))
    fc.pre(chosen.some(({ amount }) => amount > 0n))
    const lines = chosen.map(({ amount, candidate: { account_id, account_name, iban }, donation }) =>
      line(Number(account_id), { amount, donation, accountName: account_name, iban })
    )
    const files = runAtOnce(sepaFiles(payoutFile(lines), { version: "pain.001.001.09", maxPerFile: 1000 }))
    assert.isTrue(Result.isSuccess(files), JSON.stringify(Result.isFailure(files) && files.failure.message))
  })))

it("a transfer takes the most that banks move, and who has a cent more is left out", () => {
  const rich = [maxTransfer, maxTransfer + 1n].map((balance, n) => sampleCandidate(balance, { account_id: BigInt(n) }))
  const { chosen, leftOut } = runAtOnce(select(rich, ["DE"], null))
  assert.deepStrictEqual(chosen.map((one) => one.candidate), [rich[0]])
  assert.deepStrictEqual(leftOut.map(({ reason }) => reason), ["amount_too_high"])
  const given = new Candidate({ ...rich[1]!, donation: Money.Cents.make(1n) })
  assert.lengthOf(runAtOnce(select([given], ["DE"], null)).chosen, 1)
})

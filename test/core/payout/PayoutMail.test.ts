import { assert, it } from "@effect/vitest"
import { Cents, zero } from "@wristbank/core/base/Money"
import { Payout } from "@wristbank/core/payout/Payout"
import { mailsOf } from "@wristbank/core/payout/PayoutMail"

const payout = new Payout({
  id: 7n,
  customer_account_id: 100n,
  iban: "DE89370400440532013000",
  account_name: "Ana",
  email: "ana@example.org",
  user_tag_id: 5n,
  user_tag_uid: 0x1a2bn,
  user_tag_pin: "GUEST003",
  user_tag_uid_hex: "1A2B",
  amount: Cents.make(1234n),
  donation: Cents.make(50n),
  payout_run_id: 3n,
  status: "reserved"
})

it("who is paid and gave an address is told what they get, and where", () => {
  assert.deepStrictEqual(mailsOf([payout]), [{
    to: "ana@example.org",
    key: "7",
    values: {
      account_name: "Ana",
      iban: "DE89370400440532013000",
      email: "ana@example.org",
      amount: "12.34",
      donation: "0.50",
      user_tag_uid_hex: "1A2B",
      payout_run_id: "3"
    }
  }])
})

it("who gives everything to the event is told, too, without a bank account or a wristband", () => {
  const given = new Payout({
    ...payout,
    amount: zero,
    iban: null,
    account_name: null,
    user_tag_id: 0n,
    user_tag_uid: 0n,
    user_tag_uid_hex: null
  })
  assert.deepInclude(mailsOf([given])[0]!.values, { account_name: "", iban: "", user_tag_uid_hex: "", amount: "0.00" })
})

it("no one gets a mail without an address, nor if their money is already elsewhere", () => {
  const without = new Payout({ ...payout, email: null })
  const settled = (["paid", "returned", "released"] as const).map((status) => new Payout({ ...payout, status }))
  assert.deepStrictEqual(mailsOf([without, ...settled]), [])
})

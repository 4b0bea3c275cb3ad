import { Cents } from "@wristbank/core/base/Money"
import { PayoutFile, PayoutLine } from "@wristbank/core/payout/PayoutFile"
import { Candidate } from "@wristbank/core/payout/PayoutSelection"
import { DateTime } from "effect"
import fc from "fast-check"
import { anyCharacter } from "../../support/anyCharacter.ts"

/** Valid account numbers of several countries. */
export const ibans = [
  "DE89370400440532013000",
  "AT611904300234573201",
  "BE68539007547034",
  "NL91ABNA0417164300",
  "FR1420041010050500013M02606"
]

type Fields<A> = { readonly [Name in keyof A]: A[Name] }

/** A payout of 10.00 to Ana. */
export const line = (id: number, changed: Partial<Fields<PayoutLine>> = {}): PayoutLine =>
  new PayoutLine({
    id: BigInt(id),
    customerAccountId: BigInt(100 + id),
    endToEndId: `WB-7-${id}`,
    amount: Cents.make(1000n),
    donation: Cents.make(0n),
    accountName: "Ana",
    iban: "DE89370400440532013000",
    email: "ana@example.org",
    userTagUid: 0x1a2bn,
    userTagPin: "GKBQDPD3411A",
    remittance: "foobar 1A2B",
    ...changed
  })

/** Ana, with a balance in cents and an account at a bank. */
export const candidate = (balance: bigint, changed: Partial<Fields<Candidate>> = {}): Candidate =>
  new Candidate({
    account_id: 100n,
    balance: Cents.make(balance),
    donation: Cents.make(0n),
    donate_all: false,
    account_name: "Ana",
    iban: "DE89370400440532013000",
    email: null,
    user_tag_id: null,
    user_tag_uid: null,
    is_blocked: false,
    blocked_by: null,
    blocked_at: null,
    user_tag_pin: null,
    version: "",
    ...changed
  })

/** Run 12, written on a summer's evening in Berlin. */
export const payoutFile = (
  payouts: ReadonlyArray<PayoutLine>,
  changed: Partial<Fields<PayoutFile>> = {}
): PayoutFile =>
  new PayoutFile({
    runId: 12n,
    createdAt: DateTime.makeUnsafe("2026-06-30T20:15:30.500Z"),
    executionDate: "2026-07-01",
    currency: "EUR",
    debtor: { name: "Sommerfest e.V. & Söhne", iban: "AT611904300234573201", bic: null },
    payouts,
    ...changed
  })

/** Any text that people may type, including control characters, formulas and half an emoji. */
export const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom("/", " ", "=", "-", "\"", ",", "\r", "\n", "a", "ß", "Ж", "&", "<", "]", "{") }),
  fc.constantFrom(
    "\ud83d",
    "=1+1",
    "@SUM(A1)",
    "\t=1",
    "＝1",
    "'=1",
    "李小龍",
    "علي",
    "😀",
    "x".repeat(200),
    "ﷺ".repeat(30)
  )
)

const payable = fc.record({
  amount: fc.bigInt({ min: 0n, max: 30_000_000_000n }),
  donation: fc.bigInt({ min: 0n, max: 99_999n }),
  name: anyText,
  iban: fc.constantFrom(...ibans),
  remittance: anyText,
  email: fc.option(anyText),
  uid: fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }))
})

/** Runs that banks could execute, with at least one transfer and any other content. */
export const anyPayoutFile: fc.Arbitrary<PayoutFile> = fc.array(payable, { minLength: 1, maxLength: 30 }).map((all) =>
  payoutFile(all.map(({ amount, donation, email, iban, name, remittance, uid }, n) =>
    line(n, {
      amount: Cents.make(n === 0 ? amount + 1n : amount),
      donation: Cents.make(donation),
      accountName: `N${name}`,
      iban,
      remittance,
      email,
      userTagUid: uid
    })
  ))
)

import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { sepaText } from "@wristbank/core/base/SepaText"
import * as PayoutPreference from "@wristbank/core/guest/PayoutPreference"
import { Result, Schema } from "effect"
import fc from "fast-check"

const cents = (amount: number) => Money.Cents.make(BigInt(amount))
const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(cents)

const bank = (more: Partial<PayoutPreference.CustomerBank> = {}) =>
  new PayoutPreference.CustomerBank({
    iban: "DE89370400440532013000",
    account_name: "Der Tester",
    email: "test@testermensch.de",
    donation: cents(0),
    ...more
  })

const context: PayoutPreference.PreferenceContext = {
  settings: { sepa_enabled: true, sepa_allowed_country_codes: ["DE", "AT", "BE", "NL", "FR"] },
  balance: cents(120_00),
  openRun: null
}

const nothing: PayoutPreference.PayoutPreference = {
  iban: null,
  account_name: null,
  email: null,
  donation: cents(0),
  donate_all: false,
  has_entered_info: false
}

const reason = (result: ReturnType<typeof PayoutPreference.preferTransfer>) =>
  Result.isFailure(result) ? result.failure.message : ""

const ibans = [
  "DE89370400440532013000",
  "AT611904300234573201",
  "BE68539007547034",
  "NL91ABNA0417164300",
  "FR1420041010050500013M02606"
]

it("bank data is stored as banks exchange it", () =>
  assert.deepStrictEqual(
    Result.getOrThrow(PayoutPreference.preferTransfer(
      bank({
        iban: "IBAN: de89 3704\t0044\u00a00532\u200b0130\u201100\n",
        account_name: " Ju\u0308rgen Öz ",
        email: " a.b\u200b+c@münchen.example\u00a0",
        donation: cents(20_00)
      }),
      context
    )),
    {
      iban: "DE89370400440532013000",
      account_name: "J\u00fcrgen Öz",
      email: "a.b+c@münchen.example",
      donation: cents(20_00),
      donate_all: false,
      has_entered_info: true
    }
  ))

it("an IBAN is taken however it is grouped, and refused with any one digit mistyped", () =>
  fc.assert(fc.property(
    fc.constantFrom(...ibans),
    fc.array(fc.nat(33), { maxLength: 8 }),
    fc.nat(40),
    fc.integer({ min: 1, max: 9 }),
    (iban, gaps, place, shift) => {
      const spaced = gaps.reduce((text, gap) => `${text.slice(0, gap)} ${text.slice(gap)}`, iban.toLowerCase())
      const stored = PayoutPreference.preferTransfer(bank({ iban: spaced }), context)
      assert.strictEqual(Result.getOrThrow(stored).iban, iban)
      const digits = Array.from(iban.matchAll(/\d/g), ({ index }) => index)
      const at = digits[place % digits.length]!
      const wrong = `${iban.slice(0, at)}${(Number(iban[at]) + shift) % 10}${iban.slice(at + 1)}`
      assert.include(reason(PayoutPreference.preferTransfer(bank({ iban: wrong }), context)), "not an IBAN")
    }
  )))

it("an account must be in a country that the event pays out to", () => {
  const abroad = bank({ iban: "VG67BGXY9228788158369211" })
  assert.include(reason(PayoutPreference.preferTransfer(abroad, context)), "must be in DE, AT, BE, NL, FR")
  for (const iban of ["", "DE", "DE8937040044053201300", "XX89370400440532013000", "89370400440532013000"]) {
    assert.include(reason(PayoutPreference.preferTransfer(bank({ iban }), context)), "not an IBAN", iban)
  }
})

it("a donation is taken exactly when it lies between nothing and the balance", () =>
  fc.assert(fc.property(amount, fc.nat(1_000_000).map(cents), (donation, balance) => {
    const result = PayoutPreference.preferTransfer(bank({ donation }), { ...context, balance })
    assert.strictEqual(Result.isSuccess(result), donation >= 0n && donation <= balance)
    if (Result.isSuccess(result)) assert.strictEqual(result.success.donation, donation)
  })))

it("a donation is rounded down to the cent", () => {
  const read = Schema.decodeUnknownResult(Schema.toCodecJson(PayoutPreference.CustomerBank))
  const given = { iban: "", account_name: "", email: "" }
  const cases: ReadonlyArray<readonly [number | string, bigint]> = [
    [10.05, 1005n],
    [10.005, 1000n],
    [10.009, 1000n],
    [0.1 + 0.2, 30n],
    [12.3 - 12.2 - 0.1, 0n],
    [-1e-9, -1n],
    [-0.001, -1n],
    [-0.011, -2n],
    ["3.999", 399n]
  ]
  assert.strictEqual(Result.getOrThrow(read(given)).donation, 0n)
  for (const [donation, stored] of cases) {
    assert.strictEqual(Result.getOrThrow(read({ ...given, donation })).donation, stored, String(donation))
  }
  for (const donation of [Number.NaN, Infinity, null, "", "1,5", "1.2.3", true, 1e300]) {
    assert.isTrue(Result.isFailure(read({ ...given, donation })), String(donation))
  }
})

it.each(["", "test@test", "a..b@c.de"])("%j is no e-mail address", (email) => {
  assert.include(reason(PayoutPreference.preferTransfer(bank({ email }), context)), "e-mail")
})

it.each(["", " ", ".", "&%", "\u3164", "<b>", "=1+1", "@home", "💶", "x".repeat(71)])("%j names nobody", (name) => {
  assert.include(
    reason(PayoutPreference.preferTransfer(bank({ account_name: name }), context)),
    "who the bank account"
  )
})

it.each(["Jörg Müßig", "Ana", "D'Artagnan-Łoś (privat)", "A&B 5% $, GmbH: x/y?", "Γιώργος", "ϋ", "x".repeat(70)])(
  "%s names somebody",
  (name) =>
    assert.strictEqual(
      Result.getOrThrow(PayoutPreference.preferTransfer(bank({ account_name: name }), context)).account_name,
      name
    )
)

it.each([
  ["O\u2019Hara", "O'Hara"],
  ["O\u00b4Hara", "O'Hara"],
  ["Anna\u2013Lena Example", "Anna-Lena Example"],
  ["Ana\u2011Maria Example", "Ana-Maria Example"],
  ["Max\u00a0Example", "Max Example"],
  ["René\u200b Example", "Rene Example"],
  ["a\nb\tc", "a b c"],
  ["M+M GbR", "M+M GbR"],
  ["Verein_Example", "Verein-Example"],
  ["Café „Mitte“", "Cafe 'Mitte'"],
  ["Jörg Müller", "Joerg Mueller"]
])("the holder %j is taken as it was pasted, and written as %j", (typed, written) => {
  const { account_name } = Result.getOrThrow(
    PayoutPreference.preferTransfer(bank({ account_name: typed }), context)
  )
  assert.strictEqual(sepaText(account_name!, 70, { country: "DE" }), written)
})

it("names the character that banks can't write", () => {
  const refusal = Result.getOrThrow(
    Result.flip(PayoutPreference.preferTransfer(bank({ account_name: "Ana 💶 Muster" }), context))
  )
  assert.deepStrictEqual(refusal.problemsIn("en"), [{
    rule: "portal.account_name_unwritable",
    fields: ["account_name"],
    message: "Banks can't write “💶” in the name of who the bank account belongs to"
  }])
})

it("all that is wrong is said at once", () => {
  const wrong = bank({ iban: "DE1", account_name: "", email: "x", donation: cents(121_00) })
  assert.strictEqual(
    reason(PayoutPreference.preferTransfer(wrong, context)),
    "This is not an IBAN: its country, its length or its check digits are wrong; " +
      "The donation must lie between 0.00 and the balance of 120.00; This is not an e-mail address; " +
      "Name who the bank account belongs to"
  )
})

it("all that is wrong is said in German too", () => {
  const wrong = bank({ iban: "DE1", account_name: "", email: "x", donation: cents(121_00) })
  const refusal = Result.getOrThrow(Result.flip(PayoutPreference.preferTransfer(wrong, context)))
  assert.strictEqual(refusalName(refusal), "portal.bank_data_invalid")
  assert.strictEqual(
    refusal.messageIn("de"),
    "Das ist keine IBAN: Land, Länge oder Prüfziffern stimmen nicht; " +
      "Die Spende muss zwischen 0,00 und dem Guthaben von 120,00 liegen; Das ist keine E-Mail-Adresse; " +
      "Bitte angeben, wem das Bankkonto gehört"
  )
  assert.deepStrictEqual(refusal.problemsIn("de")?.map(({ fields, rule }) => [rule, ...fields]), [
    ["portal.iban_invalid", "iban"],
    ["portal.donation_out_of_range", "donation"],
    ["portal.email_invalid", "email"],
    ["portal.account_name_missing", "account_name"]
  ])
  assert.strictEqual(refusal.problemsIn("de")?.map(({ message }) => message).join("; "), refusal.messageIn("de"))
})

it("nothing is wished while a run has the money, nor where nothing is paid out", () => {
  const taken = { ...context, openRun: 7n }
  const off = { ...context, settings: { ...context.settings, sepa_enabled: false } }
  for (const [where, said] of [[taken, "payout run 7"], [off, "pays nothing out"]] as const) {
    assert.include(reason(PayoutPreference.preferTransfer(bank(), where)), said)
    assert.include(reason(PayoutPreference.preferDonation(nothing, where)), said)
  }
})

it("a guest who gives everything keeps the bank data, and can still choose otherwise", () => {
  const before = Result.getOrThrow(PayoutPreference.preferTransfer(bank({ donation: cents(20_00) }), context))
  const given = Result.getOrThrow(PayoutPreference.preferDonation(before, context))
  assert.deepStrictEqual(given, { ...before, donation: cents(0), donate_all: true })
  assert.isFalse(PayoutPreference.isRedirected(before, given))
  assert.isFalse(PayoutPreference.isSame(before, given))
  assert.deepStrictEqual(
    Result.getOrThrow(PayoutPreference.preferTransfer(bank({ donation: cents(20_00) }), context)),
    before
  )
  assert.strictEqual(Result.getOrThrow(PayoutPreference.preferDonation(nothing, context)).has_entered_info, true)
})

it("new bank data is noticed whichever part of it is new", () => {
  const before = Result.getOrThrow(PayoutPreference.preferTransfer(bank(), context))
  assert.isTrue(PayoutPreference.isSame(before, { ...before }))
  for (const change of [{ iban: "x" }, { account_name: "x" }, { email: "x" }]) {
    assert.isTrue(PayoutPreference.isRedirected(before, { ...before, ...change }))
    assert.isFalse(PayoutPreference.isSame(before, { ...before, ...change }))
  }
  assert.isFalse(PayoutPreference.isRedirected(before, { ...before, donation: cents(1) }))
  assert.isFalse(PayoutPreference.isSame(before, { ...before, donation: cents(1) }))
  assert.isFalse(PayoutPreference.isSame({ ...before, has_entered_info: false }, before))
})

it("the audit log can't be used to pay someone", () => {
  const preference = Result.getOrThrow(PayoutPreference.preferTransfer(bank({ donation: cents(1_50) }), context))
  assert.deepStrictEqual(PayoutPreference.auditContent(preference), {
    has_entered_info: true,
    donate_all: false,
    iban: "DE…3000",
    email: "t…@testermensch.de",
    donation: 1.5
  })
  assert.deepInclude(PayoutPreference.auditContent(nothing), { iban: null, email: null })
})

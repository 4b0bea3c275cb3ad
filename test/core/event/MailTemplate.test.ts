import { assert, it } from "@effect/vitest"
import { languages } from "@wristbank/core/base/Language"
import { complete } from "@wristbank/core/event/EventCompleteness"
import { resolve, UpdateEvent } from "@wristbank/core/event/EventSettings"
import { type MailTexts, problemsOf, write } from "@wristbank/core/event/MailTemplate"
import { Result, Schema } from "effect"
import fc from "fast-check"
import { anyCharacter } from "../../support/anyCharacter.ts"
import { eventSettings } from "../../support/eventSettings.ts"

const texts: MailTexts = {
  customer_portal_contact_email: "desk@fest.example",
  payout_done_message: "Done",
  payout_done_subject: "Done",
  payout_registered_message: "Dear {account_name}, {balance} to {iban}",
  payout_registered_subject: "Payout to {iban}"
}

const values = {
  account_name: "Ada Example",
  iban: "DE89 **** 3000",
  email: "ada@example.org",
  balance: "12.50 EUR",
  donation: "0.00 EUR",
  user_tag_uid_hex: "0x1234"
}

const declared = [...Object.keys(values), "contact_email"]

const registered = (subject: string, message: string, given: Partial<typeof values> = {}) =>
  write(
    "payout_registered",
    { ...texts, payout_registered_subject: subject, payout_registered_message: message },
    { ...values, ...given },
    "en"
  )

it("a mail says its own text and the guest's values", () =>
  assert.deepStrictEqual(write("payout_registered", texts, values, "de"), {
    subject: "Payout to DE89 **** 3000",
    body: "Dear Ada Example, 12.50 EUR to DE89 **** 3000"
  }))

it("who is no longer written to learns whom to ask, and nothing new, in each language", () => {
  for (const template of ["bank_data_changed", "tag_blocked"] as const) {
    const mails = languages.map((language) => write(template, texts, {}, language))
    for (const { body, subject } of mails) {
      assert.include(body, "desk@fest.example")
      assert.notMatch(body + subject, /[{}]/)
    }
    assert.strictEqual(new Set(mails.map(({ subject }) => subject)).size, languages.length)
    assert.strictEqual(new Set(mails.map(({ body }) => body)).size, languages.length)
  }
})

/** Pieces of templates as operators write them, right and wrong. */
const piece = fc.oneof(
  fc.string({ unit: anyCharacter }).map((text) => text.replaceAll(/[{}]/g, "")),
  fc.constantFrom(...declared.map((name) => `{${name}}`)),
  fc.constantFrom("{user_tag_pin}", "{constructor}", "{__proto__}", "{Other name}", "{}", "{{", "}}")
)
const pieces = fc.array(piece, { maxLength: 12 }).map((all) => all.join(""))

it("placeholders that nothing stands behind never reach a guest", () =>
  fc.assert(fc.property(pieces, pieces, (subject, message) => {
    const mail = registered(subject, message)
    const outside = (text: string) => text.replaceAll("{{", "").replaceAll("}}", "")
    for (const [text, template] of [[mail.subject, subject], [mail.body, message]] as const) {
      if (template.includes("{{") || template.includes("}}")) continue
      assert.notMatch(outside(text), /[{}]/)
      assert.notInclude(text, "user_tag_pin")
      assert.notInclude(text, "native code")
    }
  })))

it("a value is never read as a template and never ends a line", () =>
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (account_name) => {
    const { body, subject } = registered("To {account_name}", "[{account_name}]", {
      account_name: `{iban}${account_name}`
    })
    assert.notMatch(subject, /[\p{Cc}\u2028\u2029]/u)
    assert.notMatch(body, /[\p{Cc}\u2028\u2029]/u)
    assert.isTrue(body.startsWith("[{iban}"))
    assert.isTrue(body.isWellFormed() && subject.isWellFormed())
  })))

it("whatever was written and given, a subject is one line of 255 characters at most", () =>
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter, minLength: 300 }), (text, email) => {
      const { body, subject } = registered(`${text}\r\nBcc: all@example.org\r\n{email}`, text, { email })
      assert.notMatch(subject, /[\p{Cc}\u2028\u2029]/u)
      assert.isAtMost(Array.from(subject).length, 255)
      assert.notMatch(body, /[\u0000\r]/)
    })
  ))

it("settings are refused exactly for placeholders that mean nothing and braces on their own", () =>
  fc.assert(fc.property(pieces, fc.constantFrom("", "{", "}"), (text, stray) => {
    const problems = problemsOf({ ...texts, payout_registered_message: `${text} ${stray}` })
    const names = Array.from(text.replaceAll(/\{\{|\}\}/g, "").matchAll(/\{([^{}]*)\}/g), ([, name]) => name!)
    if (names.some((name) => !declared.includes(name)) || stray !== "") assert.isNotEmpty(problems)
    if (/^[^{}]*$/.test(text) && stray === "") assert.isEmpty(problems)
  })))

it.each([
  ["Your {iban}", []],
  ["{{braces}} are {{text}}", []],
  ["PIN {user_tag_pin}", ["payout_done_message knows no {user_tag_pin}, but"]],
  ["{balance} is of the other mail", ["payout_done_message knows no {balance}, but"]],
  ["half {iban", ["payout_done_message has a brace on its own"]],
  ["{0.__class__} }", ["payout_done_message knows no {0.__class__}", "payout_done_message has a brace"]]
])("%s", (payout_done_message, expected) => {
  const problems = problemsOf({ ...texts, payout_done_message })
  assert.lengthOf(problems, expected.length)
  for (const [place, problem] of expected.entries()) assert.include(problems[place]?.sentence("en"), problem)
})

it("texts are checked when settings are saved, and each field keeps its own", () => {
  const settings = { ...eventSettings, payout_registered_subject: "Subject", payout_registered_message: "Message" }
  const input = Schema.decodeUnknownSync(Schema.toCodecJson(UpdateEvent))(settings)
  const resolved = Result.getOrThrow(resolve(input, null))
  const stored = Result.getOrThrow(complete(resolved, {}))
  assert.strictEqual(stored.payout_registered_subject, "Subject")
  assert.strictEqual(stored.payout_registered_message, "Message")
  const refused = complete({ ...resolved, payout_done_subject: "For {user_tag_pin}" }, {})
  assert.include(Result.getOrThrow(Result.flip(refused)).message, "payout_done_subject knows no {user_tag_pin}")
})

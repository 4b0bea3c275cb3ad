import { assert, it } from "@effect/vitest"
import { commonPasswords } from "@wristbank/core/organisation/CommonPasswords"
import { choose } from "@wristbank/core/organisation/Password"
import { Result } from "effect"
import fc from "fast-check"
import { anyCharacter } from "../../support/anyCharacter.ts"

const accepts = (password: string, login = "olga") => Result.isSuccess(choose(password, login, commonPasswords))

/** The message with which a password is refused; empty if it is accepted. */
const reason = (password: string, login = "olga") =>
  Result.match(choose(password, login, commonPasswords), { onFailure: ({ message }) => message, onSuccess: () => "" })

const listed = (text: string) => text.split(" ")

const weak = {
  "more than blanks": ["          ", "\t\u00a0\u2003       "],
  "repeats characters": [
    "     x7     ",
    ...listed("aaaaaaaaaa 1111111111 abababababab 1q1q1q1q1q 20262026202620262026 baaaaaaaaa aaaabbbbcccc 1234567890"),
    ...listed(
      "0987654321 abcdefghij qwertyuiop QWERTZUIOP lkjhgfdsasdfg 1qaz2wsx3edc qwertzuiop12 1234abcdefgh qsdfghjklm"
    )
  ],
  "a common one": [
    "sunshine\u2001\u2001\u20017",
    "PASSWORD\uff11\uff12\uff13",
    ...listed(
      "password123 Password123! P@ssw0rd2026 p4ssw0rd!! passwortpasswort Passwort2026! $ecret2026 !!!welcome!!!"
    ),
    ...listed(
      "W3lc0me!24.12.26 iloveyou20 festival2026 Wristbank!1 letmein1234567890 !@#$dragon99 qwertz!2026 test123456"
    )
  ],
  "little more than the login": listed("olga123456 Olga-Olga-Olga 0lga!!2026 olga2026olga 24.12.OLGA")
}

const strong = [
  "correct horse battery staple",
  "nobody will guess it",
  "ana's first password",
  "a long enough password",
  "password two",
  "olga likes the harbour",
  ...listed("Zelt-17-Kochtopf vK7#pQ2x!m 4819982736")
]

it("passwords that are guessed first are refused with the reason", () => {
  for (const [said, passwords] of Object.entries(weak)) {
    for (const password of passwords) assert.include(reason(password), said, JSON.stringify(password))
  }
  assert.deepStrictEqual(strong.map((password) => reason(password)), strong.map(() => ""))
})

it("the login counts whatever it is", () => {
  for (const login of ["kim@harbour.example", "Jörg", "a", "j.doe", "_"]) {
    assert.isTrue(accepts("correct horse battery staple", login), login)
  }
  assert.isFalse(accepts("KIM@harbour.example1", "kim@harbour.example"))
  assert.isFalse(accepts("jdoe-j.doe-26", "j.doe"))
  assert.isFalse(accepts("Jo\u0308rgjörg2", "Jörg"))
})

const words = [...commonPasswords].filter((word) => /^[a-z]{4,}$/.test(word))
const word = fc.constantFrom(...words)
const added = fc.string({ unit: fc.constantFrom(..."0123456789!?#.-"), maxLength: 8 })

it("a common password stays one with capitals, numbers and signs", () =>
  fc.assert(
    fc.property(word, added, added, fc.nat(), (base, before, after, at) => {
      const capital = at % base.length
      const typed = base.slice(0, capital) + base.slice(capital).toUpperCase()
      assert.isFalse(accepts(before + typed + after), before + typed + after)
    }),
    { numRuns: 500 }
  ))

it("each password of the list is refused", () => {
  const long = [...commonPasswords].filter((password) => password.length >= 10)
  assert.isAbove(long.length, 1000)
  assert.deepStrictEqual(long.filter((password) => accepts(password)), [])
})

it("four different words with blanks between them are taken, common ones too", () =>
  fc.assert(fc.property(fc.uniqueArray(word, { minLength: 4, maxLength: 6 }), (phrase) => {
    assert.isTrue(accepts(phrase.join(" "), "nobody"), phrase.join(" "))
  })))

it("what a password manager makes is taken", () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 15, maxLength: 30 }), fc.string({ maxLength: 20 }), (bytes, login) => {
      const password = Buffer.from(bytes).toString("base64url")
      fc.pre(new Set(bytes).size > 10 && login.length < 4)
      assert.isTrue(accepts(password, login), password)
    })
  ))

it("every text is decided on, the longest in little time", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), fc.string(), (password, login) => {
    assert.isBoolean(accepts(password, login))
  }))
  for (const piece of ["a", "ab", "1!", "abc", "pass", "1a"]) {
    assert.isFalse(accepts(piece.repeat(1000 / piece.length)), piece)
  }
  assert.isTrue(accepts(`${"1!".repeat(4)}${"correct horse ".repeat(70)}!${"1!".repeat(4)}`))
})

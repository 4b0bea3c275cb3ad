import { assert, it } from "@effect/vitest"
import { layer as smtp, type SmtpOptions } from "@wristbank/cli/outgoing/SmtpTransport"
import { type MailMessage, type MailServer, MailTransport } from "@wristbank/core/mail/MailTransport"
import { DateTime, Effect, Redacted, Result } from "effect"
import { loopbackRule } from "../../support/loopback.ts"
import { type Manners, openMailBox, password } from "../../support/MailBox.ts"
import { certificate } from "../../support/mailCertificate.ts"

const newMail: MailMessage = {
  from: "desk@fest.example",
  to: "ada@example.org",
  subject: "Auszahlung für Ada – 12,50 €",
  text: "Grüße,\n12,50 € gehen an dein Konto.\n.\nDanke!",
  messageId: "<wristbank.1.2.3@fest.example>",
  at: DateTime.makeUnsafe("2030-06-01T12:00:00Z")
}

const at = (port: number, more: Partial<MailServer> = {}): MailServer => ({
  host: "localhost",
  port,
  tlsFromStart: false,
  signIn: { user: "fest", password: Redacted.make(password) },
  ...more
})

const send = (server: MailServer, mail: MailMessage = newMail, options: Partial<SmtpOptions> = { ca: certificate }) =>
  MailTransport.use((transport) => Effect.result(transport.send(server, mail))).pipe(
    Effect.provide(smtp({ rule: loopbackRule, stepMillis: 5000, ...options }))
  )

const reasonOf = <A>(result: Result.Result<A, { readonly reason: string; readonly answer: string }>) =>
  Result.isSuccess(result) ? "sent" : `${result.failure.reason}: ${result.failure.answer}`

/** The outcome of the mail at a server with this behaviour. */
const outcome = (manners: Manners, options?: Partial<SmtpOptions>) =>
  Effect.flatMap(openMailBox(manners), (box) => Effect.map(send(at(box.port), newMail, options), reasonOf))

/**
 * The outcome of the mail at a server that accepts it and then stays silent, with the first time limit that lets the
 * exchange get so far.
 */
const silenced = Effect.fnUntraced(function*(options: (millis: number) => Partial<SmtpOptions>) {
  const box = yield* openMailBox({ content: () => "silence" })
  for (let millis = 300;; millis *= 2) {
    const result = yield* send(at(box.port), newMail, options(millis))
    if (box.received.length > 0) return reasonOf(result)
  }
})

it.live("a mail arrives encrypted, signed in, as it was written and to no one else", () =>
  Effect.gen(function*() {
    const box = yield* openMailBox()
    assert.strictEqual(reasonOf(yield* send(at(box.port))), "sent")
    assert.deepStrictEqual(box.signIns, ["fest"])
    const [mail] = box.received
    assert.deepInclude(mail, { from: "desk@fest.example", to: ["ada@example.org"], encrypted: true })
    assert.strictEqual(mail!.text, newMail.text)
    const header = (name: string) => mail!.headers.get(name)
    assert.deepStrictEqual(header("message-id"), [newMail.messageId])
    assert.deepStrictEqual(header("to"), ["ada@example.org"])
    assert.deepStrictEqual(header("from"), ["desk@fest.example"])
    assert.deepStrictEqual(header("auto-submitted"), ["auto-generated"])
    assert.match(header("content-type")![0]!, /^text\/plain; charset=utf-8$/)
    assert.match(header("subject")![0]!, /^=\?UTF-8\?/)
  }))

it.live("a server may speak TLS from the first byte, and need no user", () =>
  Effect.gen(function*() {
    const box = yield* openMailBox({ options: { secure: true } })
    assert.strictEqual(reasonOf(yield* send(at(box.port, { tlsFromStart: true, signIn: null }))), "sent")
    assert.lengthOf(box.received, 1)
    assert.lengthOf(box.signIns, 0)
  }))

it.live("neither password nor mail goes to a server without encryption or with a certificate no one vouches for", () =>
  Effect.gen(function*() {
    for (const secure of [false, true]) {
      const box = yield* openMailBox({ options: { secure } })
      const untrusted = yield* send(at(box.port, { tlsFromStart: secure }), newMail, {})
      assert.strictEqual(reasonOf(untrusted), "unencrypted: ")
      assert.lengthOf([...box.signIns, ...box.received], 0)
    }
    const plain = yield* openMailBox({ options: { hideSTARTTLS: true, disabledCommands: ["STARTTLS"] } })
    assert.strictEqual(reasonOf(yield* send(at(plain.port))), "unencrypted: ")
    assert.lengthOf([...plain.signIns, ...plain.received], 0)
  }))

it.live("a refused sign-in says nothing of the password, even if the server does", () =>
  Effect.gen(function*() {
    const box = yield* openMailBox({ auth: (user, given) => `535 ${user} may not enter with ${given}` })
    const result = yield* send(at(box.port))
    assert.strictEqual(reasonOf(result), "sign_in_refused: ")
    assert.notInclude(String(Result.getOrThrow(Result.flip(result))), password)
    const refusing = yield* openMailBox({ recipient: () => `550 I know ${password}` })
    assert.strictEqual(reasonOf(yield* send(at(refusing.port))), "refused: ")
  }))

it.live.each<[string, Manners, string]>([
  ["a sender it does not know", { sender: () => "550 who are you" }, "sender_refused: 550 who are you"],
  ["a recipient it does not know", { recipient: () => "550 no such user" }, "refused: 550 no such user"],
  ["a recipient it looks at first", { recipient: () => "450 try later" }, "deferred: 450 try later"],
  ["content it does not like", { content: () => "554 spam" }, "refused: 554 spam"],
  ["content it has no space for", { content: () => "452 disk full" }, "deferred: 452 disk full"],
  ["too many mails", { sender: () => "421 come back later" }, "busy: 421 come back later"]
])(
  "a server refuses %s",
  ([, manners, expected]) => Effect.map(outcome(manners), (result) => assert.strictEqual(result, expected))
)

it.live("a server that hangs up once it has the mail, or says nothing more, may have taken it", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* outcome({ content: () => "hang up" }), "uncertain: ")
    for (const deadline of ["stepMillis", "mailMillis"]) {
      assert.strictEqual(yield* silenced((millis) => ({ ca: certificate, [deadline]: millis })), "uncertain: ")
    }
  }))

it.live("a server that is silent from the start, or not there, has no mail", () =>
  Effect.gen(function*() {
    const silent: Manners = { options: { onConnect: () => undefined } }
    assert.strictEqual(yield* outcome(silent, { stepMillis: 300 }), "unanswered: ")
    assert.strictEqual(yield* outcome(silent, { mailMillis: 300 }), "unanswered: ")
    const { port } = yield* Effect.scoped(openMailBox())
    assert.strictEqual(reasonOf(yield* send(at(port))), "unreachable: ")
  }))

it.live("what stands in a letter adds neither headers nor recipients", () =>
  Effect.gen(function*() {
    const box = yield* openMailBox()
    const evil = "x\r\nBcc: all@example.org\r\n\r\nbody"
    yield* send(at(box.port), { ...newMail, subject: evil, messageId: `<a@b>${evil}` })
    for (
      const to of ["ada@example.org, eve@example.org", "ada@example.org>\r\nRCPT TO:<eve@example.org", `"${evil}"@b.c`]
    ) {
      yield* send(at(box.port), { ...newMail, to })
    }
    for (const { headers, to } of box.received) {
      assert.isFalse(headers.has("bcc"))
      assert.lengthOf(to, 1)
      assert.notInclude(to.join(), "eve")
    }
    assert.isNotEmpty(box.received)
  }))

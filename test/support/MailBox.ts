import { Effect } from "effect"
import { text } from "node:stream/consumers"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { certificate, certificateKey } from "./mailCertificate.ts"

/** A mail as the server received it. */
interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  /** Header fields by name in lower case. */
  readonly headers: ReadonlyMap<string, ReadonlyArray<string>>
  readonly text: string
  readonly encrypted: boolean
}

/** The behaviour of the server. An answer such as `550 no such user` refuses, null accepts. */
export interface Manners {
  readonly options?: SMTPServerOptions
  readonly auth?: (user: string, password: string) => string | null
  readonly sender?: (address: string) => string | null
  readonly recipient?: (address: string) => string | null
  /** The answer after the content; `silence` never answers, `hang up` ends the connection. */
  readonly content?: (mail: Received) => string | null | "silence" | "hang up"
}

/** The password that the server accepts, for any user name. */
export const password = "a password of the mail server"

/** Starts a real SMTP server on a free port; it ends with the scope. */
export const openMailBox = Effect.fnUntraced(function*(manners: Manners = {}) {
  const received: Array<Received> = []
  const signIns: Array<string> = []
  const asked = (answer: string | null | undefined) =>
    answer
      ? Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
      : null
  const server = yield* Effect.acquireRelease(
    Effect.sync(() =>
      new SMTPServer({
        key: certificateKey,
        cert: certificate,
        logger: false,
        authOptional: true,
        disableReverseLookup: true,
        closeTimeout: 1,
        onAuth: (signIn, _, done) => {
          const { given, username } = { given: signIn.password ?? "", username: signIn.username ?? "" }
          signIns.push(username)
          const answer = manners.auth?.(username, given) ?? (given === password ? "" : "535 Wrong user or password")
          done(asked(answer), { user: username })
        },
        onMailFrom: ({ address }, _, done) => done(asked(manners.sender?.(address))),
        onRcptTo: ({ address }, _, done) => done(asked(manners.recipient?.(address))),
        onData: async (stream, { envelope, id, secure }, done) => {
          const { from, to } = { from: envelope.mailFrom ? envelope.mailFrom.address : "", to: envelope.rcptTo }
          const mail = { ...parse(await text(stream)), from, to: to.map(({ address }) => address), encrypted: secure }
          received.push(mail)
          const answer = manners.content?.(mail)
          if (answer === "silence") return
          if (answer !== "hang up") return done(asked(answer))
          for (const connection of server.connections) if (connection.id === id) connection.close()
        },
        ...manners.options
      })
    ),
    (opened) => Effect.callback<void>((resume) => opened.close(() => resume(Effect.void)))
  )
  server.on("error", () => undefined)
  yield* Effect.callback<void>((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.void))
  })
  const address = server.server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  return { port, received, signIns }
})

/** Header and content of a mail with one part. */
const parse = (raw: string) => {
  const end = raw.indexOf("\r\n\r\n")
  const headers = new Map<string, ReadonlyArray<string>>()
  for (const line of raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const name = line.slice(0, line.indexOf(":")).toLowerCase()
    headers.set(name, [...headers.get(name) ?? [], line.slice(name.length + 1).trim()])
  }
  const content = raw.slice(end + 4)
  const encoding = headers.get("content-transfer-encoding")?.[0]
  return { headers, text: (encoding === "base64" ? fromBase64 : fromQuotedPrintable)(content).trimEnd() }
}

const fromBase64 = (content: string) => Buffer.from(content, "base64").toString("utf8")

const fromQuotedPrintable = (content: string) => {
  const joined = content.replaceAll("=\r\n", "")
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n")
}

import { DestinationRefused } from "@wristbank/core/base/Destination"
import { oneLine } from "@wristbank/core/base/LineText"
import {
  type MailMessage,
  MailNotSent,
  type MailServer,
  MailTransport,
  type NotSentReason
} from "@wristbank/core/mail/MailTransport"
import { Data, DateTime, Effect, Layer, Redacted } from "effect"
import type { Socket } from "node:net"
import { Readable } from "node:stream"
import { rootCertificates } from "node:tls"
import MailComposer from "nodemailer/lib/mail-composer"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import { connectTo, type OutgoingRule } from "./OutgoingConnection.ts"

/** The destinations that a transport may connect to, and options for tests. */
export interface SmtpOptions {
  readonly rule: OutgoingRule
  /** A certificate (PEM) to trust besides the public ones. */
  readonly ca?: string
  /** Milliseconds for the connection, the greeting and each answer of the server. */
  readonly stepMillis?: number
  /** Milliseconds for the whole mail. */
  readonly mailMillis?: number
}

const usualStepMillis = 30_000

/**
 * Hands a mail to its server by SMTP, over TLS only. Without TLS, the password and the guests' bank data could be read on
 * the way.
 */
export const send = (
  server: MailServer,
  mail: MailMessage,
  options: SmtpOptions
): Effect.Effect<void, MailNotSent> => {
  const exchange: Exchange = { isGiven: false }
  return converse(server, mail, exchange, options).pipe(
    Effect.scoped,
    Effect.timeoutOrElse({
      duration: options.mailMillis ?? 60_000,
      orElse: () => Effect.fail(new SmtpFailure({ code: "ETIMEDOUT", command: "", response: "", status: 0 }))
    }),
    Effect.mapError((failure) => notSent(failure, exchange, server))
  )
}

/** A transport with these options. */
export const layer = (options: SmtpOptions) =>
  Layer.succeed(MailTransport, { send: (server, mail) => send(server, mail, options) })

/** Whether the server has asked for the mail's content. If a later step fails, the server may have the mail. */
interface Exchange {
  isGiven: boolean
}

/** A failed step, as nodemailer reports it; `status` is the server's reply code, 0 without an answer. */
class SmtpFailure extends Data.TaggedError("SmtpFailure")<{
  readonly code: string
  readonly command: string
  readonly response: string
  readonly status: number
}> {}

const converse = Effect.fnUntraced(
  function*(server: MailServer, mail: MailMessage, exchange: Exchange, options: SmtpOptions) {
    const message = yield* Effect.promise(() => compose(mail).compile().build())
    const connection = yield* opened(server, yield* dialled(server, options), options)
    yield* step(connection, (done) => connection.connect(done))
    if (server.signIn !== null) {
      const { password, user } = server.signIn
      yield* step(connection, (done) => connection.login({ user, pass: Redacted.value(password) }, done))
    }
    // The content is read only after the server has asked for it.
    const content = new Readable({
      read() {
        exchange.isGiven = true
        this.push(message)
        this.push(null)
      }
    })
    yield* step(connection, (done) => connection.send({ from: mail.from, to: [mail.to] }, content, done))
    connection.quit()
  }
)

/** Addresses are passed as objects, never parsed from a line that may hold several. */
const compose = ({ at, from, messageId, subject, text, to }: MailMessage) =>
  new MailComposer({
    from: { name: "", address: from },
    to: { name: "", address: to },
    subject,
    text,
    messageId,
    date: DateTime.toDate(at),
    headers: { "Auto-Submitted": "auto-generated" }
  })

/** A connection to the server before any exchange. */
const dialled = (server: MailServer, { rule, stepMillis = usualStepMillis }: SmtpOptions) =>
  Effect.acquireRelease(
    Effect.sync(() => connectTo(server, rule)),
    (socket) => Effect.sync(() => socket.destroy())
  ).pipe(
    Effect.tap(isConnected),
    Effect.timeoutOrElse({ duration: stepMillis, orElse: () => Effect.fail(failureOf({ code: "ETIMEDOUT" })) })
  )

const isConnected = (socket: Socket) =>
  Effect.callback<void, SmtpFailure>((resume) => {
    socket.once("connect", () => resume(Effect.void))
    socket.once("error", (cause) =>
      resume(
        Effect.andThen(
          Effect.logWarning(`A mail server can't be reached: ${cause.message}`),
          Effect.fail(failureOf({ code: cause instanceof DestinationRefused ? addressRefused : "ECONNECTION" }))
        )
      ))
  })

/** The code of failures that the rule for destinations caused. */
const addressRefused = "EADDRESSREFUSED"

const opened = (
  { host, port, tlsFromStart }: MailServer,
  socket: Socket,
  { ca, stepMillis = usualStepMillis }: SmtpOptions
) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const connection = new SMTPConnection({
        connection: socket,
        host,
        port,
        secure: tlsFromStart,
        requireTLS: !tlsFromStart,
        tls: { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }) },
        connectionTimeout: stepMillis,
        greetingTimeout: stepMillis,
        socketTimeout: stepMillis
      })
      // An unhandled error of a connection that is no longer used would end the process.
      connection.on("error", () => undefined)
      return connection
    }),
    (connection) => Effect.sync(() => connection.close())
  )

/** One step of the exchange; it fails when its connection fails or ends. */
const step = (connection: SMTPConnection, run: (done: (error?: Error | null) => void) => void) =>
  Effect.callback<void, SmtpFailure>((resume) => {
    const fail = (error: Failed) => resume(Effect.fail(failureOf(error)))
    // If the server hangs up, its last answer is reported right after; this waits for it.
    const end = () => setImmediate(() => fail({ code: "ECONNECTION" }))
    connection.once("error", fail)
    connection.once("end", end)
    run((error) => error ? fail(error) : resume(Effect.void))
  })

/** An error with the fields that nodemailer adds. */
interface Failed {
  readonly message?: string
  readonly code?: string | undefined
  readonly originalCode?: string | undefined
  readonly command?: string | undefined
  readonly response?: string | undefined
  readonly responseCode?: number | undefined
}

const failureOf = ({ code, command, originalCode, response, responseCode }: Failed) =>
  new SmtpFailure({
    code: /CERT|TLS|SSL/.test(originalCode ?? "") ? "ETLS" : code ?? "",
    command: command ?? "",
    response: response ?? "",
    status: responseCode ?? 0
  })

const notSent = (failure: SmtpFailure, exchange: Exchange, { signIn }: MailServer): MailNotSent => {
  const ofThisMail = ["MAIL FROM", "RCPT TO", "DATA"].includes(failure.command)
  const password = signIn === null ? "" : Redacted.value(signIn.password)
  const answer = oneLine(failure.response).slice(0, 200)
  const isShowable = ofThisMail && (password === "" || !failure.response.includes(password))
  return new MailNotSent({ reason: reasonOf(failure, exchange), answer: isShowable ? answer : "" })
}

const reasonOf = ({ code, command, status }: SmtpFailure, { isGiven }: Exchange): NotSentReason => {
  if (isGiven && command !== "DATA") return "uncertain"
  if (code === "EAUTH") return "sign_in_refused"
  if (code === "ETLS" || command === "STARTTLS") return "unencrypted"
  if (status === 421) return "busy"
  if (command === "MAIL FROM" && status > 0) return "sender_refused"
  if (command === "RCPT TO" || command === "DATA") return status >= 500 && status !== 503 ? "refused" : "deferred"
  if (code === "EENVELOPE" || code === "EMESSAGE") return "refused"
  if (code === addressRefused) return "address_refused"
  if (code === "ETIMEDOUT") return "unanswered"
  return status > 0 ? "busy" : "unreachable"
}

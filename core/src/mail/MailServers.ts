import { Context, Effect, Layer, Redacted, Result } from "effect"
import { EventRepository } from "../event/EventRepository.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import { eventSecret } from "../organisation/SecretLocation.ts"
import { Secrets } from "../organisation/Secrets.ts"
import { MailNotSent, type MailServer } from "./MailTransport.ts"

/** An event's mail server and sender address. */
export interface MailSettings {
  /** Fails if the server's password can't be read. */
  readonly server: Result.Result<MailServer, MailNotSent>
  readonly from: string
}

/** The mail servers of events. */
export class MailServers extends Context.Service<MailServers>()("core/MailServers", {
  make: Effect.gen(function*() {
    const events = yield* EventRepository
    const secrets = yield* Secrets

    const opened = (eventId: bigint, sealed: string | undefined): Result.Result<Redacted.Redacted, MailNotSent> =>
      sealed === undefined ?
        Result.succeed(Redacted.make("")) :
        secrets.read(eventSecret(eventId, passwordName), sealed).pipe(
          Result.map(({ text }) => Redacted.make(text)),
          Result.mapError(() => new MailNotSent({ reason: "password_unreadable", answer: "" }))
        )

    /** The event's settings even if its mail is off; null without a server or a sender's address. */
    const configured = Effect.fnUntraced(function*(eventId: bigint) {
      const [event] = yield* events.list([eventId])
      const place = event === undefined ? null : placeOf(event.settings)
      if (event === undefined || place === null) return null
      const password = opened(eventId, event.secrets[passwordName])
      const user = event.settings.email_smtp_username
      const { from, ...server } = place
      const mailSettings: MailSettings = {
        from,
        server: Result.map(password, (text) => ({
          ...server,
          signIn: isEmpty(user) ? null : { user, password: text }
        }))
      }
      return { isOn: event.settings.email_enabled, mailSettings }
    })

    /** Null if the event sends no mail. */
    const of = (eventId: bigint) =>
      Effect.map(configured(eventId), (found) => found?.isOn === true ? found.mailSettings : null)

    return { configured, of }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(EventRepository.layer))
}

const passwordName = "email_smtp_password"

/** The port on which servers use TLS from the first byte (RFC 8314, 3.3); on all others TLS begins by STARTTLS. */
const tlsPort = 465

const placeOf = (settings: EventSettings) => {
  const { email_default_sender, email_smtp_host: host, email_smtp_port: port, payout_sender } = settings
  const from = isEmpty(payout_sender) ? email_default_sender : payout_sender
  return isEmpty(host) || port === null || isEmpty(from)
    ? null
    : { from, host, port, tlsFromStart: port === tlsPort }
}

const isEmpty = (text: string | null): text is null | "" => text === null || text.trim() === ""

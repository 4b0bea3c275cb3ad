import { Cause, Effect } from "effect"
import { domainToASCII } from "node:url"
import type { MailSettings } from "./MailServers.ts"
import { type MailMessage, MailNotSent, type MailTransport } from "./MailTransport.ts"

/** A mail without its sender, whose address decides its id. */
export type Letter = Omit<MailMessage, "from" | "messageId"> & { readonly messageIdFor: (sender: string) => string }

/** Hands a mail to the event's server; returns the failure, or null. After a defect it is unknown whether the mail arrived. */
export const deliver = (
  transport: MailTransport["Service"],
  { from, server }: MailSettings,
  { messageIdFor, to, ...letter }: Letter
): Effect.Effect<MailNotSent | null> => {
  const sender = inAscii(from)
  return Effect.flatMap(
    Effect.fromResult(server),
    (reached) => transport.send(reached, { ...letter, from: sender, to: inAscii(to), messageId: messageIdFor(sender) })
  ).pipe(
    Effect.as(null),
    Effect.catchTag("MailNotSent", (failure) => Effect.succeed(failure)),
    Effect.catchDefect((defect) =>
      Effect.as(
        Effect.logError("A mail could not be sent", Cause.die(defect)),
        new MailNotSent({ reason: "uncertain", answer: "" })
      )
    )
  )
}

/**
 * The address with its domain in ASCII, as every mail server accepts it (RFC 5890); few accept the letters of all
 * languages.
 */
const inAscii = (address: string): string => {
  const begin = address.lastIndexOf("@") + 1
  const domain = address.slice(begin)
  return /^[\x20-\x7e]*$/.test(domain) ? address : address.slice(0, begin) + (domainToASCII(domain) || domain)
}

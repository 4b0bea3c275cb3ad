import { Layer } from "effect"
import { MailRepository } from "../mail/MailRepository.ts"
import { Mails } from "../mail/Mails.ts"
import { MailServers } from "../mail/MailServers.ts"
import { UnsentMails } from "../mail/UnsentMails.ts"

/** The services of this room but the one that sends; they need those of `organisation`. */
export const layer = Layer.mergeAll(MailServers.layer, UnsentMails.layer).pipe(
  Layer.provideMerge(Mails.layer),
  Layer.provideMerge(MailRepository.layer)
)

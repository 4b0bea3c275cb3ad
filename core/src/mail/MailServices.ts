import { Layer } from "effect"
import { MailRepository } from "./MailRepository.ts"
import { Mails } from "./Mails.ts"
import { MailServers } from "./MailServers.ts"
import { UnsentMails } from "./UnsentMails.ts"

/** The services of this room but the one that sends; they need those of `organisation`. */
export const layer = Layer.mergeAll(MailServers.layer, UnsentMails.layer).pipe(
  Layer.provideMerge(Mails.layer),
  Layer.provideMerge(MailRepository.layer)
)

import { Layer } from "effect"
import { MailRepository } from "./MailRepository.ts"
import { Mails } from "./Mails.ts"
import { MailServers } from "./MailServers.ts"

/** The services of this room but the one that sends; they need those of `organisation`. */
export const layer = Layer.mergeAll(Mails.layer, MailServers.layer).pipe(Layer.provideMerge(MailRepository.layer))

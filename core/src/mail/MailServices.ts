import { Layer } from "effect"
import { MailRepository } from "./MailRepository.ts"
import { Mails } from "./Mails.ts"

/** The services of this room that need no mail server; they need those of `organisation`. */
export const layer = Layer.provideMerge(Mails.layer, MailRepository.layer)

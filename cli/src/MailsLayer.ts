import { MailRepository } from "@wristbank/core/mail/MailRepository"
import { Mails } from "@wristbank/core/mail/Mails"
import { AuditLogRepository } from "@wristbank/core/organisation/AuditLogRepository"
import { Changes } from "@wristbank/core/organisation/Changes"
import { EventRepository } from "@wristbank/core/organisation/EventRepository"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { Layer } from "effect"
import { databaseLayer } from "./DatabaseServer.ts"

/** What trying mail again takes, on the database of the command. */
export const mailsLayer = Mails.layer.pipe(
  Layer.provide(Changes.layer),
  Layer.provideMerge(
    Layer.mergeAll(AuditLogRepository.layer, EventRepository.layer, MailRepository.layer, NodeRepository.layer)
  ),
  Layer.provide(databaseLayer)
)

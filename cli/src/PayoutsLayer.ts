import { EventConfigurationRepository } from "@wristbank/core/event/EventConfigurationRepository"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { MailRepository } from "@wristbank/core/mail/MailRepository"
import { Mails } from "@wristbank/core/mail/Mails"
import { Access } from "@wristbank/core/organisation/Access"
import { AuditLogRepository } from "@wristbank/core/organisation/AuditLogRepository"
import { Changes } from "@wristbank/core/organisation/Changes"
import { EventRepository } from "@wristbank/core/organisation/EventRepository"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { RoleAssignmentRepository } from "@wristbank/core/organisation/RoleAssignmentRepository"
import { UserRepository } from "@wristbank/core/organisation/UserRepository"
import { mayPayOut } from "@wristbank/core/payout/PayoutRun"
import * as PayoutServices from "@wristbank/core/services/PayoutServices"
import { Layer } from "effect"
import { databaseLayer } from "./DatabaseServer.ts"
import { eventCaller, type EventRequest } from "./EventCaller.ts"

const repositories = Layer.mergeAll(
  AuditLogRepository.layer,
  EventConfigurationRepository.layer,
  EventRepository.layer,
  MailRepository.layer,
  NodeRepository.layer,
  RoleAssignmentRepository.layer,
  UserRepository.layer
)

/** Services for payout runs and their files, on the database of the command. */
export const payoutsLayer = PayoutServices.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Access.layer, EventConfigurations.layer, Mails.layer)),
  Layer.provideMerge(Changes.layer),
  Layer.provideMerge(repositories),
  Layer.provide(databaseLayer)
)

/** The person with the login, who must hold payout_management at the event, and the event's settings. */
export const payoutCaller = (asked: EventRequest) => eventCaller(asked, mayPayOut)

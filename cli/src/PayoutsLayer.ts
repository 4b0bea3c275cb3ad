import { MailRepository } from "@wristbank/core/mail/MailRepository"
import { Mails } from "@wristbank/core/mail/Mails"
import { Access } from "@wristbank/core/organisation/Access"
import { AuditLogRepository } from "@wristbank/core/organisation/AuditLogRepository"
import { Changes } from "@wristbank/core/organisation/Changes"
import { EventConfigurationRepository } from "@wristbank/core/organisation/EventConfigurationRepository"
import { EventConfigurations } from "@wristbank/core/organisation/EventConfigurations"
import { EventRepository } from "@wristbank/core/organisation/EventRepository"
import { rootPath } from "@wristbank/core/organisation/Node"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { NotFound } from "@wristbank/core/organisation/Refusal"
import { RoleAssignmentRepository } from "@wristbank/core/organisation/RoleAssignmentRepository"
import { UserRepository } from "@wristbank/core/organisation/UserRepository"
import { mayPayOut } from "@wristbank/core/payout/PayoutRun"
import * as PayoutServices from "@wristbank/core/payout/PayoutServices"
import { Effect, Layer } from "effect"
import { databaseLayer } from "./DatabaseServer.ts"

const repositories = Layer.mergeAll(
  AuditLogRepository.layer,
  EventConfigurationRepository.layer,
  EventRepository.layer,
  MailRepository.layer,
  NodeRepository.layer,
  RoleAssignmentRepository.layer,
  UserRepository.layer
)

/** What payout runs and their files take, on the database of the command. */
export const payoutsLayer = PayoutServices.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Access.layer, EventConfigurations.layer, Mails.layer)),
  Layer.provideMerge(Changes.layer),
  Layer.provideMerge(repositories),
  Layer.provide(databaseLayer)
)

/** The person with the login, who must hold payout_management at the event, and the event's settings. */
export const payingDesk = Effect.fnUntraced(function*({ by, eventId, login, write }: {
  readonly eventId: bigint
  readonly login: string
  /** Who gave the command, as user@host. */
  readonly by: string
  readonly write: boolean
}) {
  const access = yield* Access
  const settings = yield* EventRepository.use((events) => events.settings(eventId))
  const nodePath = rootPath(yield* access.node(eventId))
  const people = yield* UserRepository.use((users) => Effect.orDie(users.list({ nodePath, privilege: null })))
  const person = people.find((user) => user.login === login.normalize("NFC").trim())
  if (person === undefined) return yield* new NotFound({ element_type: "user", element_id: login })
  const caller = yield* access.atEvent({ userId: person.id }, eventId, { privileges: mayPayOut, write })
  return { caller: { ...caller, by }, settings }
})

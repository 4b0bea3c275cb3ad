import { EventConfigurationRepository } from "@wristbank/core/event/EventConfigurationRepository"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { EventRepository } from "@wristbank/core/event/EventRepository"
import { Access } from "@wristbank/core/organisation/Access"
import { AuditLogRepository } from "@wristbank/core/organisation/AuditLogRepository"
import { Changes } from "@wristbank/core/organisation/Changes"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { RoleAssignmentRepository } from "@wristbank/core/organisation/RoleAssignmentRepository"
import { UserRepository } from "@wristbank/core/organisation/UserRepository"
import { Layer } from "effect"
import { databaseLayer } from "../postgres/DatabaseServer.ts"

/**
 * The basis of commands' services, on the database of the command: events, users and their rights, changes with their audit
 * log. Each command loads its own services, as loading all of them takes seconds.
 */
export const commandLayer = Layer.mergeAll(Access.layer, EventConfigurations.layer).pipe(
  Layer.provideMerge(Changes.layer),
  Layer.provideMerge(Layer.mergeAll(
    AuditLogRepository.layer,
    EventConfigurationRepository.layer,
    EventRepository.layer,
    NodeRepository.layer,
    RoleAssignmentRepository.layer,
    UserRepository.layer
  )),
  Layer.provideMerge(databaseLayer)
)

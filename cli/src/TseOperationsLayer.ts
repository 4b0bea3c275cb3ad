import { TillTseRepository } from "@wristbank/core/fiscal/TillTseRepository"
import { TseLogs } from "@wristbank/core/fiscal/TseLogs"
import { TseOperations } from "@wristbank/core/fiscal/TseOperations"
import { TseRepository } from "@wristbank/core/fiscal/TseRepository"
import { Access } from "@wristbank/core/organisation/Access"
import { AuditLogRepository } from "@wristbank/core/organisation/AuditLogRepository"
import { Changes } from "@wristbank/core/organisation/Changes"
import { EventRepository } from "@wristbank/core/organisation/EventRepository"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { mayManage } from "@wristbank/core/organisation/Place"
import { RoleAssignmentRepository } from "@wristbank/core/organisation/RoleAssignmentRepository"
import { UserRepository } from "@wristbank/core/organisation/UserRepository"
import { TillClosingRepository } from "@wristbank/core/till/TillClosingRepository"
import { Layer } from "effect"
import { databaseLayer } from "./DatabaseServer.ts"
import { eventCaller, type EventRequest } from "./EventCaller.ts"

const repositories = Layer.mergeAll(
  AuditLogRepository.layer,
  EventRepository.layer,
  NodeRepository.layer,
  RoleAssignmentRepository.layer,
  TillClosingRepository.layer,
  TillTseRepository.layer,
  TseRepository.layer,
  UserRepository.layer
)

/** Services for signing devices, on the database of the command. */
export const tseOperationsLayer = TseLogs.layer.pipe(
  Layer.provideMerge(TseOperations.layer),
  Layer.provideMerge(Layer.mergeAll(Access.layer, Changes.layer)),
  Layer.provideMerge(repositories),
  Layer.provide(databaseLayer)
)

/** The person with the login, who must hold node_administration at the event. */
export const tseCaller = (asked: EventRequest) => eventCaller(asked, mayManage)

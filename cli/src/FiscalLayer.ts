import { FiscalExports, mayExport } from "@wristbank/core/dsfinvk/FiscalExports"
import { TillReports } from "@wristbank/core/dsfinvk/TillReports"
import { FiscalSettingsRepository } from "@wristbank/core/fiscal/FiscalSettingsRepository"
import { TillClosings } from "@wristbank/core/fiscal/TillClosings"
import { Access } from "@wristbank/core/organisation/Access"
import { AuditLogRepository } from "@wristbank/core/organisation/AuditLogRepository"
import { Changes } from "@wristbank/core/organisation/Changes"
import { EventRepository } from "@wristbank/core/organisation/EventRepository"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { RoleAssignmentRepository } from "@wristbank/core/organisation/RoleAssignmentRepository"
import { UserRepository } from "@wristbank/core/organisation/UserRepository"
import { TillClosingRepository } from "@wristbank/core/till/TillClosingRepository"
import { Layer } from "effect"
import { databaseLayer } from "./DatabaseServer.ts"
import { eventCaller, type EventRequest } from "./EventCaller.ts"

const repositories = Layer.mergeAll(
  AuditLogRepository.layer,
  EventRepository.layer,
  FiscalSettingsRepository.layer,
  NodeRepository.layer,
  RoleAssignmentRepository.layer,
  TillClosingRepository.layer,
  UserRepository.layer
)

/** Services for closings and the files for the tax office, on the database of the command. */
export const fiscalLayer = Layer.mergeAll(FiscalExports.layer, TillClosings.layer, TillReports.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Access.layer, Changes.layer)),
  Layer.provideMerge(repositories),
  Layer.provide(databaseLayer)
)

/** The person with the login, who must hold node_administration at the event, and the event's settings. */
export const fiscalCaller = (asked: EventRequest) => eventCaller(asked, mayExport)

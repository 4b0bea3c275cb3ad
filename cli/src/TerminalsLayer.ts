import { Terminals } from "@wristbank/core/cash/Terminals"
import { TillChangeRepository } from "@wristbank/core/cash/TillChangeRepository"
import { TillChanges } from "@wristbank/core/cash/TillChanges"
import { EventConfigurationRepository } from "@wristbank/core/event/EventConfigurationRepository"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { LedgerStore } from "@wristbank/core/order/LedgerStore"
import { Access } from "@wristbank/core/organisation/Access"
import { AuditLogRepository } from "@wristbank/core/organisation/AuditLogRepository"
import { Changes } from "@wristbank/core/organisation/Changes"
import { EventRepository } from "@wristbank/core/organisation/EventRepository"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { mayManage } from "@wristbank/core/organisation/Place"
import { RoleAssignmentRepository } from "@wristbank/core/organisation/RoleAssignmentRepository"
import { UserRepository } from "@wristbank/core/organisation/UserRepository"
import { TerminalRepository } from "@wristbank/core/till/TerminalRepository"
import { TillClosingRepository } from "@wristbank/core/till/TillClosingRepository"
import { TillRepository } from "@wristbank/core/till/TillRepository"
import { Layer } from "effect"
import { databaseLayer } from "./DatabaseServer.ts"
import { eventCaller, type EventRequest } from "./EventCaller.ts"

const repositories = Layer.mergeAll(
  AuditLogRepository.layer,
  EventConfigurationRepository.layer,
  EventRepository.layer,
  NodeRepository.layer,
  RoleAssignmentRepository.layer,
  TerminalRepository.layer,
  Layer.provide(TillChangeRepository.layer, TillClosingRepository.layer),
  TillRepository.layer,
  UserRepository.layer
)

/** What changing terminals takes, on the database of the command. */
export const terminalsLayer = Terminals.layer.pipe(
  Layer.provide(TillChanges.layer),
  Layer.provideMerge(Layer.mergeAll(Access.layer, Changes.layer, EventConfigurations.layer, LedgerStore.layer)),
  Layer.provideMerge(repositories),
  Layer.provide(databaseLayer)
)

/** The person with the login, who must hold node_administration at the event. */
export const terminalCaller = (asked: EventRequest) => eventCaller(asked, mayManage)

import { Layer } from "effect"
import { ProductRepository } from "../catalogue/ProductRepository.ts"
import { TillClosingRepository } from "../fiscal/TillClosingRepository.ts"
import { Access } from "./Access.ts"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import { AuditLogs } from "./AuditLogs.ts"
import { Changes } from "./Changes.ts"
import { ConfigEntries } from "./ConfigEntries.ts"
import { ConfigEntryRepository } from "./ConfigEntryRepository.ts"
import { EventDesignRepository } from "./EventDesignRepository.ts"
import { EventDesigns } from "./EventDesigns.ts"
import { EventRepository } from "./EventRepository.ts"
import { Events } from "./Events.ts"
import { EventSetUp } from "./EventSetUp.ts"
import { Installation } from "./Installation.ts"
import { NodeClosingRepository } from "./NodeClosingRepository.ts"
import { NodeClosings } from "./NodeClosings.ts"
import { NodeRepository } from "./NodeRepository.ts"
import { Nodes } from "./Nodes.ts"
import { ReceiptHeaderRepository } from "./ReceiptHeaderRepository.ts"
import { Refusals } from "./Refusals.ts"
import { RoleAssignmentRepository } from "./RoleAssignmentRepository.ts"
import { RoleAssignments } from "./RoleAssignments.ts"
import { RoleRepository } from "./RoleRepository.ts"
import { Roles } from "./Roles.ts"
import { SessionRepository } from "./SessionRepository.ts"
import { Sessions } from "./Sessions.ts"
import { SignInFailureRepository } from "./SignInFailureRepository.ts"
import { SignInLimits } from "./SignInLimits.ts"
import { StoredSecrets } from "./StoredSecrets.ts"
import { TokenLookups } from "./TokenLookups.ts"
import { UserChanges } from "./UserChanges.ts"
import { UserRepository } from "./UserRepository.ts"
import { Users } from "./Users.ts"

const repositories = Layer.mergeAll(
  AuditLogRepository.layer,
  ConfigEntryRepository.layer,
  EventDesignRepository.layer,
  EventRepository.layer,
  NodeClosingRepository.layer,
  NodeRepository.layer,
  ProductRepository.layer,
  ReceiptHeaderRepository.layer,
  RoleAssignmentRepository.layer,
  RoleRepository.layer,
  SessionRepository.layer,
  SignInFailureRepository.layer,
  TillClosingRepository.layer,
  UserRepository.layer
)

const foundations = Layer.provideMerge(
  Layer.mergeAll(Access.layer, Changes.layer, Refusals.layer, SignInLimits.layer, TokenLookups.layer),
  repositories
)

/** The services of the tree, its people and their sessions; they need `SqlClient`, `Strangers` and `Secrets`. */
export const layer = Layer.mergeAll(AuditLogs.layer, Installation.layer, RoleAssignments.layer, Roles.layer).pipe(
  Layer.merge(
    Layer.mergeAll(ConfigEntries.layer, EventDesigns.layer, NodeClosings.layer, Sessions.layer, StoredSecrets.layer)
  ),
  Layer.merge(Layer.provideMerge(UserChanges.layer, Users.layer)),
  Layer.merge(Layer.provideMerge(Events.layer, Layer.merge(EventSetUp.layer, Nodes.layer))),
  Layer.provideMerge(foundations)
)

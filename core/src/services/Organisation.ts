import { Layer } from "effect"
import { EventDefaults } from "../event/EventDefaults.ts"
import { EventDesignRepository } from "../event/EventDesignRepository.ts"
import { EventDesigns } from "../event/EventDesigns.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { Events } from "../event/Events.ts"
import { Nodes } from "../event/Nodes.ts"
import { ProductRepository } from "../event/ProductRepository.ts"
import { ReceiptHeaderRepository } from "../event/ReceiptHeaderRepository.ts"
import { Access } from "../organisation/Access.ts"
import { AuditLogRepository } from "../organisation/AuditLogRepository.ts"
import { AuditLogs } from "../organisation/AuditLogs.ts"
import { Changes } from "../organisation/Changes.ts"
import { ConfigEntries } from "../organisation/ConfigEntries.ts"
import { ConfigEntryRepository } from "../organisation/ConfigEntryRepository.ts"
import { Installation } from "../organisation/Installation.ts"
import { KnownSenders } from "../organisation/KnownSenders.ts"
import { NodeRepository } from "../organisation/NodeRepository.ts"
import { PasswordChanges } from "../organisation/PasswordChanges.ts"
import { PasswordChecks } from "../organisation/PasswordChecks.ts"
import { Refusals } from "../organisation/Refusals.ts"
import { RoleAssignmentRepository } from "../organisation/RoleAssignmentRepository.ts"
import { RoleAssignments } from "../organisation/RoleAssignments.ts"
import { RoleRepository } from "../organisation/RoleRepository.ts"
import { Roles } from "../organisation/Roles.ts"
import { SecondFactorRepository } from "../organisation/SecondFactorRepository.ts"
import { SecondFactorResets } from "../organisation/SecondFactorResets.ts"
import { SecondFactors } from "../organisation/SecondFactors.ts"
import { SessionRepository } from "../organisation/SessionRepository.ts"
import { Sessions } from "../organisation/Sessions.ts"
import { SignInFailureRepository } from "../organisation/SignInFailureRepository.ts"
import { SignInLimits } from "../organisation/SignInLimits.ts"
import { StoredSecrets } from "../organisation/StoredSecrets.ts"
import { TokenLookups } from "../organisation/TokenLookups.ts"
import { UserRepository } from "../organisation/UserRepository.ts"
import { Users } from "../organisation/Users.ts"
import { NodeArchiveRepository } from "../till/NodeArchiveRepository.ts"
import { NodeArchives } from "../till/NodeArchives.ts"
import { TillClosingRepository } from "../till/TillClosingRepository.ts"
import { UserChanges } from "../wristband/UserChanges.ts"

const repositories = Layer.mergeAll(
  AuditLogRepository.layer,
  ConfigEntryRepository.layer,
  EventDesignRepository.layer,
  EventRepository.layer,
  NodeArchiveRepository.layer,
  NodeRepository.layer,
  ProductRepository.layer,
  ReceiptHeaderRepository.layer,
  RoleAssignmentRepository.layer,
  RoleRepository.layer,
  SecondFactorRepository.layer,
  SessionRepository.layer,
  SignInFailureRepository.layer,
  TillClosingRepository.layer,
  UserRepository.layer
)

const foundations = Layer.provideMerge(
  Layer.mergeAll(
    Access.layer,
    Changes.layer,
    KnownSenders.layer,
    Refusals.layer,
    SignInLimits.layer,
    TokenLookups.layer
  ),
  repositories
)

const people = Layer.mergeAll(PasswordChanges.layer, Sessions.layer, Layer.provideMerge(UserChanges.layer, Users.layer))
  .pipe(
    Layer.provideMerge(Layer.merge(SecondFactors.layer, SecondFactorResets.layer)),
    Layer.provide(PasswordChecks.layer)
  )

/** The services of the tree, its people and their sessions; they need `SqlClient`, `AnonymousCalls` and `Secrets`. */
export const layer = Layer.mergeAll(AuditLogs.layer, Installation.layer, RoleAssignments.layer, Roles.layer).pipe(
  Layer.merge(
    Layer.mergeAll(ConfigEntries.layer, EventDesigns.layer, NodeArchives.layer, people, StoredSecrets.layer)
  ),
  Layer.merge(Layer.provideMerge(Events.layer, Layer.merge(EventDefaults.layer, Nodes.layer))),
  Layer.provideMerge(foundations)
)

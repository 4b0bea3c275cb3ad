import { AuditLogRepository } from "@wristbank/core/organisation/AuditLogRepository"
import { Installation } from "@wristbank/core/organisation/Installation"
import { RoleAssignmentRepository } from "@wristbank/core/organisation/RoleAssignmentRepository"
import { RoleRepository } from "@wristbank/core/organisation/RoleRepository"
import { UserRepository } from "@wristbank/core/organisation/UserRepository"
import { Layer } from "effect"
import { databaseLayer } from "./DatabaseServer.ts"

/** What making an administrator takes, on the database of the command. */
export const installationLayer = Installation.layer.pipe(
  Layer.provide(
    Layer.mergeAll(AuditLogRepository.layer, RoleAssignmentRepository.layer, RoleRepository.layer, UserRepository.layer)
  ),
  Layer.provide(databaseLayer)
)

import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { RoleAssignments } from "@wristbank/core/organisation/RoleAssignments"
import { RoleRepository } from "@wristbank/core/organisation/RoleRepository"
import { UserRepository } from "@wristbank/core/organisation/UserRepository"
import { Users } from "@wristbank/core/organisation/Users"
import { Layer } from "effect"

const mayCreate: ReadonlyArray<Privilege> = ["create_user", "user_management"]
const mayAssign: ReadonlyArray<Privilege> = ["user_management"]

/** The service that makes users. */
export const userServices = { privileges: mayCreate, layer: Users.layer }

/** The services for the roles of users. */
export const roleServices = {
  privileges: mayAssign,
  layer: Layer.merge(UserRepository.layer, Layer.provide(RoleAssignments.layer, RoleRepository.layer))
}

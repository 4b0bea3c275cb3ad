import { Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { orElse } from "../primitives/OptionalField.ts"
import { AccessDenied, type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { Name } from "../primitives/Text.ts"
import { organisationRules } from "./OrganisationRules.ts"
import { byKind, inOrder, Privilege, PrivilegesByKind } from "./Privilege.ts"

const privileges = Schema.Array(Privilege)

export class NewUserRole extends Schema.Class<NewUserRole>("NewUserRole")({
  name: Name,
  /** A privileged role can be assigned only by holders of allow_privileged_role_assignment. */
  is_privileged: orElse(Schema.Boolean, false),
  privileges
}) {}

export class UpdateUserRolePrivilegesPayload
  extends Schema.Class<UpdateUserRolePrivilegesPayload>("UpdateUserRolePrivilegesPayload")({
    is_privileged: Schema.Boolean,
    privileges
  })
{}

/** A set of privileges that can be assigned to users at its node or below. */
export class UserRole extends Schema.Class<UserRole>("UserRole")({
  name: Schema.String,
  is_privileged: Schema.Boolean,
  privileges,
  id: Id,
  node_id: Id
}) {}

/** A role with its privileges in one list and in the two lists of the newest published clients. */
export class ListedRole extends Schema.Class<ListedRole>("ListedRole")({
  ...UserRole.fields,
  ...PrivilegesByKind.fields
}) {}

export const toListedRole = (role: UserRole): ListedRole => new ListedRole({ ...role, ...byKind(role.privileges) })

type Granted = Pick<UserRole, "is_privileged" | "privileges">

/** Each privilege once, in the fixed order. */
export const normal = <A extends Granted>(role: A): A => ({ ...role, privileges: inOrder(new Set(role.privileges)) })

/**
 * Decides whether a holder of these privileges may assign, withdraw or define a role. Users can't pass on privileges
 * that they do not hold. Privileged roles require the privilege to assign privileged roles, whose holders may pass on
 * anything.
 */
export const mayGrant = (
  held: ReadonlySet<Privilege>,
  role: Granted
): Result.Result<void, AccessDenied> => {
  if (held.has("allow_privileged_role_assignment")) return Result.succeed(undefined)
  if (role.is_privileged) {
    return Result.fail(AccessDenied.of(organisationRules.role_privileged))
  }
  const missing = role.privileges.filter((privilege) => !held.has(privilege))
  return missing.length === 0
    ? Result.succeed(undefined)
    : Result.fail(AccessDenied.of(organisationRules.privileges_not_held, { privileges: missing }))
}

/** Decides whether a role may be changed: the caller must be allowed to grant both the old and the new role. */
export const mayChange = (
  held: ReadonlySet<Privilege>,
  before: Granted,
  after: Granted
): Result.Result<void, AccessDenied> => Result.flatMap(mayGrant(held, before), () => mayGrant(held, after))

/** The uses that keep a role from being deleted: its holders, and the terminals where it is active. */
export interface RoleHolding {
  readonly logins: ReadonlyArray<string>
  readonly terminals: ReadonlyArray<string>
}

/** Decides whether a role can be deleted: no user may hold it. */
export const remove = (
  { name }: Pick<UserRole, "name">,
  { logins, terminals }: RoleHolding
): Result.Result<void, InvalidArgument> =>
  logins.length > 0
    ? refuse(organisationRules.role_assigned, { role: name, logins })
    : terminals.length > 0
    ? refuse(organisationRules.role_in_use, { role: name, terminals })
    : Result.succeed(undefined)

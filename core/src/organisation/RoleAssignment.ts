import { Effect, Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { AccessDenied, InvalidArgument, NotFound } from "../primitives/Refusal.ts"
import type { Privilege } from "./Privilege.ts"
import { mayGrant, type UserRole } from "./Role.ts"

/** The roles a user is to have at the node of the call, in place of those they have there. */
export class NewUserToRoles extends Schema.Class<NewUserToRoles>("NewUserToRoles")({
  user_id: Id,
  role_ids: Schema.Array(Id),
  /** The roles count at terminals and not in the back office. */
  terminal_only: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
}) {}

/** The roles of a user at one node. */
export class UserToRoles extends Schema.Class<UserToRoles>("UserToRoles")({
  user_id: Id,
  role_ids: Schema.Array(Id),
  terminal_only: Schema.Boolean,
  node_id: Id
}) {}

/** What the database holds about the user and the place of an assignment. */
export interface AssignmentContext {
  /** What the assigner holds at the node, at a terminal through the active role. */
  readonly held: ReadonlySet<Privilege>
  /** What of it counts in the back office as well. */
  readonly heldInOffice: ReadonlySet<Privilege>
  /** The roles from the root to the home of the user: those the user can have. */
  readonly available: ReadonlyArray<UserRole>
  /** The ids of the roles the user has at the node now. */
  readonly assigned: ReadonlyArray<bigint>
  /** Whether those the user has now count at terminals only. */
  readonly terminalOnly: boolean
}

/** What changes for the user at the node. */
export interface Change {
  readonly added: ReadonlyArray<bigint>
  readonly removed: ReadonlyArray<bigint>
}

/**
 * Decides about the roles a user is to have at a node. What is added or taken away, or counts in more places or fewer than
 * before, must be the assigner's to grant; for roles that count in the back office, before or after, there too.
 */
export const decide = (
  wanted: NewUserToRoles,
  { assigned, available, held, heldInOffice, terminalOnly }: AssignmentContext
): Result.Result<Change, AccessDenied | NotFound> => {
  const target = [...new Set(wanted.role_ids)]
  const roles = new Map(available.map((role) => [role.id, role]))
  const kept = new Set(terminalOnly === wanted.terminal_only ? target.filter((id) => assigned.includes(id)) : [])
  const inOffice = !wanted.terminal_only || (assigned.length > 0 && !terminalOnly)
  const change = {
    added: target.filter((id) => !kept.has(id)),
    removed: assigned.filter((id) => !kept.has(id))
  }
  for (const id of new Set([...change.added, ...change.removed])) {
    const role = roles.get(id)
    if (role === undefined) return Result.fail(new NotFound({ element_type: "user_role", element_id: id }))
    const granted = mayGrant(inOffice ? heldInOffice : held, role)
    if (Result.isFailure(granted)) return Result.fail(granted.failure)
  }
  return Result.succeed(change)
}

/**
 * What a terminal sets for somebody: the roles count where the current ones count, first ones at terminals only unless the
 * assigner may grant them in the back office. Whoever has a privileged role there is left to the back office.
 */
export const atTerminal = (
  userId: bigint,
  roleIds: ReadonlyArray<bigint>,
  { assigned, available, heldInOffice, terminalOnly }: AssignmentContext
): Result.Result<NewUserToRoles, InvalidArgument> => {
  if (available.some((role) => role.is_privileged && assigned.includes(role.id))) {
    return Result.fail(new InvalidArgument({ message: "Privileged roles are changed in the back office" }))
  }
  const beyondOffice = available.some((role) =>
    roleIds.includes(role.id) && Result.isFailure(mayGrant(heldInOffice, role))
  )
  const terminal_only = assigned.length > 0 ? terminalOnly : beyondOffice
  return Result.succeed(new NewUserToRoles({ user_id: userId, role_ids: roleIds, terminal_only }))
}

/** Someone must be left who manages users at the root, or nobody could ever repair the rights of the installation. */
export const keepsAdministrator = (rootAdministrators: number): Result.Result<void, InvalidArgument> =>
  rootAdministrators > 0
    ? Result.succeed(undefined)
    : Result.fail(new InvalidArgument({ message: "Nobody would be left who manages users at the root" }))

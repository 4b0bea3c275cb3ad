import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { AccessDenied } from "../base/Refusal.ts"
import { TagUid } from "../base/TagUid.ts"
import type { AssignedAt, PlaceInTree } from "../organisation/Privilege.ts"
import { countingAt, ListedRole, type UserRole } from "../organisation/Role.ts"
import { tillRules } from "./TillRules.ts"

/** The tag that a user holds to a terminal. */
export class UserTag extends Schema.Class<UserTag>("UserTag")({
  /** The number of the scanned chip. */
  uid: TagUid
}) {}

/** The roles with which the holder of a scanned wristband may sign in at the terminal. */
export class CheckLoginResult extends Schema.Class<CheckLoginResult>("CheckLoginResult")({
  /** The wristband, as the request named it. */
  user_tag: UserTag,
  /** The roles with which its holder may sign in now. */
  roles: Schema.Array(ListedRole)
}) {}

/** Who signs in at a terminal, and in which role. */
export class LoginPayload extends Schema.Class<LoginPayload>("LoginPayload")({
  /** The wristband of the user, as it was scanned. */
  user_tag: UserTag,
  /** The role with which they sign in. */
  user_role_id: Id
}) {}

type Role = Pick<UserRole, "id" | "privileges">

/** A role of a user, and a node where it is assigned to them. */
export interface AssignedRole {
  readonly role: UserRole
  readonly at: AssignedAt
}

/** Where a terminal is: its till's node, or that of the event if it has none. */
export interface TerminalPlace extends PlaceInTree {
  readonly hasTill: boolean
}

/**
 * The roles that are offered at a terminal, each once: those assigned on the way to its till; without a till, those of the whole
 * event.
 */
export const offeredAt = (
  assigned: ReadonlyArray<AssignedRole>,
  { hasTill, path }: TerminalPlace
): ReadonlyArray<UserRole> => {
  const there = assigned.filter(({ at }) => !hasTill || path.includes(at.node_id))
  return Array.from(new Map(there.map(({ role }) => [role.id, role])).values())
}

/** A role as it counts at a place for who has these; null if it does not. */
export const activeAt = (
  assigned: ReadonlyArray<AssignedRole>,
  roleId: bigint,
  place: PlaceInTree
): UserRole | null => {
  const those = assigned.filter(({ role }) => role.id === roleId)
  return those.length === 0 ? null : countingAt(those[0]!.role, those.map(({ at }) => at), place)
}

/**
 * The roles that a user may sign in with, of those offered. A user with `terminal_login`, wherever in the event, needs no one.
 * Other roles need `supervised_terminal_login`, and that the signed-in user's active role has `terminal_login`.
 */
export const admit = <R extends Role>(
  offered: ReadonlyArray<R>,
  everywhere: ReadonlyArray<Pick<Role, "privileges">>,
  signedInWith: Pick<Role, "privileges"> | null
): Result.Result<ReadonlyArray<R>, AccessDenied> => {
  const eligible = offered.filter((role) => isSupervisor(role) || role.privileges.includes("supervised_terminal_login"))
  if (eligible.length === 0) {
    return Result.fail(AccessDenied.of(tillRules.tag_without_role))
  }
  const supervised = signedInWith !== null && isSupervisor(signedInWith)
  return supervised || everywhere.some(isSupervisor)
    ? Result.succeed(eligible)
    : Result.fail(AccessDenied.of(tillRules.supervisor_needed))
}

/** The role that the user chose among those they may sign in with. */
export const choose = <R extends Role>(
  admitted: ReadonlyArray<R>,
  roleId: bigint
): Result.Result<R, AccessDenied> =>
  Result.fromNullishOr(
    admitted.find((role) => role.id === roleId),
    () => AccessDenied.of(tillRules.role_not_usable)
  )

const isSupervisor = (role: Pick<Role, "privileges">): boolean => role.privileges.includes("terminal_login")

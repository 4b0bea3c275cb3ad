import { Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { ListedRole, type UserRole } from "../organisation/Role.ts"
import { AccessDenied } from "../primitives/Refusal.ts"
import { TagUid } from "../primitives/TagUid.ts"
import { tillRules } from "./TillRules.ts"

/** The tag that a user holds to a terminal. */
export class UserTag extends Schema.Class<UserTag>("UserTag")({ uid: TagUid }) {}

export class CheckLoginResult extends Schema.Class<CheckLoginResult>("CheckLoginResult")({
  user_tag: UserTag,
  roles: Schema.Array(ListedRole)
}) {}

export class LoginPayload extends Schema.Class<LoginPayload>("LoginPayload")({ user_tag: UserTag, user_role_id: Id }) {}

type Role = Pick<UserRole, "id" | "privileges">

/**
 * The roles that a user may sign in with, of all roles assigned along the path to the terminal. A role with
 * `terminal_login` suffices on its own. A role with `supervised_terminal_login` counts only while the signed-in user's
 * active role has `terminal_login`.
 */
export const admit = <R extends Role>(
  assigned: ReadonlyArray<R>,
  signedInWith: Role | null
): Result.Result<ReadonlyArray<R>, AccessDenied> => {
  const eligible = assigned.filter((role) =>
    isSupervisor(role) || role.privileges.includes("supervised_terminal_login")
  )
  if (eligible.length === 0) {
    return Result.fail(AccessDenied.of(tillRules.tag_without_role))
  }
  const supervised = signedInWith !== null && isSupervisor(signedInWith)
  return supervised || eligible.some(isSupervisor)
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

const isSupervisor = (role: Role): boolean => role.privileges.includes("terminal_login")

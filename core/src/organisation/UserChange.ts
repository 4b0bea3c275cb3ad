import { Result, Schema } from "effect"
import type * as Money from "../base/Money.ts"
import { type AccessDenied, type InvalidArgument, refuse } from "../base/Refusal.ts"
import { organisationRules } from "./OrganisationRules.ts"
import { NewPassword } from "./Password.ts"
import type { Privilege } from "./Privilege.ts"
import { mayGrant, type UserRole } from "./Role.ts"

/** A new password that an administrator sets for a user. */
export class ChangeUserPasswordPayload extends Schema.Class<ChangeUserPasswordPayload>("ChangeUserPasswordPayload")({
  /** At least 10 characters, and not a common one. */
  new_password: NewPassword
}) {}

/**
 * Decides whether a caller may change or remove a user. A caller who sets a password or hands out a tag can act as that
 * user, so they must be allowed to grant every role of the user at any node.
 */
export const manage = (
  held: ReadonlySet<Privilege>,
  roles: ReadonlyArray<Pick<UserRole, "is_privileged" | "privileges">>
): Result.Result<void, AccessDenied> => {
  for (const role of roles) {
    const granted = mayGrant(held, role)
    if (Result.isFailure(granted)) return Result.fail(granted.failure)
  }
  return Result.succeed(undefined)
}

/**
 * Decides whether a user may get a tag that already has an account: only the user's own, as no one has two accounts.
 */
export const takeTag = (
  ownAccountId: bigint | null,
  tagAccountId: bigint | null
): Result.Result<void, InvalidArgument> =>
  tagAccountId === null || tagAccountId === ownAccountId
    ? Result.succeed(undefined)
    : refuse(organisationRules.tag_of_guest)

/** The facts that may keep a user from being removed. */
export interface UserHolding {
  readonly login: string
  /** The terminals where the user is signed in. */
  readonly terminals: ReadonlyArray<string>
  /** The name of the cash register that the user holds. */
  readonly register: string | null
  /** The balance of the user's transport account, in cents. */
  readonly transportBalance: Money.Cents | null
  /** Whether the user changed, booked or closed something, or carried cash. */
  readonly acted: boolean
}

/** The kind of removal: users to whom records refer are deactivated, all others deleted. */
export type Departure = "deleted" | "deactivated"

/** Decides whether and how a user can be removed. Cash in their charge must be handed over first. */
export const remove = (
  isCaller: boolean,
  { acted, login, register, terminals, transportBalance }: UserHolding
): Result.Result<Departure, InvalidArgument> => {
  if (isCaller) return refuse(organisationRules.own_user)
  if (terminals.length > 0) return refuse(organisationRules.user_signed_in, { login, terminals })
  if (register !== null) return refuse(organisationRules.user_holds_register, { login, register })
  if (transportBalance !== null && transportBalance !== 0n) {
    return refuse(organisationRules.user_carries_cash, { login })
  }
  return Result.succeed(acted ? "deactivated" : "deleted")
}

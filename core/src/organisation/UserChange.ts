import { Result, Schema } from "effect"
import type * as Money from "../ledger/Money.ts"
import { type AccessDenied, InvalidArgument } from "../primitives/Refusal.ts"
import { listed } from "../primitives/Text.ts"
import { NewPassword } from "./Password.ts"
import type { Privilege } from "./Privilege.ts"
import { mayGrant, type UserRole } from "./Role.ts"

export class ChangeUserPasswordPayload
  extends Schema.Class<ChangeUserPasswordPayload>("ChangeUserPasswordPayload")({ new_password: NewPassword })
{}

/**
 * Decides whether somebody may change or remove a user. Whoever sets a password or hands out a tag can act as the user, so
 * they must be allowed to grant every role of that user, at whatever node.
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

/** Decides whether a user's tag can be one that has an account already: their own only, as nobody has two. */
export const takeTag = (
  ownAccountId: bigint | null,
  tagAccountId: bigint | null
): Result.Result<void, InvalidArgument> =>
  tagAccountId === null || tagAccountId === ownAccountId
    ? Result.succeed(undefined)
    : refuse("The tag belongs to a guest with an account, so take another one")

/** What holds on to a user who is to leave. */
export interface UserHolding {
  readonly login: string
  /** Where the user is signed in. */
  readonly terminals: ReadonlyArray<string>
  /** The name of the register the user holds. */
  readonly register: string | null
  /** What the user carries, in cents. */
  readonly transportBalance: Money.Cents | null
  /** The user changed, booked or closed something, or carried cash. */
  readonly acted: boolean
}

/** What becomes of a user who leaves: who is named by what happened here stays known, but can do nothing any more. */
export type Departure = "deleted" | "deactivated"

/** Decides whether a user can leave, and how. Cash they answer for is handed on before. */
export const remove = (
  isCaller: boolean,
  { acted, login, register, terminals, transportBalance }: UserHolding
): Result.Result<Departure, InvalidArgument> => {
  if (isCaller) return refuse("Somebody else has to remove you")
  if (terminals.length > 0) return refuse(`${login} is signed in at ${listed(terminals)}`)
  if (register !== null) return refuse(`${login} holds the register ${register}`)
  if (transportBalance !== null && transportBalance !== 0n) return refuse(`${login} carries cash`)
  return Result.succeed(acted ? "deactivated" : "deleted")
}

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))

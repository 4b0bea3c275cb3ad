import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { InvalidArgument, refuse } from "../base/Refusal.ts"
import { organisationRules } from "./OrganisationRules.ts"

/** Names a user by their login; users of separate nodes may have the same one. */
export interface UserName {
  readonly login: string
  /** The node of the user; null if the login is enough. */
  readonly nodeId: bigint | null
}

/** A user who has the login that was given. */
export const NamedUser = Schema.Struct({
  id: Id,
  node_id: Id,
  node_name: Schema.String,
  has_second_factor: Schema.Boolean
})
export type NamedUser = typeof NamedUser.Type

/** Decides which user is meant. `unknown` is the refusal when no one has the login. */
export const onlyUser = (
  [user, ...others]: ReadonlyArray<NamedUser>,
  { login }: UserName,
  unknown: InvalidArgument = InvalidArgument.of(organisationRules.user_unknown, { login })
): Result.Result<NamedUser, InvalidArgument> => {
  if (user === undefined) return Result.fail(unknown)
  const nodes = [user, ...others].map(({ node_id, node_name }) => `${node_id} (${node_name})`)
  return others.length === 0 ? Result.succeed(user) : refuse(organisationRules.login_ambiguous, { login, nodes })
}

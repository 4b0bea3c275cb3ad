import { Result, Schema } from "effect"
import type { AccountType } from "../base/Account.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { SearchText, Text } from "../base/Text.ts"
import { tagRules } from "./TagRules.ts"

/** What to look for among accounts. */
export class FindAccountPayload extends Schema.Class<FindAccountPayload>("FindAccountPayload")({
  /** Part of a name, a comment, a PIN or a chip number; blank finds nothing. */
  search_term: SearchText
}) {}

/** The note about an account. */
export class UpdateAccountCommentPayload
  extends Schema.Class<UpdateAccountCommentPayload>("UpdateAccountCommentPayload")({
    /** The note, in place of the one before. */
    comment: Text
  })
{}

/** The facts that decide whether an account may lose its tag. */
export interface TagHolding {
  readonly type: AccountType
  /** The user who works with this tag; null for guests. */
  readonly user: {
    readonly login: string
    readonly hasPassword: boolean
    /** Names of the terminals where the user is signed in. */
    readonly terminals: ReadonlyArray<string>
  } | null
}

/**
 * Decides whether an account can lose its tag; its money stays. A user of the tag must be signed out and have a
 * password to sign in with. A card payment onto the account that arrives later is held for an operator.
 */
export const disable = ({ type, user }: TagHolding): Result.Result<void, InvalidArgument> => {
  if (type !== "private") return refuse(tagRules.account_not_customers)
  if (user !== null && user.terminals.length > 0) {
    return refuse(tagRules.user_works_with_tag, user)
  }
  if (user !== null && !user.hasPassword) {
    return refuse(tagRules.user_needs_tag, { login: user.login })
  }
  return Result.succeed(undefined)
}

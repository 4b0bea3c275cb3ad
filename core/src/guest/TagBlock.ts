import { Result } from "effect"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { portalRules } from "./PortalRules.ts"

/** The facts that decide whether a guest may block their wristband. */
export interface TagHolding {
  /** The tag of the account; null for a ticket that was not handed out and for a tag that is blocked already. */
  readonly tagId: bigint | null
  /** Whether a user works with the tag. */
  readonly isStaff: boolean
}

/**
 * Decides whether a guest blocks their lost wristband, and returns the tag. Anyone who holds a wristband can read its PIN and
 * sign in, so a tag that someone works with is left to the office: its finder could keep them from working.
 */
export const blockTag = ({ isStaff, tagId }: TagHolding): Result.Result<bigint, InvalidArgument> => {
  if (tagId === null) return refuse(portalRules.no_tag_to_block)
  if (isStaff) return refuse(portalRules.tag_of_staff)
  return Result.succeed(tagId)
}

import { Schema } from "effect"
import { Text } from "../base/Text.ts"
import { Account } from "../wristband/Account.ts"

/** A guest who is known by the PIN that is printed on a wristband of theirs, as its chip can't be read. */
export class GuestByPinPayload extends Schema.Class<GuestByPinPayload>("GuestByPinPayload")({
  /** The PIN, however it is typed: upper or lower case, blanks, and 0 for O or 1 for I make no difference. */
  user_tag_pin: Text
}) {}

/**
 * What a wristband is to its guest: the `present` one, with which they pay; a `blocked` one, of a guest who has no other yet; or one that
 * was `exchanged` for another. A person who holds a blocked or an exchanged one may be its finder.
 */
export const HeldWristband = Schema.Literals(["present", "blocked", "exchanged"])
export type HeldWristband = typeof HeldWristband.Type

/** What a wristband is to the owner of the account that has it or had it last. */
export const heldWristband = (tagId: bigint, { user_tag_id }: Pick<Account, "user_tag_id">): HeldWristband =>
  user_tag_id === tagId ? "present" : user_tag_id === null ? "blocked" : "exchanged"

/** The guest of a wristband. */
export class GuestByPin extends Schema.Class<GuestByPin>("GuestByPin")({
  /** The PIN as it is printed. */
  user_tag_pin: Schema.String,
  /** What the wristband is to them. Only with the present one may something be booked. */
  wristband: HeldWristband,
  /** Their account, with the wristband that they have now. */
  account: Account
}) {}

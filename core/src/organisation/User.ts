import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, NotFound, refuse } from "../base/Refusal.ts"
import { fromHex, TagUid, toHex } from "../base/TagUid.ts"
import { Name, SingleLine, Text } from "../base/Text.ts"
import { lastingChip } from "./LastingChip.ts"
import { organisationRules } from "./OrganisationRules.ts"
import { NewPassword } from "./Password.ts"
import { Privilege, PrivilegesByKind } from "./Privilege.ts"

/** The name that a user types to sign in. */
export const Login = Name.check(
  Schema.makeFilter((name) => !/[\u0000-\u001f\u007f]/.test(name) && /[\p{L}\p{N}_-]/u.test(name), {
    expected: "a name with at least one letter, digit, - or _"
  })
)

/** The row of a user with their tag. */
export const UserRow = Schema.Struct({
  /** The name with which the user signs in to the back office. */
  login: Schema.String,
  /** The name that others read; may be empty. */
  display_name: Schema.String,
  description: nullOr(Schema.String),
  node_id: Id,
  id: Id,
  /** The wristband of the user; null for none. */
  user_tag_id: nullOr(Id),
  /** The PIN on that wristband; null for none, and for callers who may not see it. */
  user_tag_pin: nullOr(Schema.String),
  /** The number of its chip; null for none, and for callers who may not see it. */
  user_tag_uid: nullOr(TagUid),
  /** The account for cash that the user carries; null for users who carry none. */
  transport_account_id: nullOr(Id),
  /** The cash register that the user holds; null for none. */
  cash_register_id: nullOr(Id),
  /** The cash in that register; null without one. */
  cash_drawer_balance: nullOr(Money.Cents),
  /** The terminals at which the user is signed in now. */
  terminal_ids: Schema.Array(Id)
})

/** A person who works with the system: in the back office with a password, at terminals with a tag. */
export class User extends Schema.Class<User>("User")({
  ...UserRow.fields,
  /** The number of its chip in upper-case hexadecimal; null as `user_tag_uid`. */
  user_tag_uid_hex: nullOr(Schema.String)
}) {}

/** A user as bookings and sign-ins read them, with the cash register they hold. */
export class PersonRow extends Schema.Class<PersonRow>("PersonRow")({
  id: Id,
  node_id: Id,
  login: Schema.String,
  display_name: Schema.String,
  description: nullOr(Schema.String),
  user_tag_id: nullOr(Id),
  user_tag_uid: nullOr(TagUid),
  transport_account_id: nullOr(Id),
  cash_register_id: nullOr(Id)
}) {}

/** The user of a token, as sign-in answers show them. */
export class CurrentUser extends Schema.Class<CurrentUser>("CurrentUser")({
  node_id: Id,
  id: Id,
  /** The name with which the user signs in to the back office. */
  login: Schema.String,
  /** The name that others read; may be empty. */
  display_name: Schema.String,
  /** At a terminal, the role with which the user is signed in; null in the back office. */
  active_role_id: nullOr(Id),
  /** The name of that role; null in the back office. */
  active_role_name: nullOr(Schema.String),
  /**
   * At a terminal, the privileges of that role. In the back office always empty, as privileges depend on the node: `GET /tree/`
   * shows them.
   */
  privileges: Schema.Array(Privilege),
  ...PrivilegesByKind.fields,
  description: nullOr(Schema.String),
  /** The wristband of the user; null for none. */
  user_tag_id: nullOr(Id),
  /** The number of its chip; null for none. */
  user_tag_uid: nullOr(TagUid),
  /** The account for cash that the user carries; null for users who carry none. */
  transport_account_id: nullOr(Id),
  /** The cash register that the user holds; null for none. */
  cash_register_id: nullOr(Id)
}) {}

/** A chip number in hexadecimal; empty text for none. */
const UidHex = SingleLine.check(
  Schema.makeFilter((text) => text === "" || fromHex(text) !== undefined, {
    expected: "a chip number in hexadecimal"
  })
)

/** The requested state of a user; without PIN and chip number they have no tag. */
export class UpdateUserPayload extends Schema.Class<UpdateUserPayload>("UpdateUserPayload")({
  /** The name with which the user signs in to the back office, unique at the node, above it and below it. */
  login: Login,
  /** The name that others read; may be empty. */
  display_name: Text,
  description: orNull(Text),
  /** The PIN of the wristband with which the user works at terminals; null or empty for none. */
  user_tag_pin: orNull(SingleLine),
  /** The number of its chip in hexadecimal; needed if the event does not know the chip of that PIN yet. */
  user_tag_uid_hex: orNull(UidHex)
}) {}

/** A new user of the back office or of terminals. */
export class CreateUserPayload extends Schema.Class<CreateUserPayload>("CreateUserPayload")({
  ...UpdateUserPayload.fields,
  /**
   * The password for the back office, at least 10 characters and not a common one. Empty or null for a user who works at terminals only.
   */
  password: orNull(Schema.Union([Schema.Literal(""), NewPassword]))
}) {}

/** The changeable data of a user; a missing value is null, never empty text. */
export interface UserData {
  readonly login: string
  readonly display_name: string
  readonly description: string | null
  readonly pin: string | null
  readonly uid: bigint | null
}

/** The data of a new user. */
export interface NewUser extends UserData {
  readonly password: string | null
}

export const fromPayload = (payload: CreateUserPayload): NewUser => ({
  ...dataOf(payload),
  password: payload.password || null
})

/** Reads the data of a user from a request. */
export const dataOf = (payload: UpdateUserPayload): UserData => ({
  login: payload.login,
  display_name: payload.display_name,
  description: payload.description,
  pin: payload.user_tag_pin?.trim() || null,
  uid: fromHex(payload.user_tag_uid_hex ?? "") ?? null
})

/** A tag that a user might get, and its present use. */
export interface KnownTag {
  readonly id: bigint
  readonly uid: bigint | null
  /** Another user who works with it. */
  readonly userId: bigint | null
  /** It belonged to another account before, and belongs to none now. */
  readonly retired: boolean
  /** It is reserved by a ticket sale that waits for its card payment. */
  readonly reserved: boolean
}

/** The facts at the node of a user that decide about their data. */
export interface UserBasis {
  /** Whether the node is in an event; above events there are no tags. */
  readonly inEvent: boolean
  /** Whether another user on the same path has the login. */
  readonly loginTaken: boolean
  readonly tagByUid: KnownTag | null
  readonly tagByPin: KnownTag | null
}

/** The tag of a new user, and the chip number to store for that tag; null for none. */
export interface TagOfUser {
  readonly tagId: bigint | null
  readonly learnsUid: bigint | null
}

/** Decides whether the requested user is valid, and which tag they get; a user without a tag needs a password. */
export const decide = (
  user: Pick<UserData, "login" | "pin" | "uid">,
  hasPassword: boolean,
  { inEvent, loginTaken, tagByPin, tagByUid }: UserBasis
): Result.Result<TagOfUser, InvalidArgument | NotFound> => {
  if (loginTaken) return refuse(organisationRules.login_taken, { login: user.login })
  if (user.pin === null && user.uid === null) {
    return hasPassword
      ? Result.succeed({ tagId: null, learnsUid: null })
      : refuse(organisationRules.user_without_sign_in)
  }
  if (!inEvent) return refuse(organisationRules.tag_outside_event)
  if (user.uid !== null && tagByUid === null && user.pin === null) {
    return refuse(organisationRules.chip_new)
  }
  const tag = tagByUid ?? tagByPin
  if (tag === null) return Result.fail(new NotFound({ element_type: "user_tag", element_id: user.pin }))
  if (tag.userId !== null) return refuse(organisationRules.tag_of_other_user)
  if (tag.retired) return refuse(organisationRules.tag_retired)
  if (tag.reserved) return refuse(organisationRules.tag_being_sold)
  if (user.uid === null && tag.uid === null) {
    return refuse(organisationRules.chip_unknown)
  }
  if (user.uid !== null && tag.uid !== null && tag.uid !== user.uid) return refuse(organisationRules.pin_of_other_chip)
  const learnsUid = tag.uid === null ? user.uid : null
  return Result.map(
    learnsUid === null ? Result.succeed(undefined) : lastingChip(learnsUid),
    () => ({ tagId: tag.id, learnsUid })
  )
}

/** A user's chip number is enough to sign in at terminals as that user, so only those who hand out chips see it. */
export const maySeeChips: ReadonlyArray<Privilege> = ["user_management", "create_user"]

/** The parts of a user's tag that a caller may see. */
export interface TagView {
  readonly pin: boolean
  readonly chip: boolean
}

/** The view of callers who manage users. */
export const fullTagView: TagView = { pin: true, chip: true }

/** A user as a caller may see them. A PIN opens the user's account as a guest, so it is shown to fewer callers. */
export const view = (row: typeof UserRow.Type, shown: TagView): User => {
  const uid = shown.chip ? row.user_tag_uid : null
  return new User({
    ...row,
    user_tag_pin: shown.pin ? row.user_tag_pin : null,
    user_tag_uid: uid,
    user_tag_uid_hex: uid === null ? null : toHex(uid)
  })
}

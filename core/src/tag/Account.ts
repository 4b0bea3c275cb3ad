import { Schema } from "effect"
import { ProductRestriction } from "../catalogue/UserTagVariant.ts"
import { AccountType } from "../ledger/Account.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { TagUid } from "../primitives/TagUid.ts"

/** A tag that an account had before. */
export class UserTagHistoryEntry extends Schema.Class<UserTagHistoryEntry>("UserTagHistoryEntry")({
  user_tag_id: Id,
  user_tag_pin: Schema.String,
  user_tag_uid: Schema.NullOr(TagUid),
  account_id: Id,
  comment: Schema.NullOr(Schema.String),
  mapping_was_valid_until: Schema.DateTimeUtc,
  user_tag_uid_hex: Schema.NullOr(Schema.String)
}) {}

/** An account with its present tag and its former ones. */
export class Account extends Schema.Class<Account>("Account")({
  node_id: Id,
  id: Id,
  type: AccountType,
  name: Schema.NullOr(Schema.String),
  comment: Schema.NullOr(Schema.String),
  /** In cents. */
  balance: Money.Cents,
  vouchers: Schema.Int,
  user_tag_id: Schema.NullOr(Id),
  user_tag_uid: Schema.NullOr(TagUid),
  user_tag_comment: Schema.NullOr(Schema.String),
  /** The age limit of its tag. */
  restriction: Schema.NullOr(ProductRestriction),
  /** The kinds of wristbands that its tag is of, by priority and name. */
  user_tag_variant_ids: Schema.Array(Id),
  user_tag_variant_names: Schema.Array(Schema.String),
  /**
   * When its first wristband was handed out, with a ticket or for free; null if none was, or before this was stored. Answers that
   * have only what a booking read lack it.
   */
  activated_at: Schema.optionalKey(Schema.NullOr(Schema.DateTimeUtc)),
  /** Latest first. */
  tag_history: Schema.Array(UserTagHistoryEntry),
  user_tag_uid_hex: Schema.NullOr(Schema.String)
}) {}

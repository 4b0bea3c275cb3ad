import { Schema } from "effect"
import { AccountType, PublishedAccountType } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"
import { ProductRestriction } from "../event/UserTagVariant.ts"

/** A tag that an account had before. */
export class UserTagHistoryEntry extends Schema.Class<UserTagHistoryEntry>("UserTagHistoryEntry")({
  /** The wristband. */
  user_tag_id: Id,
  /** The PIN printed on it. */
  user_tag_pin: Schema.String,
  /** The number of its chip. */
  user_tag_uid: nullOr(TagUid),
  /** The account that it belonged to. */
  account_id: Id,
  /** The note on it. */
  comment: nullOr(Schema.String),
  /** Until when it belonged to the account. */
  mapping_was_valid_until: Schema.DateTimeUtc,
  /** The number of its chip in upper-case hexadecimal. */
  user_tag_uid_hex: nullOr(Schema.String)
}) {}

/** An account with its present tag and its former ones. */
export class Account extends Schema.Class<Account>("Account")({
  node_id: Id,
  id: Id,
  /**
   * What the account is for: `private` for a guest, `cash_register` for the cash in a register, `transport` for the cash that
   * someone carries; each of the others is the event's own.
   */
  type: PublishedAccountType,
  /**
   * The same, but with its own word for two accounts whose `type` is that of another: `presale_entry` for credit that was paid to the
   * ticket shop (`type` is `sumup_online_entry`), `payout_reserve` for balances that payout runs hold (`type` is `sepa_exit`). Answers to
   * bookings lack it.
   */
  kind: Schema.optionalKey(AccountType),
  /** Its name; of a guest the name from the ticket shop, if there is one. */
  name: nullOr(Schema.String),
  /** A note of the office. */
  comment: nullOr(Schema.String),
  /** The money on it. Accounts of the event may be negative, those of guests never. */
  balance: Money.Cents,
  /** Vouchers on it; a unit that pays for a drink, not money. */
  vouchers: Schema.Int,
  /** The wristband that belongs to it now; null for none. */
  user_tag_id: nullOr(Id),
  /** The number of that wristband's chip; null for none. */
  user_tag_uid: nullOr(TagUid),
  /** The note on that wristband. */
  user_tag_comment: nullOr(Schema.String),
  /** The age limit of that wristband, which keeps it from buying some products; null for none. */
  restriction: nullOr(ProductRestriction),
  /** The kinds of wristbands that it is of, by priority and name. */
  user_tag_variant_ids: Schema.Array(Id),
  /** The names of those kinds, in the same order. */
  user_tag_variant_names: Schema.Array(Schema.String),
  /**
   * When its first wristband was handed out, with a ticket or for free; null if none was, or before this was stored. Answers to bookings
   * lack it.
   */
  activated_at: Schema.optionalKey(nullOr(Schema.DateTimeUtc)),
  /** The wristbands that belonged to it before, the latest first. */
  tag_history: Schema.Array(UserTagHistoryEntry),
  /** The number of that wristband's chip in upper-case hexadecimal; null for none. */
  user_tag_uid_hex: nullOr(Schema.String)
}) {}

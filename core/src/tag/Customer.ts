import { Schema } from "effect"
import { ProductRestriction } from "../catalogue/Product.ts"
import { AccountType } from "../ledger/Account.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { Payout } from "../payout/Payout.ts"
import { TagUid } from "./TagUid.ts"

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

/** An account with the tag it has now and those it had. */
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
  restriction: Schema.NullOr(ProductRestriction),
  /** The latest first. */
  tag_history: Schema.Array(UserTagHistoryEntry),
  user_tag_uid_hex: Schema.NullOr(Schema.String)
}) {}

/** What a customer says about his remaining balance, as it is stored. */
export const CustomerDetails = Schema.Struct({
  user_tag_pin: Schema.NullOr(Schema.String),
  iban: Schema.NullOr(Schema.String),
  account_name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  /** In cents; null where he donates all. */
  donation: Schema.NullOr(Money.Cents),
  /** Whether he takes part in payout runs. */
  payout_export: Schema.NullOr(Schema.Boolean),
  donate_all: Schema.Boolean,
  has_entered_info: Schema.Boolean
})

/** A guest's account with everything he is told in the portal. */
export class Customer extends Schema.Class<Customer>("Customer")({
  ...Account.fields,
  ...CustomerDetails.fields,
  /** The last one that is reserved for him or was made; null while there is none. */
  payout: Schema.NullOr(Payout)
}) {}

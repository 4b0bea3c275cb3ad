import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { TagUid } from "../tag/TagUid.ts"

/** What one customer gets from a payout run. */
export class Payout extends Schema.Class<Payout>("Payout")({
  id: Id,
  customer_account_id: Id,
  iban: Schema.NullOr(Schema.String),
  account_name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  user_tag_id: Id,
  user_tag_uid: TagUid,
  /** Goes to the bank, in cents. */
  amount: Money.Cents,
  /** Stays with the event, in cents. */
  donation: Money.Cents,
  payout_run_id: Id,
  user_tag_uid_hex: Schema.NullOr(Schema.String)
}) {}

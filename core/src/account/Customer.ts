import { Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import { Payout } from "../payout/Payout.ts"
import { Account } from "../tag/Account.ts"

/** The stored preferences of a customer for their remaining balance. */
export const CustomerDetails = Schema.Struct({
  user_tag_pin: Schema.NullOr(Schema.String),
  iban: Schema.NullOr(Schema.String),
  account_name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  /** In cents; null if everything is donated. */
  donation: Schema.NullOr(Money.Cents),
  /** Whether payout runs may include the customer. */
  payout_export: Schema.NullOr(Schema.Boolean),
  donate_all: Schema.Boolean,
  has_entered_info: Schema.Boolean
})

/** A guest's account with everything that the portal shows. */
export class Customer extends Schema.Class<Customer>("Customer")({
  ...Account.fields,
  ...CustomerDetails.fields,
  /** The latest payout that is reserved or was paid; null if there is none. */
  payout: Schema.NullOr(Payout)
}) {}

/**
 * The account without data for the office only, such as comments, and without data that would give an onlooker access.
 */
export const guestView = (customer: Customer): Customer =>
  new Customer({ ...customer, comment: null, user_tag_comment: null, user_tag_pin: null, tag_history: [] })

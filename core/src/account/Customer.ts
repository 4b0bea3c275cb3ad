import { Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import { Payout } from "../payout/Payout.ts"
import { Account } from "../tag/Account.ts"

/** What a customer says about the remaining balance, as it is stored. */
export const CustomerDetails = Schema.Struct({
  user_tag_pin: Schema.NullOr(Schema.String),
  iban: Schema.NullOr(Schema.String),
  account_name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  /** In cents; null where everything is donated. */
  donation: Schema.NullOr(Money.Cents),
  /** Whether the customer takes part in payout runs. */
  payout_export: Schema.NullOr(Schema.Boolean),
  donate_all: Schema.Boolean,
  has_entered_info: Schema.Boolean
})

/** A guest's account with everything that the portal shows of it. */
export class Customer extends Schema.Class<Customer>("Customer")({
  ...Account.fields,
  ...CustomerDetails.fields,
  /** The last one that is reserved or was made for the customer; null while there is none. */
  payout: Schema.NullOr(Payout)
}) {}

/** An account without what is for the office alone, such as comments, and without what opens it to whoever looks on. */
export const guestView = (customer: Customer): Customer =>
  new Customer({ ...customer, comment: null, user_tag_comment: null, user_tag_pin: null, tag_history: [] })

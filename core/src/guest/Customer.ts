import { Schema, Struct } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { Payout } from "../payout/Payout.ts"
import { Account } from "../wristband/Account.ts"

/** The stored preferences of a customer for their remaining balance. */
export const CustomerDetails = Schema.Struct({
  /** The PIN that is printed on the wristband; null without a wristband. */
  user_tag_pin: nullOr(Schema.String),
  /** The bank account for the remaining balance; null until the guest gave one. */
  iban: nullOr(Schema.String),
  /** The holder of that bank account. */
  account_name: nullOr(Schema.String),
  /** The guest's e-mail address, as given with the bank account. */
  email: nullOr(Schema.String),
  /** What the guest donates of the remaining balance; 0 if they said nothing, null if it is everything. */
  donation: nullOr(Money.Cents),
  /** Whether payout runs may include the guest; false after `prevent-payout`. */
  payout_export: nullOr(Schema.Boolean),
  /**
   * The name of the user who blocked the payout; null if it is not blocked, and if the user is gone. The portal does not show it.
   */
  payout_blocked_by: Schema.optionalKey(nullOr(Schema.String)),
  /** Since when the payout is blocked; null if it is not, or if that was not stored. The portal does not show it. */
  payout_blocked_since: Schema.optionalKey(nullOr(Schema.DateTimeUtc)),
  /** The latest posting of the account, which lists are sorted by; null if there is none. The portal does not show it. */
  last_posting: Schema.optionalKey(nullOr(Id)),
  /** When that was booked; null if nothing was. The portal does not show it. */
  last_active_at: Schema.optionalKey(nullOr(Schema.DateTimeUtc)),
  /** Whether the guest donates the whole remaining balance. */
  donate_all: Schema.Boolean,
  /** Credit that the guest bought in the ticket shop but that was paid back or not paid there, so that it is not part of the balance. */
  credit_paid_back: Money.Cents,
  /** Whether the guest said what to do with the remaining balance. */
  has_entered_info: Schema.Boolean
})

/** A guest's account with everything that the portal shows. */
export class Customer extends Schema.Class<Customer>("Customer")({
  ...Account.fields,
  ...CustomerDetails.fields,
  /** The latest payout that is reserved or was paid; null if there is none. */
  payout: nullOr(Payout)
}) {}

/**
 * The account as its guest sees it: without data for the office only, such as comments and former wristbands. The PIN is that of the
 * guest's own present wristband, which published portals show.
 */
export const guestView = (customer: Customer): Customer =>
  new Customer({
    ...Struct.omit(customer, ["last_active_at", "last_posting", "payout_blocked_by", "payout_blocked_since"]),
    comment: null,
    user_tag_comment: null,
    tag_history: []
  })

import { Schema } from "effect"

/** The types that published clients know. */
export const PublishedAccountType = Schema.Literals([
  "private",
  "sale_exit",
  "cash_entry",
  "cash_exit",
  "cash_topup_source",
  "cash_imbalance",
  "cash_vault",
  "sumup_entry",
  "sumup_online_entry",
  "transport",
  "voucher_create",
  "donation_exit",
  "sepa_exit",
  "cash_register"
])

/** The types that are not published, each with the nearest one that is: where else money came in online, and went out to banks. */
export const nearestPublished = {
  presale_entry: "sumup_online_entry",
  payout_reserve: "sepa_exit"
} as const satisfies Readonly<Record<string, typeof PublishedAccountType.Type>>

export const AccountType = Schema.Literals([...PublishedAccountType.literals, "presale_entry", "payout_reserve"])
export type AccountType = typeof AccountType.Type

/**
 * Account types whose balance is stored in their row, which a booking locks. Balances of all other accounts are derived
 * from postings.
 */
export const guardedTypes = ["private", "transport", "cash_register"] as const
export type GuardedType = (typeof guardedTypes)[number]

export const isGuarded = (type: AccountType): type is GuardedType => guardedTypes.some((guarded) => guarded === type)

/** Each event has exactly one account of each of these types. */
export type SystemAccountType = Exclude<AccountType, GuardedType>

/** The ids of an event's system accounts by type. */
export type SystemAccounts = { readonly [Type in SystemAccountType]: bigint }

/** Names and purposes of the system accounts that a new event gets. */
export const systemAccounts: ReadonlyArray<
  { readonly type: SystemAccountType; readonly name: string; readonly comment: string }
> = [
  { type: "cash_entry", name: "Cash Entry", comment: "cash that came into the drawers" },
  { type: "cash_exit", name: "Cash Exit", comment: "cash that left the drawers in pay-outs" },
  { type: "sale_exit", name: "Sale Exit", comment: "everything sold" },
  { type: "sumup_entry", name: "Sumup Entry", comment: "card payments at terminals" },
  { type: "sumup_online_entry", name: "Sumup Online Entry", comment: "card payments in the customer portal" },
  { type: "presale_entry", name: "Presale Entry", comment: "credit that was paid to the ticket shop" },
  { type: "cash_imbalance", name: "Cash Imbalance", comment: "differences found when drawers were counted" },
  { type: "cash_vault", name: "Cash Vault", comment: "cash kept centrally" },
  { type: "cash_topup_source", name: "Cash Top Up Source", comment: "value given for cash" },
  { type: "voucher_create", name: "Voucher Create", comment: "vouchers handed out" },
  { type: "donation_exit", name: "Donation Exit", comment: "balances that were donated" },
  { type: "sepa_exit", name: "SEPA Exit", comment: "balances that were paid out to banks" },
  { type: "payout_reserve", name: "Payout Reserve", comment: "balances that payout runs hold until they are done" }
]

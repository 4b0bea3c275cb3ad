import type { OfficeAnswer } from "../calls.ts"

type AccountKind = NonNullable<OfficeAnswer<"GET /accounts/:account_id">["kind"]>

/** The name of each kind of account, and what its balance says to people, by whether more came in or went out. */
const types: Readonly<Record<AccountKind, { readonly name: string; readonly more: string; readonly less: string }>> = {
  private: { name: "Guest", more: "on the guest's wristband", less: "on the guest's wristband" },
  sale_exit: { name: "Sales", more: "sold", less: "given back" },
  cash_entry: { name: "Cash taken in", more: "given back", less: "put into drawers" },
  cash_exit: { name: "Cash given out", more: "paid out of drawers", less: "put back" },
  cash_topup_source: {
    name: "Top-ups and pay-outs in cash",
    more: "more paid out than topped up",
    less: "more topped up than paid out"
  },
  cash_imbalance: { name: "Differences", more: "missing", less: "too much" },
  cash_vault: { name: "Vault", more: "brought back in", less: "handed out" },
  sumup_entry: { name: "Card payments at tills", more: "given back", less: "paid by card" },
  sumup_online_entry: { name: "Card payments in the portal", more: "given back", less: "paid by card" },
  presale_entry: { name: "Credit from the presale", more: "given back", less: "paid to the ticket shop" },
  transport: { name: "Cash in transport", more: "being carried", less: "being carried" },
  voucher_create: { name: "Vouchers handed out", more: "taken back", less: "handed out" },
  donation_exit: { name: "Donations", more: "donated", less: "given back" },
  sepa_exit: { name: "Paid out to banks", more: "paid out", less: "came back" },
  payout_reserve: { name: "Set aside for payouts", more: "waits in payout runs", less: "waits in payout runs" },
  cash_register: { name: "Drawer", more: "in the drawer", less: "short in the drawer" }
}

export const english = {
  types,
  account: "Account",
  meaning: "What it says",
  amount: "Amount",
  vouchers: "Vouchers",
  comment: "Comment",
  nothing: "nothing",
  day: "Day",
  direction: "In or out",
  into: "in",
  outOf: "out",
  movements: "Movements",
  noMovements: "Nothing was moved here yet.",
  transactionNumber: (id: string) => `Transaction ${id}`,
  time: "Time",
  from: "From",
  to: "To",
  order: "Order",
  orderNumber: (id: string) => `Order ${id}`,
  reason: "Reason",
  person: "Booked by",
  personNumber: (id: string) => `User ${id}`,
  find: "Name, comment, PIN or chip",
  found: "Found accounts",
  noAccounts: "There were no accounts then.",
  nothingFound: (term: string) => `No account has “${term}”.`,
  toGuest: "To the guest"
}

export type AccountTexts = typeof english

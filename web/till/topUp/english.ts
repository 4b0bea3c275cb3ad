/** Amounts, top-ups and pay-outs. */
export const english = {
  keysShow: "Keys",
  keysHide: "Hide keys",
  balanceThen: "Balance afterwards",
  payment: "Payment",
  amountMalformed: "This is no amount. Type it like 12.50.",
  amountMissing: "Choose an amount first.",
  amountRefused: "This amount is not possible, see there.",
  guestMissing: "Hold the guest's wristband to the reader first.",
  noRegister:
    "Cash isn't possible: there is no register in this till. The person who brings cash can stock one up for you.",
  topUpAmount: "Amount to top up",
  payOutAmount: "Amount to pay out",
  payOutWhole: "Whole balance",
  payOutCash: (amount: string) => `Pay out ${amount} in cash`,
  payOutGive: "Give the guest",
  payOutNothing: "There is nothing to pay out.",
  cannotBookEntries: "The server does not answer, or earlier bookings still wait for it. Your entries stay as they are."
}

/** Tickets at the entry. */
export const english = {
  nextWristband: "Next wristband",
  ticketsEmpty: "Hold a wristband to the reader, then scan the guest's presale ticket if they have one.",
  ticketsOfSale: "Tickets of this sale",
  withoutPresale: "Add, paid here",
  withPresale: "Add with this presale code",
  scanPresale: "Scan the presale ticket",
  presaleCode: "Presale code, if it can't be scanned",
  presalePaid: "Paid in presale",
  presaleProduct: (product: string) => `Paid in presale: ${product}`,
  lookCloser: "The ticket shop asks you to look closer at this ticket.",
  check: (note: string) => `Check first: ${note}`,
  checkedInElsewhere: (time: string) => `Checked in elsewhere, ${time}`,
  ticketIncludes: (amount: string) => `${amount} on the wristband`,
  creditPaidBack: (amount: string) =>
    `${amount} of the credit bought was paid back or not paid in the ticket shop. Not on the wristband.`,
  toppedUpBefore: (amount: string) => `${amount} topped up before`,
  ticketTopUp: "Top up as well",
  none: "No",
  handOut: "Hand out, nothing to pay",
  ticketOpen: "Add the wristband that was read, or take it away, then go on.",
  removeTicket: (pin: string) => `Remove wristband ${pin}`,
  removeRefused: "Take the wristband it is about out of the list, or change it.",
  chipTwice: "This wristband is in the list already.",
  pinTwice: "A wristband with this PIN is in the list already.",
  tokenTwice: "This presale ticket is in the list already.",
  tooManyTickets: "A sale has at most 100 tickets. Book these first."
}

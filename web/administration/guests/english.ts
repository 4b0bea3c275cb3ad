import type { OfficeAnswer } from "../calls.ts"

type Entry = OfficeAnswer<"GET /customers/:customer_id/history">[number]
type Change = NonNullable<Entry["change"]>

/** Where an order was booked, after its words. */
const at = (till: string | null) => till === null ? "" : ` at ${till}`

const changes: Readonly<Record<Change["type"], (change: Change) => string>> = {
  account_comment_updated: ({ comment }) => comment ? `Comment: ${comment}` : "Comment removed",
  account_disabled: ({ old_tag_pin }) => `Account disabled: wristband ${old_tag_pin ?? ""} taken away`,
  account_user_tag_changed: ({ comment, new_tag_pin, old_tag_pin }) =>
    `Wristband switched from ${old_tag_pin ?? "?"} to ${new_tag_pin ?? "?"}${comment ? `: ${comment}` : ""}`,
  customer_bank_data_changed: () => "Bank data entered in the portal",
  customer_payout_prevention_changed: ({ payout_prevented }) => payout_prevented ? "Payout blocked" : "Payout allowed",
  customer_tag_blocked: ({ old_tag_pin }) => `Wristband ${old_tag_pin ?? ""} blocked by the guest in the portal`
}

export const english = {
  guest: "Guest",
  guests: "Guests",
  findGuest: "PIN, chip, name, e-mail or IBAN",
  findHint: "Hold a wristband to the reader, scan its code, or type anything that identifies the guest.",
  scan: "Scan code",
  scanHint: "Hold the code of the wristband or ticket in front of the camera.",
  cameraPicture: "Picture of the camera",
  close: "Close",
  noCamera: "This device's camera can't be used here.",
  readNfc: "Read by NFC",
  nobodyFound: (term: string) =>
    `No one has “${term}”. Former wristbands, the end of an IBAN and parts of names are found as well.`,
  noGuests: "No guests yet. A guest appears with the first top-up or ticket.",
  noBlocked: "No payout is blocked. To hold one back, open the guest and choose “Block payout”.",
  name: "Name",
  pin: "PIN",
  chip: "Chip",
  balance: "Balance",
  vouchers: "Vouchers",
  email: "E-mail",
  holder: "Account holder",
  iban: "IBAN",
  donation: "Donation",
  everything: "everything",
  comment: "Comment",
  payout: "Payout",
  blockedBy: "Blocked by",
  blockedSince: "Blocked since",
  blockedByNobody: "a user who is no longer there",
  kindOfWristband: "Kind of wristband",
  wristband: "Wristband",
  wristbands: "Wristbands",
  formerPin: (pin: string) => `before: ${pin}`,
  whoFilter: "Show",
  staff: "Staff",
  lastActive: "Last activity",
  noWristband: "No wristband",
  until: (moment: string) => `until ${moment}`,
  presentWristband: "now",
  tickets: "Tickets",
  payoutStates: {
    none: "No bank data yet",
    donates: "Donates everything",
    empty: "Nothing to pay out",
    blocked: "Blocked",
    ready: "In the next payout run",
    reserved: "In a payout run",
    paid: "Paid out",
    returned: "Returned by the bank"
  },
  payoutReasons: {
    none: "The guest has not entered bank data in the portal, so no run pays them.",
    donates: "The guest gives all that is left.",
    empty: "The balance is 0.",
    blocked: "Payout runs leave this guest out until the payout is allowed.",
    ready: "The next payout run pays this guest, if the event's limits allow it.",
    reserved: "The money is set aside; it leaves with the run's bank file.",
    paid: "The run is done.",
    returned: "The bank sent the money back. It is on the balance again."
  },
  payoutRun: (id: string) => `Payout run ${id}`,
  switchTag: "Switch wristband",
  switchTagOf: (name: string) => `Another wristband for ${name}`,
  switchTagHint: "Balance and vouchers stay. The old wristband is refused everywhere from then on.",
  newPin: "PIN of the new wristband",
  newPinHint: "It is printed on the wristband.",
  newChip: "Chip of the new wristband",
  newChipHint: "Hold the wristband to the reader, or type the number in hexadecimal.",
  chipMalformed: "This is no chip number in hexadecimal.",
  reason: "Reason",
  switchReasonHint: "Such as “lost”. It is kept with the old wristband.",
  confirmAge: "I have checked the guest's age and what they may have.",
  correctBalance: "Correct balance",
  correctBalanceOf: (name: string) => `Correct the balance of ${name}`,
  correctBalanceHint: "The difference is booked and stays in the history with your name and the reason. No cash moves.",
  newBalance: "Correct balance",
  correctVouchers: "Change vouchers",
  correctVouchersOf: (name: string) => `Vouchers of ${name}`,
  newVouchers: "Vouchers from now on",
  reasonHint: "The guest may ask for it.",
  editComment: "Edit comment",
  commentOf: (name: string) => `Comment about ${name}`,
  commentHint: "The guest does not see it.",
  saveComment: "Save comment",
  blockPayout: "Block payout",
  blockPayoutOf: (name: string) => `Block the payout of ${name}`,
  blockPayoutHint:
    "Payout runs leave this guest out until someone allows the payout again. The balance can still be spent.",
  allowPayout: "Allow payout",
  allowPayoutOf: (name: string) => `Allow the payout of ${name}`,
  allowPayoutHint: "The next payout run includes this guest again.",
  disable: "Disable account",
  disableOf: (name: string) => `Disable the account of ${name}`,
  disableHint:
    "The wristband is taken away and refused at every till, and the portal no longer opens with its PIN. Money and vouchers stay on the account. A new wristband brings it back.",
  history: "What happened",
  kind: "Show",
  allKinds: "Everything",
  kinds: {
    sale: "Purchases",
    cancel: "Cancelled",
    top_up: "Top-ups",
    pay_out: "Cash paid out",
    ticket: "Tickets",
    transfer: "Corrections and payouts",
    change: "Wristband and account"
  },
  day: "Day",
  when: "When",
  what: "What",
  who: "Who",
  moved: "Change",
  balanceAfter: "Balance after",
  noHistory: "Nothing happened yet.",
  noHistoryHere: "Nothing of this kind on this day.",
  cancelled: "cancelled",
  voucherChange: (count: number) =>
    `${count > 0 ? "+" : "−"}${Math.abs(count)} ${Math.abs(count) === 1 ? "voucher" : "vouchers"}`,
  sentences: {
    bought: (lines: string, till: string | null) => `Bought ${lines}${at(till)}`,
    cancelled: (order: string, lines: string, till: string | null) => `Order ${order} cancelled: ${lines}${at(till)}`,
    toppedUp: {
      cash: (till: string | null) => `Topped up with cash${at(till)}`,
      sumup: (till: string | null) => `Topped up by card${at(till)}`,
      sumup_online: () => "Topped up in the portal",
      tag: (till: string | null) => `Topped up${at(till)}`
    },
    paidOut: (till: string | null) => `Paid out in cash${at(till)}`,
    ticket: (lines: string, till: string | null) => `Ticket: ${lines}${at(till)}`,
    corrected: "Balance corrected",
    vouchersGiven: "Vouchers given",
    vouchersTaken: "Vouchers taken back",
    reserved: "Set aside for a payout",
    released: "Back from a payout run",
    paid: "Paid out to the bank",
    returned: "Payout returned by the bank",
    donated: "Donated",
    undonated: "Donation given back",
    presaleCredit: "Credit from the presale",
    moved: "Moved",
    changes
  },
  /** Descriptions that the server writes itself; others are reasons that people typed. */
  usualDescriptions: ["Correction of the balance", "Correction of the vouchers", "Voucher grant", "Free ticket"]
}

export type GuestTexts = typeof english

import { english as kit } from "../../kit/messages/english.ts"

/** The portal's texts in English. */
export const english = {
  ...kit,
  testSystem: "This is a test system. No money here is real.",
  account: "Account",
  help: "Help and information",
  contact: "Contact",
  about: "About the event",
  privacyNotice: "Privacy notice",
  mailSubject: (event: string, wristband: string) => `${event}: wristband ${wristband}`,
  textPages: { faq: "Questions and answers", agb: "Terms and conditions", privacypolicy: "Privacy policy" },
  pageUnknown: "There is no such page",
  toStart: "To the start page",
  serverAway: "The portal can't be reached right now",
  noEvent: "No event has its portal here",
  noEventHint: (host: string) =>
    `No event uses the address ${host}. Check the address on the ticket or the wristband. If the event is over, its portal may have closed.`,
  eventClosed: (event: string) => `The portal of ${event} has closed`,
  eventClosedHint: "The event is over, or its portal has moved. Questions about money that is left:",

  signInTitle: "See what is on your wristband",
  signInIntro: "Balance, top-up, receipts and your money back: sign in with the PIN of your wristband.",
  pinPicture: "A wristband: the PIN stands on its tag, below the square code.",
  pin: "PIN",
  pinHint: "Upper or lower case does not matter.",
  pinMissing: "Type the PIN that stands on the wristband.",
  signIn: "Sign in",
  signOut: "Sign out",
  sessionEnded: "Your session has ended. Sign in again to go on.",
  scan: "Scan the code instead",
  scanHint: "Hold the square code of the wristband in front of the camera.",
  scanClose: "Close the camera",
  cameraPicture: "Picture of the camera",
  scanProblems: {
    refused: "The browser does not let this page use the camera. Allow it in the browser's settings, or type the PIN.",
    missing: "No camera was found. Type the PIN instead.",
    insecure: "The camera works on pages with HTTPS alone. Type the PIN instead.",
    foreign: "This code is not that of a wristband or ticket. Try another one."
  },

  balance: "Balance",
  vouchers: (count: number, text: string) => count === 1 ? "1 voucher" : `${text} vouchers`,
  creditPaidBack: (amount: string) =>
    `Of the credit that you bought with your ticket, ${amount} was paid back or not paid in the ticket shop. It is not part of the balance. Ask the help desk if that is wrong.`,
  lastKnown: "Last known balance, from",
  wristband: "Wristband",
  actions: "What you can do",
  topUp: "Top up",
  moneyBack: "Money back",
  balanceNow: "Your balance is now",

  history: "What happened so far",
  historyEmpty: "Nothing yet. What you buy and top up appears here.",
  orderTypes: {
    sale: "Purchase",
    cancel_sale: "Purchase cancelled",
    top_up: "Top-up",
    pay_out: "Paid out in cash",
    ticket: "Ticket"
  },
  paidBy: {
    cash: "paid in cash",
    sumup: "paid by card",
    tag: "paid with the wristband",
    sumup_online: "paid by card online"
  },
  cancelled: "cancelled",
  paidOut: "Paid to your bank account",
  donated: "Donated to the event",

  openTopUps: "A top-up is not paid yet",
  continueTopUp: "Continue",
  giveUp: "Give up this top-up",
  giveUpShort: "Give up",
  amount: "Amount",
  suggestions: "Amounts to choose",
  topUpHint: (highest: string, maximum: string) => `Whole amounts up to ${highest}. A wristband can hold ${maximum}.`,
  topUpWith: (amount: string) => `Top up ${amount}`,
  topUpNext: "Next you pay by card with the payment provider of the event.",
  topUpOff: "Topping up online is not possible at this event right now. You can top up at the event.",
  topUpFull: (maximum: string) => `The wristband can hold ${maximum}, and no more fits on it now.`,
  topUpMistakes: {
    missing: () => "How much do you want to top up?",
    invalid: () => "This is not an amount.",
    not_whole: () => "Only whole amounts are possible, such as 20.",
    too_high: (highest: string) => `At most ${highest} are possible now.`
  },
  payNow: "Pay now",
  standIn:
    "This is a demo: a page of a simulated card provider takes the place of the card form. It opens in a new window.",
  cardDeclined: "The card was declined. Try again, or use another card.",
  cardFormMissing:
    "The card form of the payment provider could not be loaded. Check the connection and load the page again.",
  topUpWaiting: "As soon as the payment has arrived, this page says so.",
  topUpUntil: "It can be paid until",
  topUpPreparing: "The payment is being prepared.",
  topUpPaid: "Paid. The money is on your wristband.",
  topUpFailed: "This top-up was not paid.",
  topUpFailedHint: "It was given up or has expired. No money was taken.",
  topUpAgain: "Start a new top-up",

  payout: "Payout",
  donation: "Donation",
  bankAccount: "To your bank account",
  iban: "IBAN",
  ibanHint: (countries: string) => `Bank accounts in ${countries}.`,
  ibanCountry: (country: string) => `Bank account in ${country}.`,
  ibanValid: (country: string) => `Bank account in ${country}. The check digits are right.`,
  ibanInvalid: (country: string) => `Bank account in ${country}, but a character is wrong.`,
  ibanCountryRefused: (country: string, countries: string) =>
    `The event can't transfer to ${country}, only to ${countries}.`,
  accountName: "Account holder",
  accountNameHint: "As the bank has it: banks compare the name.",
  email: "E-mail",
  emailHint: "We write to it when the money is on its way.",
  donationQuestion: "Would you like to leave something to the event?",
  donationSlider: "Donation, by slider",
  donationAmount: "Donation",
  arrives: "You get",
  privacyAgree: "The event may use these data to pay me out.",
  change: "Change",
  saveBank: "Save bank account",
  saveBankTitle: "Is everything right?",
  saveBankSum: (sum: string, iban: string) => `${sum} of today's balance go to ${iban}.`,
  saveBankDonation: (donation: string) => `${donation} of it stay with the event as your donation.`,
  saveBankNote: "You can change this until the payout begins.",
  bankSaved: "Your bank account is saved. You don't have to do anything else.",
  bankMistakes: {
    iban_missing: (_countries: string, _balance: string) => "Type the IBAN of your bank account.",
    iban_invalid: () => "This is not an IBAN. Compare it with your bank card.",
    country_not_allowed: (countries: string) => `The bank account must be in ${countries}.`,
    name_missing: () => "Type who the bank account belongs to.",
    email_missing: () => "Type your e-mail address.",
    email_invalid: () => "This is not an e-mail address.",
    donation_invalid: (_countries: string, balance: string) => `A donation can be at most your balance of ${balance}.`,
    privacy_missing: () => "Without this the event can't pay you out."
  },
  donateAll: "Donate everything",
  donateAllHint: (event: string) => `You need no bank account for it: the whole balance stays with ${event}.`,
  donateAllTitle: (balance: string) => `Donate ${balance}?`,
  donateAllNote:
    "Whatever is on the wristband when the payout begins stays with the event. Until then you can change your mind.",
  donateAllYes: "Yes, donate everything",
  donatesAll: "You donate everything. Thank you! To change your mind, save a bank account.",
  donationSaved: "Thank you! Your balance is donated with the next payout.",
  feedback: "How did you like it? Tell the organisers",
  payoutFixed: "Your payout has begun, so nothing can be changed any more.",
  payoutSteps: {
    entered: "Bank account saved",
    reserved: "Money set aside for you",
    sent: "Handed to the bank",
    paid: "Paid out",
    returned: "Returned by your bank"
  },
  donationSteps: {
    entered: "Donation saved",
    reserved: "Money set aside",
    sent: "Handed over",
    paid: "Donated",
    returned: "Returned"
  },
  expected: {
    run:
      "It is paid with the next payout of the event, usually in the days after the event ends. We write to you when it is on its way.",
    order: "The event gives the order to the bank next. From then on it usually takes one to three working days.",
    bank: "The bank has the order. The money is usually on your account within three working days."
  },
  stepDone: "Done:",
  returnedHint: (reason: string) =>
    `The bank could not transfer the money${
      reason === "" ? "" : ` (${reason})`
    }. It is on your wristband again. Check the bank account and save it anew.`,
  obstacles: {
    payouts_off:
      "Payouts to bank accounts are not open right now. The event opens them for a time, usually after it ends.",
    excluded: "Your account is excluded from payouts. Please write to the event, the contact is below.",
    balance_zero: "There is no money on the wristband to pay out.",
    bank_data_missing: "No bank account is saved.",
    iban_invalid: "The saved IBAN is not valid. Save your bank account anew.",
    country_not_allowed: "The event can't transfer to the country of the saved bank account.",
    name_missing: "The saved account holder has characters that banks don't take.",
    amount_too_high: "The balance is above the most that one transfer can carry. Please write to the event."
  },

  devices: "Where you are signed in",
  thisDevice: "This device",
  otherDevice: "Another device",
  signedInAt: "Signed in",
  lastUsed: "Last used",
  endSession: "Sign out there",
  endOthers: "Sign out everywhere else",
  lost: "Lost your wristband?",
  lostIntro: "Block it at once, so that no one can spend your money.",
  blockWristband: "Block the wristband",
  blockIntro: "Block it at once, so that no one can spend your money. Then:",
  blockEffects: [
    "No one can pay with the wristband, top it up or get cash for it any more.",
    "Its PIN no longer opens this portal, and you are signed out everywhere.",
    "Your money and vouchers are kept.",
    "The help desk gives you another wristband. Only the help desk can undo the block. Note your PIN: it will ask for it."
  ],
  blockMail: (email: string) => `A mail to ${email} confirms it.`,
  blockBankFirst:
    "Do you want your balance back on your bank account? Then save the account first: afterwards this portal is closed to you until you have another wristband.",
  blockTitle: "Block this wristband?",
  blockNote: "If you find it again, it stays blocked.",
  blockYes: "Yes, block it",
  blockedDone: "The wristband is blocked. Your money is safe. The help desk of the event gives you another wristband.",
  noWristband: "There is no wristband to block: you have none yet, or it is blocked already.",

  receipt: "Receipt",
  receiptPdf: "PDF",
  receiptPrint: "Print view"
}

/** Every language has the same texts: a missing one does not compile. */
export type PortalMessages = typeof english

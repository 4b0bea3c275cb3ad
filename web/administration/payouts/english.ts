import type { PayoutStatus } from "@wristbank/core/payout/Payout"
import type { LeftOutReason } from "@wristbank/core/payout/PayoutSelection"
import type { RunState } from "./Runs.ts"

const states: Readonly<Record<RunState, string>> = {
  open: "created, no bank file yet",
  exported: "bank file made",
  done: "done",
  revoked: "revoked"
}

const statuses: Readonly<Record<PayoutStatus, string>> = {
  reserved: "set aside",
  paid: "paid",
  returned: "returned by the bank",
  released: "given back, run revoked"
}

const reasons: Readonly<Record<LeftOutReason, string>> = {
  blocked: "Payout blocked",
  name_missing: "No usable name of the account holder",
  iban_missing: "No IBAN",
  iban_invalid: "IBAN is not valid",
  country_not_allowed: "Bank account in a country that is not allowed",
  amount_too_high: "More than one transfer can move",
  sum_reached: "Sum of the run reached",
  count_reached: "Number of payouts reached"
}

const payouts = (count: string) => count === "1" ? "1 payout" : `${count} payouts`
const transfers = (count: string) => count === "1" ? "1 transfer" : `${count} transfers`

export const english = {
  states,
  statuses,
  reasons,
  run: "Run",
  runName: (id: number) => `Payout run ${id}`,
  state: "State",
  created: "Created",
  createdBy: "By",
  setDone: "Done",
  toBank: "To the bank",
  donations: "Donated",
  count: "Payouts",
  pending: "Waiting for a run",
  nobodyPending: "No one waits for a payout.",
  leftOutSum: "Left out",
  seeLeftOut: "See who is left out and why",
  newRun: "New payout run",
  noRuns: "No payout runs yet. A run collects what guests want back into one bank file.",
  sumLimit: "At most this sum",
  sumLimitHint: "Empty: everything.",
  countLimit: "At most this many payouts",
  countLimitHint: (most: string) => `Empty: as many as one run may have (${most}).`,
  noAmount: "An amount, such as 5000.",
  noCount: "A whole number of at least 1.",
  preview: "What this run would pay",
  whoIsPaid: (count: string) => `Who is paid: ${payouts(count)}`,
  createRun: (count: string, sum: string) => `Create run: ${payouts(count)}, ${sum}`,
  createHint: "The money is set aside at once, so that no one spends it. A run can be revoked until it is done.",
  countryHint:
    "The guest corrects bank data in the portal; countries are in the settings of payouts; a block ends on the guest’s page.",
  sum: "Sum",
  guests: "Guests",
  reason: "Reason",
  holder: "Account holder",
  iban: "IBAN",
  email: "E-mail",
  guest: "Guest",
  amount: "Amount",
  donation: "Donation",
  status: "Status",
  blockedBy: "Blocked by",
  blockedSince: "Blocked since",
  blockedHow: (users: string, since: string | undefined) =>
    since === undefined ? `by ${users}` : `by ${users}, since ${since}`,
  userGone: "a user who is no longer there",
  nobodyLeftOut: "No one is left out: all who asked can be paid.",
  unclaimed: "Money that no one asked for",
  unclaimedHint: "It stays on the guests’ accounts until they enter their bank data in the portal.",
  allBalances: "On all wristbands",
  waiting: "Waiting for a run, with donations",
  rest: "Not asked for",
  nextOpen: "Next: make the bank file and give it to the bank.",
  nextExported: "Next: when the bank has executed the file, set the run as done.",
  nextDone: "Nothing is left to do. Money that the bank returns can be booked back below.",
  nextRevoked: "The money is back on the guests’ wristbands.",
  bankFile: "Make bank file",
  bankFileTitle: (id: number) => `Bank file of run ${id}`,
  bankFileHint: "From now on the bank may have the order. The file is kept, and can be downloaded again.",
  executionDate: "Day of execution",
  version: "Format",
  versionNew: "pain.001.001.09, for most banks",
  versionOld: "pain.001.001.03, for some",
  part: "Part",
  partHint: "Only for runs that are too long for one file: 1, 2 …",
  download: "Download",
  csv: "List for accounting (CSV)",
  done: "Set as done",
  doneTitle: (id: number) => `Set run ${id} as done`,
  doneHint: (count: string, sum: string) =>
    `Booked as paid: ${
      payouts(count)
    } of ${sum}; guests get a mail. Only do this when the bank has executed the file. It can't be undone.`,
  doneWithoutFile: "No bank file was made of this run. The bank paid all of it in another way.",
  revoke: "Revoke",
  revokeTitle: (id: number) => `Revoke run ${id}`,
  revokeHint: "All money of this run goes back to the guests’ wristbands, where they can spend it or ask again.",
  revokeForce: "The bank does not execute the file: it was never handed in, or was cancelled there.",
  payouts: "Payouts",
  noPayouts: "This run has no payouts.",
  give: "Returned by the bank",
  giveTitle: (name: string) => `The bank returned the payout to ${name}`,
  giveHint: (sum: string) =>
    `${sum} goes back to the guest’s wristband. They are asked for other bank data and are in the next run.`,
  giveReason: "Reason the bank gave",
  giveDo: "Book as returned",
  chooseReturned: "Which payout did the bank return?",
  files: "Files made so far",
  noFiles: "No file was made yet.",
  file: "File",
  made: "Made",
  check: "Check",
  agrees: (count: string, sum: string) => `The file has ${transfers(count)} of ${sum}, as the run.`,
  differs: (count: string, sum: string, runCount: string, runSum: string) =>
    `The file has ${
      transfers(count)
    } of ${sum}, the run ${runCount} of ${runSum}. A part of several, or a payout was returned since.`,
  broken: "The sums inside the file contradict each other. Don’t give it to the bank."
}

export type PayoutTexts = typeof english

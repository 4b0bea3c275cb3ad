import { type LedgerModel, type ModelGuest, type ModelPayout, move } from "./LedgerModel.ts"
import type { StepOf } from "./ModelStep.ts"
import { done, type Outcome, refused } from "./Outcome.ts"

/** Whether money of the guest is set aside for a payout run. */
export const reservedFor = ({ runs }: LedgerModel, guest: number) =>
  runs.some(({ payouts }) => payouts.some((payout) => payout.guest === guest && payout.status === "reserved"))

const sumOf = (amounts: ReadonlyArray<number>) => amounts.reduce((sum, amount) => sum + amount, 0)

/** What a guest is paid and what they give to the event: all that they have. */
const shareOf = ({ donation, money }: ModelGuest) => {
  const given = Math.min(donation, money)
  return { amount: money - given, donation: given }
}

/** A new run takes up guests with money and a bank account, as long as its limits allow. */
export const newRun = (model: LedgerModel, { cents, count }: StepOf<"newRun">): Outcome => {
  if (count === 0) return refused("payout.count_limit_not_positive")
  const payouts: Array<ModelPayout> = []
  let paid = 0
  for (const [guest, owner] of model.guests.entries()) {
    if (!owner.hasBank || owner.money === 0 || reservedFor(model, guest)) continue
    const share = shareOf(owner)
    if (payouts.length === count || paid + share.amount > cents) continue
    paid += share.amount
    payouts.push({ guest, ...share, status: "reserved" })
  }
  if (payouts.length === 0) return refused("payout.nobody_to_pay")
  for (const { amount, donation, guest } of payouts) {
    model.guests[guest]!.money = 0
    move(model, `guest ${guest}`, "payout_reserve", amount + donation)
  }
  model.runs.push({ payouts, sent: false, state: "open" })
  return done({ payouts: payouts.length, paid, given: sumOf(payouts.map(({ donation }) => donation)) })
}

/** A bank file is made of all payouts of a run that are not back on their accounts. */
export const bankFile = ({ runs }: LedgerModel, { run: back }: StepOf<"bankFile">): Outcome => {
  const run = runs.at(-1 - back)
  if (run === undefined) return refused("NotFound")
  const due = run.payouts.filter(({ amount, status }) => amount > 0 && (status === "reserved" || status === "paid"))
  if (due.length === 0) return refused("payout.file_impossible")
  run.sent = true
  return done()
}

/** The bank has paid; a donation is made once. */
export const runDone = (model: LedgerModel, { run: back }: StepOf<"runDone">): Outcome => {
  const run = model.runs.at(-1 - back)
  if (run === undefined) return refused("NotFound")
  if (run.state !== "open") return refused("payout.run_settled")
  run.state = "done"
  for (const payout of run.payouts.filter(({ status }) => status === "reserved")) {
    const owner = model.guests[payout.guest]!
    owner.donation = Math.max(0, owner.donation - payout.donation)
    payout.status = "paid"
    move(model, "payout_reserve", "sepa_exit", payout.amount)
    move(model, "payout_reserve", "donation_exit", payout.donation)
  }
  return done()
}

/** Moves the money of a payout back to its guest. */
const back = (model: LedgerModel, { guest }: ModelPayout, from: string, amount: number) => {
  model.guests[guest]!.money += amount
  move(model, from, `guest ${guest}`, amount)
}

export const revoke = (model: LedgerModel, { force, run: n }: StepOf<"revoke">): Outcome => {
  const run = model.runs.at(-1 - n)
  if (run === undefined) return refused("NotFound")
  if (run.state === "open" && run.sent && !force) return refused("PayoutRunExported")
  if (run.state !== "open") return refused("payout.run_settled")
  run.state = "revoked"
  for (const payout of run.payouts.filter(({ status }) => status === "reserved")) {
    payout.status = "released"
    back(model, payout, "payout_reserve", payout.amount + payout.donation)
  }
  return done()
}

/** The bank returns a payment: the guest gets it back, and the donation, too, unless it was made. */
export const giveBack = (model: LedgerModel, { payout: n, run: nth }: StepOf<"giveBack">): Outcome => {
  const run = model.runs.at(-1 - nth)
  const payout = run?.payouts[n]
  if (run === undefined || payout === undefined) return refused("NotFound")
  if (!run.sent && run.state !== "done") return refused("payout.not_sent")
  if (payout.amount === 0) return refused("payout.donation_alone")
  if (payout.status === "returned" || payout.status === "released") return refused("payout.payout_settled")
  if (payout.status === "paid") back(model, payout, "sepa_exit", payout.amount)
  else back(model, payout, "payout_reserve", payout.amount + payout.donation)
  payout.status = "returned"
  // A guest who gave a wrong bank account enters it anew.
  model.guests[payout.guest]!.hasBank = false
  return done()
}

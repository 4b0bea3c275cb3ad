import { type LedgerModel, maximum, move } from "./LedgerModel.ts"
import { reservedFor } from "./ModelPayouts.ts"
import type { StepOf } from "./ModelStep.ts"
import { done, type Outcome, refused } from "./Outcome.ts"

export const price = (model: LedgerModel, { cents, good }: StepOf<"price">): Outcome => {
  model.prices[good] = cents
  return done()
}

export const layout = (model: LedgerModel, { beerOnlyShown }: StepOf<"layout">): Outcome => {
  model.beerOnlyShown = beerOnlyShown
  return done()
}

export const blockBand = (model: LedgerModel, { guest }: StepOf<"blockBand">): Outcome => {
  model.guests[guest]!.hasBand = false
  return done()
}

export const correctMoney = (model: LedgerModel, { cents, guest }: StepOf<"correctMoney">): Outcome => {
  const owner = model.guests[guest]!
  if (cents < 0) return refused("account.balance_negative")
  if (cents > maximum && cents > owner.money) return refused("account.balance_too_high")
  move(model, "cash_imbalance", `guest ${guest}`, cents - owner.money)
  owner.money = cents
  return done()
}

export const correctVouchers = (model: LedgerModel, { guest, vouchers }: StepOf<"correctVouchers">): Outcome => {
  const owner = model.guests[guest]!
  if (vouchers < 0) return refused("account.vouchers_negative")
  move(model, "voucher_create vouchers", `guest ${guest} vouchers`, vouchers - owner.vouchers)
  owner.vouchers = vouchers
  return done()
}

/** A guest signs in and looks at their account. */
export const account = (model: LedgerModel, { guest }: StepOf<"account">): Outcome => {
  const { donation, hasBand, hasBank, money, vouchers } = model.guests[guest]!
  return hasBand ? done({ money, vouchers, donation, hasBank }) : refused("account.wristband_blocked")
}

/** A guest can enter a bank account so often within a quarter of an hour; a run takes less. */
const mostBankChanges = 10

/** A guest signs in and enters their bank account. */
export const bank = (model: LedgerModel, { donation, guest }: StepOf<"bank">): Outcome => {
  const owner = model.guests[guest]!
  if (!owner.hasBand) return refused("account.wristband_blocked")
  if (reservedFor(model, guest)) return refused("portal.payout_under_way")
  if (donation > owner.money) return refused("portal.bank_data_invalid")
  if (owner.bankChanges === mostBankChanges) return refused("TooManyAttempts")
  owner.bankChanges++
  owner.hasBank = true
  owner.donation = donation
  return done()
}

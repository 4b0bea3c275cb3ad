import {
  contentOf,
  firstPrices,
  type LedgerModel,
  maximum,
  type ModelGuest,
  move,
  newGuest,
  type Pieces,
  type Prices,
  type Purchase,
  purchase,
  sold,
  ticket
} from "./LedgerModel.ts"
import type { StepOf } from "./ModelStep.ts"
import { done, type Outcome, refused } from "./Outcome.ts"

/** The names of accounts are those of `labelOf`, with numbers of the model in place of ids. */
const guestAccount = (guest: number) => `guest ${guest}`
export const registerAccount = (register: number) => `register ${register}`

const nobody = refused("till.nobody_signed_in")

const guestAt = (model: LedgerModel, guest: number): ModelGuest | undefined => {
  const found = model.guests[guest]!
  return found.hasBand ? found : undefined
}

/** Whether the layout lacks a pressed button. */
const isHidden = (model: LedgerModel, presses: StepOf<"sale">["presses"]) =>
  !model.beerOnlyShown && presses.some(([button]) => button === "beerOnly")

const revenue = (model: LedgerModel, from: string, { charity, other }: Purchase) => {
  move(model, from, "donation_exit", charity)
  move(model, from, "sale_exit", other)
}

/** Sells pieces to a guest. */
const sell = (model: LedgerModel, { guest, pieces, prices, seen, till, vouchers }: {
  readonly guest: number
  /** The vouchers that the sale goes by. */
  readonly seen: number
  readonly till: number
  readonly pieces: ReadonlyArray<Pieces>
  readonly prices: Prices
  readonly vouchers: number | null
}): Outcome => {
  const payer = model.guests[guest]!
  if (purchase(model.inVouchers, prices, pieces, 0) === null) return refused("order.sale_empty")
  if (vouchers !== null && vouchers > seen) return refused("NotEnoughVouchers")
  const bought = purchase(model.inVouchers, prices, pieces, vouchers ?? seen)!
  if (bought.vouchers > payer.vouchers) return refused("to be decided anew")
  const total = bought.charity + bought.other
  if (total > 0 && total > payer.money) return refused("NotEnoughFunds")
  if (total < 0 && payer.money - total > maximum) return refused("order.maximum_exceeded")
  recordSale(model, { guest, till, bought, content: contentOf(prices, pieces, bought.vouchers) })
  return done({ total, used: bought.vouchers, money: payer.money, vouchers: payer.vouchers })
}

/** Books a sale that a wristband pays. */
export const recordSale = (model: LedgerModel, made: Omit<LedgerModel["sales"][number], "cancelled">) => {
  const { bought, guest } = made
  const payer = model.guests[guest]!
  payer.money -= bought.charity + bought.other
  payer.vouchers -= bought.vouchers
  revenue(model, guestAccount(guest), bought)
  move(model, `${guestAccount(guest)} vouchers`, "sale_exit vouchers", bought.vouchers)
  model.sales.push({ ...made, cancelled: false })
}

/** A sale that a wristband pays. It goes by the vouchers that the guest has, or that they had a moment before. */
export const sale = (
  model: LedgerModel,
  { guest, presses, till, vouchers }: StepOf<"sale">,
  hadBefore?: number
): Outcome => {
  if (model.tills[till]!.person === null) return nobody
  const payer = guestAt(model, guest)
  if (payer === undefined) return refused("CustomerNotFound")
  if (isHidden(model, presses)) return refused("order.button_unknown")
  const seen = hadBefore ?? payer.vouchers
  const outcome = sell(model, { guest, pieces: sold(presses), prices: model.prices, seen, till, vouchers })
  if (outcome.said === "done") model.lastTill = till
  return outcome
}

/** The office cancels a sale and books another in its place, both or neither. */
export const edit = (model: LedgerModel, { pieces, sale: back, vouchers }: StepOf<"edit">): Outcome => {
  const changed = structuredClone(model)
  const cancelled = cancel(changed, back, null)
  if (cancelled.said !== "done") return cancelled
  const { content, guest, till } = changed.sales.at(-1 - back)!
  const seen = changed.guests[guest]!.vouchers
  const outcome = sell(changed, { guest, pieces, prices: firstPrices, seen, till, vouchers })
  if (outcome.said !== "done") return outcome
  if (changed.sales.at(-1)!.content === content) return refused("order.correction_unchanged")
  Object.assign(model, changed)
  return outcome
}

/** A sale that no wristband pays. */
export const otherSale = (
  model: LedgerModel,
  { method, presses, till }: StepOf<"cashSale"> & { readonly method: Method }
): Outcome => {
  const { person, register } = model.tills[till]!
  if (person === null) return nobody
  if (isHidden(model, presses)) return refused("order.button_unknown")
  const bought = purchase(model.inVouchers, model.prices, sold(presses), 0)
  if (bought === null) return refused("order.sale_empty")
  const total = bought.charity + bought.other
  if (method === "cash") {
    if (register !== null && total < 0 && -total > model.registers[register]!.cash) return refused("InsufficientCash")
    if (register === null) return refused("order.register_missing")
  }
  model.lastTill = till
  recordOtherSale(model, method, register, bought)
  return done({ total, used: 0, money: 0, vouchers: 0 })
}

/** Books a sale for cash, into a register, or by card. */
export const recordOtherSale = (model: LedgerModel, method: Method, register: number | null, bought: Purchase) => {
  if (method === "cash") recordCash(model, register!, bought.charity + bought.other)
  revenue(model, sourceOf[method], bought)
}

/** The accounts that money comes from which no wristband pays. */
const sourceOf = { cash: "cash_topup_source", sumup: "sumup_entry" } as const
type Method = keyof typeof sourceOf

/** Cash that a guest pays comes into a register. */
const recordCash = (model: LedgerModel, register: number, cents: number) => {
  model.registers[register]!.cash += cents
  move(model, "cash_entry", registerAccount(register), cents)
}

export const topUp = (model: LedgerModel, { cents, guest, method, till }: StepOf<"topUp">): Outcome => {
  const { person, register } = model.tills[till]!
  if (person === null) return nobody
  if (cents <= 0) return refused("order.top_up_not_positive")
  if (cents < 100) return refused("order.top_up_too_small")
  const owner = guestAt(model, guest)
  if (owner === undefined) return refused("CustomerNotFound")
  if (owner.money + cents > maximum) return refused("order.maximum_exceeded")
  if (method === "cash" && register === null) return refused("order.register_missing")
  model.lastTill = till
  recordTopUp(model, { cents, guest, method, register })
  return done({ money: owner.money })
}

/** Where money comes into the event or leaves it, and whose it is. */
interface Paid {
  readonly cents: number
  readonly guest: number
  readonly register: number | null
}

export const recordTopUp = (
  model: LedgerModel,
  { cents, guest, method, register }: Paid & { readonly method: Method }
) => {
  model.guests[guest]!.money += cents
  if (method === "cash") recordCash(model, register!, cents)
  move(model, sourceOf[method], guestAccount(guest), cents)
}

export const payOut = (model: LedgerModel, { cents, guest, till }: StepOf<"payOut">): Outcome => {
  const { person, register } = model.tills[till]!
  if (person === null) return nobody
  if (cents !== null && cents <= 0) return refused("order.pay_out_not_negative")
  if (register === null) return refused("order.register_missing")
  const owner = guestAt(model, guest)
  if (owner === undefined) return refused("CustomerNotFound")
  const paid = cents ?? owner.money
  if (paid === 0) return refused("order.pay_out_empty")
  if (paid > owner.money) return refused("NotEnoughFunds")
  if (paid > model.registers[register]!.cash) return refused("InsufficientCash")
  model.lastTill = till
  recordPayOut(model, { cents: paid, guest, register })
  return done({ money: owner.money })
}

export const recordPayOut = (model: LedgerModel, { cents, guest, register }: Paid) => {
  model.guests[guest]!.money -= cents
  model.registers[register!]!.cash -= cents
  move(model, guestAccount(guest), "cash_topup_source", cents)
  move(model, registerAccount(register!), "cash_exit", cents)
}

/** The newest booking is answered as before, to the user who is at its till now. */
export const repeat = ({ lastTill, tills }: LedgerModel): Outcome =>
  lastTill !== null && tills[lastTill]!.person === null ? nobody : done()

/** Takes a sale back, at the till where it was booked or in the office. */
export const cancel = (model: LedgerModel, back: number, till: number | null): Outcome => {
  if (till !== null && model.tills[till]!.person === null) return nobody
  const found = model.sales.at(-1 - back)
  if (found === undefined) return refused(till === null ? "NotFound" : "order.order_unknown")
  if (found.cancelled) return refused("order.order_cancelled")
  if (till !== null && till !== found.till) return refused("order.cancelled_elsewhere")
  const payer = model.guests[found.guest]!
  const { bought } = found
  const total = bought.charity + bought.other
  if (total < 0 && payer.money + total < 0) return refused("NotEnoughFunds")
  recordCancel(model, found)
  return done()
}

export const recordCancel = (model: LedgerModel, cancelled: LedgerModel["sales"][number]) => {
  const { bought, guest } = cancelled
  const payer = model.guests[guest]!
  payer.money += bought.charity + bought.other
  payer.vouchers += bought.vouchers
  revenue(model, guestAccount(guest), { charity: -bought.charity, other: -bought.other, vouchers: 0 })
  move(model, "sale_exit vouchers", `${guestAccount(guest)} vouchers`, bought.vouchers)
  cancelled.cancelled = true
}

export const grant = (model: LedgerModel, { guest, till, vouchers }: StepOf<"grant">): Outcome => {
  if (model.tills[till]!.person === null) return nobody
  const owner = guestAt(model, guest)
  if (owner === undefined) return refused("order.grant_without_customer")
  if (vouchers <= 0 || vouchers > mostVouchers) return refused("order.grant_out_of_range")
  recordGrant(model, guest, vouchers)
  return done({ money: owner.money, vouchers: owner.vouchers })
}

/** The most vouchers that are given at once. */
const mostVouchers = 1000

export const recordGrant = (model: LedgerModel, guest: number, vouchers: number) => {
  model.guests[guest]!.vouchers += vouchers
  move(model, "voucher_create vouchers", `${guestAccount(guest)} vouchers`, vouchers)
}

/** A new guest who pays nothing. */
export const freeTicket = (model: LedgerModel, { till, vouchers }: StepOf<"freeTicket">): Outcome => {
  if (model.tills[till]!.person === null) return nobody
  if (model.unusedBands === 0) return refused("no band")
  model.unusedBands--
  move(model, "voucher_create vouchers", `${guestAccount(model.guests.length)} vouchers`, vouchers)
  model.guests.push({ ...newGuest, money: 0, vouchers })
  return done({ money: 0, vouchers })
}

/** A new guest who pays for a ticket, and for money besides what it includes. */
export const ticketSale = (model: LedgerModel, { cents, method, till }: StepOf<"ticketSale">): Outcome => {
  const { person, register } = model.tills[till]!
  if (model.unusedBands === 0) return refused("no band")
  if (person === null) return nobody
  const money = ticket.included + cents
  if (money > maximum) return refused("order.maximum_exceeded")
  if (method === "cash" && register === null) return refused("order.register_missing")
  const total = ticket.price + money
  if (method === "cash") recordCash(model, register!, total)
  move(model, sourceOf[method], "sale_exit", ticket.price)
  move(model, sourceOf[method], guestAccount(model.guests.length), money)
  model.unusedBands--
  model.guests.push({ ...newGuest, money, vouchers: 0 })
  return done({ total })
}

/** A guest gets another wristband for theirs. */
export const newBand = (model: LedgerModel, { guest, till }: StepOf<"newBand">): Outcome => {
  if (model.tills[till]!.person === null) return nobody
  if (model.unusedBands === 0) return refused("no band")
  if (!model.guests[guest]!.hasBand) return refused("NotFound")
  model.unusedBands--
  return done()
}

/** What a till shows of a guest. */
export const look = (model: LedgerModel, { guest, till }: StepOf<"look">): Outcome => {
  if (model.tills[till]!.person === null) return nobody
  const owner = guestAt(model, guest)
  return owner === undefined
    ? refused("order.tag_without_account")
    : done({ money: owner.money, vouchers: owner.vouchers })
}

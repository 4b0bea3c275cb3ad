import { done, type Outcome, refused } from "./Outcome.ts"
import {
  contentOf,
  firstPrices,
  maximum,
  type ModelGuest,
  move,
  type Pieces,
  type Prices,
  type Purchase,
  purchase,
  sold,
  type SystemModel,
  ticket
} from "./SystemModel.ts"
import type { StepOf } from "./SystemStep.ts"

/** The names of accounts are those of `labelOf`, with numbers of the model in place of ids. */
const guestAccount = (guest: number) => `guest ${guest}`
const registerAccount = (register: number) => `register ${register}`

const nobody = refused("till.nobody_signed_in")

const guestAt = (model: SystemModel, guest: number): ModelGuest | undefined => {
  const found = model.guests[guest]!
  return found.hasBand ? found : undefined
}

/** Whether the layout lacks a pressed button. */
const isHidden = (model: SystemModel, presses: StepOf<"sale">["presses"]) =>
  !model.beerOnlyShown && presses.some(([button]) => button === "beerOnly")

const revenue = (model: SystemModel, from: string, { charity, other }: Purchase) => {
  move(model, from, "donation_exit", charity)
  move(model, from, "sale_exit", other)
}

/** Sells pieces to a guest. */
const sell = (model: SystemModel, { guest, pieces, prices, seen, till, vouchers }: {
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
  payer.money -= total
  payer.vouchers -= bought.vouchers
  revenue(model, guestAccount(guest), bought)
  move(model, `${guestAccount(guest)} vouchers`, "sale_exit vouchers", bought.vouchers)
  model.sales.push({ guest, till, bought, content: contentOf(prices, pieces, bought.vouchers), cancelled: false })
  return done({ total, used: bought.vouchers, money: payer.money, vouchers: payer.vouchers })
}

/** A sale that a wristband pays. It goes by the vouchers that the guest has, or that they had a moment before. */
export const sale = (
  model: SystemModel,
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
export const edit = (model: SystemModel, { pieces, sale: back, vouchers }: StepOf<"edit">): Outcome => {
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

export const cashSale = (model: SystemModel, { presses, till }: StepOf<"cashSale">): Outcome => {
  const { person, register } = model.tills[till]!
  if (person === null) return nobody
  if (isHidden(model, presses)) return refused("order.button_unknown")
  const bought = purchase(model.inVouchers, model.prices, sold(presses), 0)
  if (bought === null) return refused("order.sale_empty")
  const total = bought.charity + bought.other
  if (register !== null && total < 0 && -total > model.registers[register]!.cash) return refused("InsufficientCash")
  if (register === null) return refused("order.register_missing")
  model.registers[register]!.cash += total
  model.lastTill = till
  move(model, "cash_entry", registerAccount(register), total)
  revenue(model, "cash_topup_source", bought)
  return done({ total, used: 0, money: 0, vouchers: 0 })
}

export const topUp = (model: SystemModel, { cents, guest, method, till }: StepOf<"topUp">): Outcome => {
  const { person, register } = model.tills[till]!
  if (person === null) return nobody
  if (cents < 100) return refused("order.top_up_too_small")
  const owner = guestAt(model, guest)
  if (owner === undefined) return refused("CustomerNotFound")
  if (owner.money + cents > maximum) return refused("order.maximum_exceeded")
  if (method === "cash" && register === null) return refused("order.register_missing")
  owner.money += cents
  model.lastTill = till
  if (method === "cash") {
    model.registers[register!]!.cash += cents
    move(model, "cash_entry", registerAccount(register!), cents)
    move(model, "cash_topup_source", guestAccount(guest), cents)
  } else {
    move(model, "sumup_entry", guestAccount(guest), cents)
  }
  return done({ money: owner.money })
}

export const payOut = (model: SystemModel, { cents, guest, till }: StepOf<"payOut">): Outcome => {
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
  owner.money -= paid
  model.lastTill = till
  model.registers[register]!.cash -= paid
  move(model, guestAccount(guest), "cash_topup_source", paid)
  move(model, registerAccount(register), "cash_exit", paid)
  return done({ money: owner.money })
}

/** The newest booking is answered as before, to the user who is at its till now. */
export const repeat = ({ lastTill, tills }: SystemModel): Outcome =>
  lastTill !== null && tills[lastTill]!.person === null ? nobody : done()

/** Takes a sale back, at the till where it was booked or in the office. */
export const cancel = (model: SystemModel, back: number, till: number | null): Outcome => {
  if (till !== null && model.tills[till]!.person === null) return nobody
  const found = model.sales.at(-1 - back)
  if (found === undefined) return refused(till === null ? "NotFound" : "order.order_unknown")
  if (found.cancelled) return refused("order.order_cancelled")
  if (till !== null && till !== found.till) return refused("order.cancelled_elsewhere")
  const payer = model.guests[found.guest]!
  const { bought } = found
  const total = bought.charity + bought.other
  if (total < 0 && payer.money + total < 0) return refused("NotEnoughFunds")
  payer.money += total
  payer.vouchers += bought.vouchers
  revenue(model, guestAccount(found.guest), { charity: -bought.charity, other: -bought.other, vouchers: 0 })
  move(model, "sale_exit vouchers", `${guestAccount(found.guest)} vouchers`, bought.vouchers)
  found.cancelled = true
  return done()
}

export const grant = (model: SystemModel, { guest, till, vouchers }: StepOf<"grant">): Outcome => {
  if (model.tills[till]!.person === null) return nobody
  const owner = guestAt(model, guest)
  if (owner === undefined) return refused("order.grant_without_customer")
  if (vouchers === 0) return refused("order.grant_out_of_range")
  owner.vouchers += vouchers
  move(model, "voucher_create vouchers", `${guestAccount(guest)} vouchers`, vouchers)
  return done({ money: owner.money, vouchers: owner.vouchers })
}

const newGuest = { hasBand: true, hasBank: false, donation: 0, bankChanges: 0 }

/** A new guest who pays nothing. */
export const freeTicket = (model: SystemModel, { till, vouchers }: StepOf<"freeTicket">): Outcome => {
  if (model.tills[till]!.person === null) return nobody
  if (model.unusedBands === 0) return refused("no band")
  model.unusedBands--
  move(model, "voucher_create vouchers", `${guestAccount(model.guests.length)} vouchers`, vouchers)
  model.guests.push({ ...newGuest, money: 0, vouchers })
  return done({ money: 0, vouchers })
}

/** A new guest who pays for a ticket, and for money besides what it includes. */
export const ticketSale = (model: SystemModel, { cents, method, till }: StepOf<"ticketSale">): Outcome => {
  const { person, register } = model.tills[till]!
  if (model.unusedBands === 0) return refused("no band")
  if (person === null) return nobody
  const money = ticket.included + cents
  if (money > maximum) return refused("order.maximum_exceeded")
  if (method === "cash" && register === null) return refused("order.register_missing")
  const total = ticket.price + money
  const source = method === "cash" ? "cash_topup_source" : "sumup_entry"
  if (method === "cash") {
    model.registers[register!]!.cash += total
    move(model, "cash_entry", registerAccount(register!), total)
  }
  move(model, source, "sale_exit", ticket.price)
  move(model, source, guestAccount(model.guests.length), money)
  model.unusedBands--
  model.guests.push({ ...newGuest, money, vouchers: 0 })
  return done({ total })
}

/** A guest gets another wristband for theirs. */
export const newBand = (model: SystemModel, { guest, till }: StepOf<"newBand">): Outcome => {
  if (model.tills[till]!.person === null) return nobody
  if (model.unusedBands === 0) return refused("no band")
  if (!model.guests[guest]!.hasBand) return refused("NotFound")
  model.unusedBands--
  return done()
}

/** What a till shows of a guest. */
export const look = (model: SystemModel, { guest, till }: StepOf<"look">): Outcome => {
  if (model.tills[till]!.person === null) return nobody
  const owner = guestAt(model, guest)
  return owner === undefined
    ? refused("order.tag_without_account")
    : done({ money: owner.money, vouchers: owner.vouchers })
}

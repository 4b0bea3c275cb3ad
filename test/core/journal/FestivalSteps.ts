import { assert } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import type { BookingCustomer, BookingRegister, BookingTill } from "@wristbank/core/journal/Booking"
import * as Ledger from "@wristbank/core/journal/Ledger"
import type { OrderDraft } from "@wristbank/core/journal/Order"
import { cancelSale } from "@wristbank/core/sale/Cancel"
import { grantVouchers } from "@wristbank/core/sale/Grant"
import { bookPayOut, NewPayOut } from "@wristbank/core/sale/PayOut"
import { bookSale } from "@wristbank/core/sale/Sale"
import { bookTopUp, NewTopUp } from "@wristbank/core/sale/TopUp"
import { Result } from "effect"
import type fc from "fast-check"
import { everythingAllowed } from "../../support/profile.ts"
import { event, paidBy, sale } from "../sale/OrderWorld.ts"
import { customerId, type Festival, registerAccount } from "./Festival.ts"
import { checkInvariants } from "./FestivalInvariants.ts"
import { affordable, type FestivalModel, maximum, type Press, purchase, recordSale } from "./FestivalModel.ts"
import { applyDraft, applyTransfer, storedOrder } from "./MemoryLedger.ts"

export type Step = fc.Command<FestivalModel, Festival>

/** A step that compares the results of ledger and model, then everything that both hold. */
export const step = (
  name: string,
  run: (model: FestivalModel, real: Festival) => { readonly said: string; readonly expected: string }
): Step => ({
  check: () => true,
  run: (model, real) => {
    const { expected, said } = run(model, real)
    assert.strictEqual(said, expected, name)
    checkInvariants(model, real)
  },
  toString: () => name
})

export const nextUuid = (real: Festival) => `00000000-0000-4000-8000-${String(real.uuids++).padStart(12, "0")}`

const loadCustomer = (real: Festival, customer: number): BookingCustomer => {
  const accountId = customerId(customer)
  return { accountId, variantIds: [], ...real.ledger.guarded.get(accountId)! }
}

export const loadRegister = (real: Festival, register: number): BookingRegister => ({
  id: BigInt(register),
  accountId: registerAccount(register),
  balance: real.ledger.guarded.get(registerAccount(register))!.balance
})

const loadTill = (real: Festival, till: number): BookingTill => {
  const register = real.tillOf.indexOf(till)
  return { profile: everythingAllowed, register: register < 0 ? null : loadRegister(real, register) }
}

const registerIn = (model: FestivalModel, till: number) => model.registers.find((register) => register.till === till)

const book = <E extends { readonly _tag: string; readonly rule?: string | undefined }>(
  real: Festival,
  till: number,
  decision: Result.Result<{ readonly draft: OrderDraft }, E>
): string =>
  Result.isFailure(decision)
    ? refusalName(decision.failure)
    : applyDraft(real.ledger, decision.success.draft, BigInt(till))

const decideTagSale = (real: Festival, customer: number, presses: ReadonlyArray<Press>, wanted: number | null) =>
  bookSale(sale(presses, {
    customer: loadCustomer(real, customer),
    request: { uuid: nextUuid(real), used_vouchers: wanted }
  }))

const expectTagSale = (
  { money, vouchers }: { readonly money: number; readonly vouchers: number },
  presses: ReadonlyArray<Press>,
  wanted: number | null
) => {
  const bought = purchase(presses, wanted ?? vouchers)
  if (bought === undefined) return { expected: "order.sale_empty", bought }
  return { expected: wanted !== null && wanted > vouchers ? "NotEnoughVouchers" : affordable(money, bought), bought }
}

export const tagSale = (customer: number, till: number, presses: ReadonlyArray<Press>, wanted: number | null): Step =>
  step(`tag sale ${customer} at ${till}: ${presses.join(" ")}, vouchers ${wanted}`, (model, real) => {
    const said = book(real, till, decideTagSale(real, customer, presses, wanted))
    const { bought, expected } = expectTagSale(model.customers[customer]!, presses, wanted)
    if (expected === "booked") recordSale(model, till, { customer }, bought!)
    return { said, expected }
  })

/** Two sales that are decided on the same balance; the second is stored only if its guard still holds. */
export const racingSales = (
  customer: number,
  till: number,
  first: ReadonlyArray<Press>,
  second: ReadonlyArray<Press>
): Step =>
  step(`race of ${customer}: ${first.join(" ")} and ${second.join(" ")}`, (model, real) => {
    const before = { ...model.customers[customer]! }
    const decisions = [first, second].map((presses) => decideTagSale(real, customer, presses, null))
    const said = decisions.map((decision) => book(real, till, decision)).join(" ")
    const outcomes = [first, second].map((presses) => {
      const { bought, expected } = expectTagSale(before, presses, null)
      if (expected !== "booked") return expected
      const now = model.customers[customer]!
      if (affordable(now.money, bought!) !== "booked" || now.vouchers < bought!.vouchers) return "lost"
      recordSale(model, till, { customer }, bought!)
      return "booked"
    })
    return { said, expected: outcomes.join(" ") }
  })

export const otherSale = (method: "cash" | "sumup", till: number, presses: ReadonlyArray<Press>): Step =>
  step(`${method} sale at ${till}: ${presses.join(" ")}`, (model, real) => {
    const at = loadTill(real, till)
    const request = { uuid: nextUuid(real), ...paidBy(method) }
    const said = book(real, till, bookSale(sale(presses, { customer: null, till: at, request })))
    const bought = purchase(presses, 0)
    if (bought === undefined) return { said, expected: "order.sale_empty" }
    const register = registerIn(model, till)
    if (method === "cash") {
      if (register === undefined) return { said, expected: "order.register_missing" }
      const leaving = -bought.charity - bought.other
      if (leaving > 0 && leaving > register.cash) return { said, expected: "InsufficientCash" }
    }
    recordSale(model, till, method === "cash" ? "cash" : "card", bought, register)
    return { said, expected: "booked" }
  })

export const topUp = (customer: number, till: number, method: "cash" | "sumup", cents: number): Step =>
  step(`${method} top-up ${customer} at ${till}: ${cents}`, (model, real) => {
    const request = new NewTopUp({
      uuid: nextUuid(real),
      payment_method: method,
      amount: Cents.make(BigInt(cents)),
      customer_tag_uid: 5n
    })
    const said = book(
      real,
      till,
      bookTopUp({ request, customer: loadCustomer(real, customer), till: loadTill(real, till), event })
    )
    const owner = model.customers[customer]!
    const register = registerIn(model, till)
    if (cents <= 0) return { said, expected: "order.top_up_not_positive" }
    if (cents < 100) return { said, expected: "order.top_up_too_small" }
    if (owner.money + cents > maximum) return { said, expected: "order.maximum_exceeded" }
    if (method === "cash" && register === undefined) return { said, expected: "order.register_missing" }
    owner.money += cents
    if (method === "cash") {
      register!.cash += cents
      model.totals.cashIn += cents
    } else model.totals.card += cents
    model.orders.push({ till, cash: method === "cash" ? cents : 0, cancelled: false })
    return { said, expected: "booked" }
  })

export const payOut = (customer: number, till: number, cents: number | null): Step =>
  step(`pay-out ${customer} at ${till}: ${cents}`, (model, real) => {
    const amount = cents === null ? null : Cents.make(BigInt(-cents))
    const request = new NewPayOut({ uuid: nextUuid(real), customer_tag_uid: 5n, amount })
    const said = book(
      real,
      till,
      bookPayOut({ request, customer: loadCustomer(real, customer), till: loadTill(real, till), event })
    )
    const owner = model.customers[customer]!
    const register = registerIn(model, till)
    const asked = cents ?? owner.money
    if (cents !== null && cents <= 0) return { said, expected: "order.pay_out_not_negative" }
    if (register === undefined) return { said, expected: "order.register_missing" }
    if (asked === 0) return { said, expected: "order.pay_out_empty" }
    if (asked > owner.money) return { said, expected: "NotEnoughFunds" }
    if (asked > register.cash) return { said, expected: "InsufficientCash" }
    owner.money -= asked
    register.cash -= asked
    model.totals.cashOut += asked
    model.orders.push({ till, cash: -asked, cancelled: false })
    return { said, expected: "booked" }
  })

/** Cancels one of the latest orders, of any kind. */
export const cancel = (back: number, till: number | null): Step =>
  step(`cancel ${back} back at ${till}`, (model, real) => {
    const id = model.orders.length - 1 - back
    const order = storedOrder(real.ledger, BigInt(id))
    const account = real.ledger.orders[id]?.draft.customerAccountId ?? null
    const decision = cancelSale({
      uuid: nextUuid(real),
      order,
      tillId: till === null ? null : BigInt(till),
      customer: account === null ? null : loadCustomer(real, Number(account - customerId(0)))
    })
    const said = book(real, till ?? Number(order?.tillId ?? 0n), Result.map(decision, (draft) => ({ draft })))
    const cancelled = model.orders[id]
    const sold = cancelled?.byTag
    if (cancelled === undefined) return { said, expected: "order.order_unknown" }
    if (cancelled.cancelled) return { said, expected: "order.order_cancelled" }
    if (sold === undefined) {
      const kinds = order?.orderType === "sale" ? "tag_sales" : "sales"
      return { said, expected: `order.only_${kinds}_cancelled` }
    }
    if (till !== null && till !== cancelled.till) return { said, expected: "order.cancelled_elsewhere" }
    const total = sold.charity + sold.other
    const owner = model.customers[sold.customer]!
    if (total < 0 && owner.money + total < 0) return { said, expected: "NotEnoughFunds" }
    owner.money += total
    owner.vouchers += sold.vouchers
    model.totals.sales -= sold.other
    model.totals.charity -= sold.charity
    model.totals.vouchersSpent -= sold.vouchers
    cancelled.cancelled = true
    model.orders.push({ till: cancelled.till, cash: 0, cancelled: false })
    const both = [...order!.postings, ...real.ledger.orders.at(-1)!.postings]
    for (const touched of both.flatMap(({ source, target }) => [source, target])) {
      assert.deepStrictEqual(Ledger.change(both, touched), { balance: Cents.make(0n), vouchers: 0 })
    }
    return { said, expected: "booked" }
  })

export const grant = (customer: number, vouchers: number): Step =>
  step(`grant ${customer}: ${vouchers}`, (model, real) => {
    const decision = grantVouchers(loadCustomer(real, customer), vouchers, event)
    const said = Result.isFailure(decision)
      ? refusalName(decision.failure)
      : applyTransfer(real.ledger, decision.success)
    if (vouchers <= 0 || vouchers > 1000) return { said, expected: "order.grant_out_of_range" }
    model.customers[customer]!.vouchers += vouchers
    model.totals.vouchersGranted += vouchers
    return { said, expected: "booked" }
  })

/** Sends the latest order again: it is already there. */
export const repeat = (): Step =>
  step("repeat", (_, real) => {
    const last = real.ledger.orders.at(-1)
    return last === undefined
      ? { said: "nothing", expected: "nothing" }
      : { said: applyDraft(real.ledger, last.draft, last.tillId), expected: "exists" }
  })

import { assert } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import type { BookingCustomer, BookingRegister, BookingTill } from "@wristbank/core/journal/Booking"
import * as Ledger from "@wristbank/core/journal/Ledger"
import type { OrderDraft } from "@wristbank/core/journal/Order"
import * as Cancel from "@wristbank/core/sale/Cancel"
import { grantVouchers } from "@wristbank/core/sale/Grant"
import { bookPayOut, NewPayOut } from "@wristbank/core/sale/PayOut"
import { bookSale } from "@wristbank/core/sale/Sale"
import { bookTopUp, NewTopUp } from "@wristbank/core/sale/TopUp"
import { Result } from "effect"
import type fc from "fast-check"
import type { buttons, LedgerModel, Press } from "../../support/model/LedgerModel.ts"
import * as Model from "../../support/model/ModelOrders.ts"
import type { StepOf } from "../../support/model/ModelStep.ts"
import { everythingAllowed } from "../../support/profile.ts"
import { type buttons as worldButtons, event, paidBy, sale } from "../sale/OrderWorld.ts"
import { customerId, type Festival, registerAccount } from "./Festival.ts"
import { checkInvariants } from "./FestivalInvariants.ts"
import { applyDraft, applyTransfer, storedOrder } from "./MemoryLedger.ts"

export type Step = fc.Command<LedgerModel, Festival>

/** A step that compares the results of ledger and model, then everything that both hold. */
export const step = (
  name: string,
  run: (model: LedgerModel, real: Festival) => { readonly said: string; readonly expected: string },
  check: (model: Readonly<LedgerModel>) => boolean = () => true
): Step => ({
  check,
  run: (model, real) => {
    const { expected, said } = run(model, real)
    assert.strictEqual(said, expected, name)
    checkInvariants(model, real)
  },
  toString: () => name
})

const nameOf = (kind: string, taken: object) => `${kind} ${JSON.stringify(taken)}`

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

/** What came of a booking, in the words of the model. */
const outcomeOf = (stored: ReturnType<typeof applyDraft>) => stored === "booked" ? "done" : stored

const book = <E extends { readonly _tag: string; readonly rule?: string | undefined }>(
  real: Festival,
  till: number,
  decision: Result.Result<{ readonly draft: OrderDraft }, E>
): string =>
  Result.isFailure(decision)
    ? refusalName(decision.failure)
    : outcomeOf(applyDraft(real.ledger, decision.success.draft, BigInt(till)))

/** The buttons of the model as they are called where the decisions are tested. */
const worldNames = {
  beer: "beerWithDeposit",
  beerOnly: "beer",
  crate: "charityWithDeposit",
  crateOnly: "charity",
  cup: "mug",
  deposit: "deposit",
  food: "food",
  large: "largeWithDeposit",
  largeOnly: "large",
  meal: "meal",
  soup: "soup"
} as const satisfies { readonly [button in keyof typeof buttons]: keyof typeof worldButtons }

const pressed = (presses: ReadonlyArray<Press>) =>
  presses.map(([button, quantity]) => [worldNames[button], quantity] as const)

const decideSale = (real: Festival, { guest, presses, vouchers }: StepOf<"sale">) =>
  bookSale(sale(pressed(presses), {
    customer: loadCustomer(real, guest),
    request: { uuid: nextUuid(real), used_vouchers: vouchers }
  }))

/** Stores a decided sale, and notes it for those that cancel it. */
const storeSale = (real: Festival, till: number, decision: ReturnType<typeof decideSale>) => {
  const said = book(real, till, decision)
  if (said === "done") real.sales.push(real.ledger.orders.length - 1)
  return said
}

export const tagSale = (taken: StepOf<"sale">): Step =>
  step(nameOf("sale", taken), (model, real) => ({
    said: storeSale(real, taken.till, decideSale(real, taken)),
    expected: Model.sale(model, taken).said
  }))

/** Two sales that are decided on the same balance; the second is stored only if its guard still holds. */
export const racingSales = (taken: StepOf<"sale">, presses: Array<Press>): Step => {
  const sales = [{ ...taken, vouchers: null }, { ...taken, vouchers: null, presses }]
  return step(nameOf("race", sales), (model, real) => {
    const before = structuredClone(model)
    const decisions = sales.map((one) => decideSale(real, one))
    const said = decisions.map((decision) => storeSale(real, taken.till, decision))
    const expected = sales.map((one) => {
      const decided = Model.sale(structuredClone(before), one)
      if (decided.said !== "done") return decided.said
      return Model.sale(model, one, before.guests[one.guest]!.vouchers).said === "done" ? "done" : "lost"
    })
    return { said: said.join(" "), expected: expected.join(" ") }
  })
}

export const otherSale = (taken: Parameters<typeof Model.otherSale>[1]): Step =>
  step(nameOf("other sale", taken), (model, real) => {
    const { method, presses, till } = taken
    const request = { uuid: nextUuid(real), ...paidBy(method) }
    const decision = bookSale(sale(pressed(presses), { customer: null, till: loadTill(real, till), request }))
    return { said: book(real, till, decision), expected: Model.otherSale(model, taken).said }
  })

export const topUp = (taken: StepOf<"topUp">): Step =>
  step(nameOf("top-up", taken), (model, real) => {
    const request = new NewTopUp({
      uuid: nextUuid(real),
      payment_method: taken.method,
      amount: Cents.make(BigInt(taken.cents)),
      customer_tag_uid: 5n
    })
    const at = { customer: loadCustomer(real, taken.guest), till: loadTill(real, taken.till), event }
    return { said: book(real, taken.till, bookTopUp({ request, ...at })), expected: Model.topUp(model, taken).said }
  })

export const payOut = (taken: StepOf<"payOut">): Step =>
  step(nameOf("pay-out", taken), (model, real) => {
    const amount = taken.cents === null ? null : Cents.make(BigInt(-taken.cents))
    const request = new NewPayOut({ uuid: nextUuid(real), customer_tag_uid: 5n, amount })
    const at = { customer: loadCustomer(real, taken.guest), till: loadTill(real, taken.till), event }
    return { said: book(real, taken.till, bookPayOut({ request, ...at })), expected: Model.payOut(model, taken).said }
  })

/** Cancels one of the latest sales by tag, at a till or, if it is null, in the office, which shows only what there is. */
export const cancel = (back: number, till: number | null): Step =>
  step(
    nameOf("cancel", { back, till }),
    (model, real) => {
      const id = real.sales.at(-1 - back)
      const order = id === undefined ? null : storedOrder(real.ledger, BigInt(id))
      const account = id === undefined ? null : real.ledger.orders[id]!.draft.customerAccountId
      const decision = Cancel.cancelSale({
        uuid: nextUuid(real),
        order,
        tillId: till === null ? null : BigInt(till),
        customer: account === null ? null : loadCustomer(real, Number(account - customerId(0)))
      })
      const said = book(real, till ?? Number(order?.tillId ?? 0n), Result.map(decision, (draft) => ({ draft })))
      const expected = Model.cancel(model, back, till).said
      if (expected === "done") {
        const both = [...order!.postings, ...real.ledger.orders.at(-1)!.postings]
        for (const touched of both.flatMap(({ source, target }) => [source, target])) {
          assert.deepStrictEqual(Ledger.change(both, touched), { balance: Cents.make(0n), vouchers: 0 })
        }
      }
      return { said, expected }
    },
    ({ sales }) => till !== null || sales.length > back
  )

export const grant = (taken: StepOf<"grant">): Step =>
  step(nameOf("grant", taken), (model, real) => {
    const decision = grantVouchers(loadCustomer(real, taken.guest), taken.vouchers, event)
    const said = Result.isFailure(decision)
      ? refusalName(decision.failure)
      : outcomeOf(applyTransfer(real.ledger, decision.success))
    return { said, expected: Model.grant(model, taken).said }
  })

/** Sends the latest order again: it is already there. */
export const repeat = (): Step =>
  step("repeat", (_, real) => {
    const last = real.ledger.orders.at(-1)
    return last === undefined
      ? { said: "nothing", expected: "nothing" }
      : { said: applyDraft(real.ledger, last.draft, last.tillId), expected: "exists" }
  })

import { assert } from "@effect/vitest"
import type { RuleName } from "@wristbank/core/Rules"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { type ButtonName, Festival, type Guest, payOut, sale, topUp } from "../../support/Festival.ts"
import { type Answer, type Body } from "../../support/FestivalServer.ts"
import { type FestivalTill, login } from "../../support/FestivalTill.ts"
import { type FestivalModel, newModel, type Press, purchase, recordSale } from "./FestivalModel.ts"

/**
 * One action of one of several concurrent fibers. Customers, tills and earlier orders are numbered, amounts are in
 * cents.
 */
export type Step =
  | {
    readonly kind: "tag sale"
    readonly customer: number
    readonly till: number
    readonly presses: ReadonlyArray<Press>
    readonly wanted: number | null
  }
  | {
    readonly kind: "other sale"
    readonly method: "cash" | "sumup"
    readonly till: number
    readonly presses: ReadonlyArray<Press>
  }
  | {
    readonly kind: "top-up"
    readonly customer: number
    readonly till: number
    readonly method: "cash" | "sumup"
    readonly cents: number
  }
  | { readonly kind: "pay-out"; readonly customer: number; readonly till: number; readonly cents: number | null }
  | { readonly kind: "cancel"; readonly back: number; readonly till: number }
  | { readonly kind: "grant"; readonly customer: number; readonly vouchers: number }
  | { readonly kind: "repeat"; readonly back: number }
  | { readonly kind: "shift"; readonly till: number }

/** The model's names of the buttons at the festival's bar. */
const buttons = {
  beerWithDeposit: "beer",
  largeWithDeposit: "large",
  charityWithDeposit: "crate",
  beer: "beerOnly",
  large: "largeOnly",
  meal: "meal",
  food: "food",
  deposit: "deposit",
  mug: "cup"
} as const satisfies { readonly [name: string]: ButtonName }
export const pressed = Object.keys(buttons) as ReadonlyArray<keyof typeof buttons>

interface Booked {
  readonly send: Effect.Effect<Answer>
  readonly answer: Answer
  /** For a sale by tag, which can be cancelled: its order in the model. */
  readonly sale?: { readonly id: number; readonly till: number; readonly order: number }
}

/** The festival under test: its guests and tills, the model, and the orders booked so far. */
export interface Concurrent {
  readonly guests: ReadonlyArray<Guest>
  readonly tills: ReadonlyArray<FestivalTill>
  readonly model: FestivalModel
  readonly booked: Array<Booked>
  readonly outcomes: Map<string, number>
}

/** Cash with which every register starts, in cents. */
const float = 30_000

/** Opens tills at the given nodes, further ones at the event. */
export const openFestival = (customers: number, tillCount: number, nodes: ReadonlyArray<number> = []) =>
  Effect.gen(function*() {
    const { guest, tills } = yield* Festival
    const many = Array.from({ length: tillCount }, (_, n) => n)
    const model = newModel(customers, tillCount)
    model.registers.forEach((register, till) => Object.assign(register, { cash: float, till }))
    const opened: Concurrent = {
      guests: yield* Effect.forEach(Array.from({ length: customers }), () => guest({ balance: 0 })),
      tills: yield* Effect.forEach(many, (n) => {
        const node = nodes[n]
        return tills.open({ float: float / 100, ...(node === undefined ? {} : { node }) })
      }),
      model,
      booked: [],
      outcomes: new Map()
    }
    return opened
  })

/** Runs the steps concurrently, then records the answers in the model. */
export const batch = Effect.fnUntraced(function*(real: Concurrent, steps: ReadonlyArray<Step>) {
  const { press } = yield* Festival
  const requests = steps.map((step) => ({ step, ...requestOf(real, step, press) }))
  const answers = yield* Effect.all(requests.map(({ send }) => untilAnswered(send)), { concurrency: "unbounded" })
  answers.forEach((answer, n) => {
    const { record, send, step } = requests[n]!
    const outcome = answer.status < 300 ? "done" : refusalIn(answer)
    assert.isBelow(answer.status, 500, `${step.kind}: ${answer.text}`)
    const key = `${step.kind} ${outcome}`
    real.outcomes.set(key, (real.outcomes.get(key) ?? 0) + 1)
    if (outcome === "done") record(answer, send)
    else expectable(step, outcome, answer.body)
  })
})

/** Repeats a request, as a terminal does, while concurrent changes make it fail. */
const untilAnswered = (send: Effect.Effect<Answer>) => Effect.repeat(send, { while: (answer) => answer.status === 503 })

type Recorder = (answer: Answer, send: Effect.Effect<Answer>) => void
type Requested = { readonly send: Effect.Effect<Answer>; readonly record: Recorder }

const nothing: Recorder = () => undefined

const requestOf = (
  real: Concurrent,
  step: Step,
  press: (name: ButtonName, quantity: number) => Body
): Requested => {
  const { booked, guests, model, tills } = real
  const pressing = (presses: ReadonlyArray<Press>) =>
    presses.map(([name, quantity]) => press(buttons[name as keyof typeof buttons], quantity))
  switch (step.kind) {
    case "tag sale": {
      const body = sale(pressing(step.presses), guests[step.customer]!, { used_vouchers: step.wanted })
      return {
        send: tills[step.till]!.post("/order/book-sale", body),
        record: (answer, send) => {
          const used = Number(answer.body.used_vouchers)
          const bought = purchase(step.presses, used)
          assert.isDefined(bought)
          assert.deepStrictEqual([bought!.charity + bought!.other, bought!.vouchers], [
            cents(answer.body.total_price),
            used
          ])
          assert.isAtMost(used, step.wanted === null ? used : Math.max(0, step.wanted))
          recordSale(model, step.till, { customer: step.customer }, bought!)
          const at = { id: Number(answer.body.id), till: step.till, order: model.orders.length - 1 }
          booked.push({ send, answer, sale: at })
        }
      }
    }
    case "other sale": {
      const body = sale(pressing(step.presses), null, { payment_method: step.method })
      return {
        send: tills[step.till]!.post("/order/book-sale", body),
        record: (answer, send) => {
          const bought = purchase(step.presses, 0)
          assert.strictEqual(bought!.charity + bought!.other, cents(answer.body.total_price))
          recordSale(model, step.till, step.method === "cash" ? "cash" : "card", bought!, model.registers[step.till]!)
          booked.push({ send, answer })
        }
      }
    }
    case "top-up": {
      const body = topUp(guests[step.customer]!, step.cents / 100, { payment_method: step.method })
      return {
        send: tills[step.till]!.post("/order/book-topup", body),
        record: (answer, send) => {
          model.customers[step.customer]!.money += step.cents
          if (step.method === "cash") {
            model.registers[step.till]!.cash += step.cents
            model.totals.cashIn += step.cents
          } else model.totals.card += step.cents
          booked.push({ send, answer })
        }
      }
    }
    case "pay-out": {
      const body = payOut(guests[step.customer]!, step.cents === null ? undefined : -step.cents / 100)
      return {
        send: tills[step.till]!.post("/order/book-payout", body),
        record: (answer, send) => {
          const paid = -cents(answer.body.amount)
          if (step.cents !== null) assert.strictEqual(paid, step.cents)
          model.customers[step.customer]!.money -= paid
          model.registers[step.till]!.cash -= paid
          model.totals.cashOut += paid
          booked.push({ send, answer })
        }
      }
    }
    case "cancel": {
      const sold = booked.filter((one) => one.sale !== undefined).at(-1 - step.back)?.sale
      return {
        send: tills[step.till]!.post(`/order/${sold?.id ?? 0}/cancel`),
        record: () => {
          assert.isDefined(sold)
          assert.strictEqual(sold!.till, step.till)
          recordCancel(model, sold!.order)
        }
      }
    }
    case "grant":
      return {
        send: tills[0]!.post("/user/grant-vouchers", {
          vouchers: step.vouchers,
          user_tag_uid: guests[step.customer]!.uid,
          request_id: randomUUID()
        }),
        record: () => {
          model.customers[step.customer]!.vouchers += step.vouchers
          model.totals.vouchersGranted += step.vouchers
        }
      }
    case "repeat": {
      const earlier = booked.at(-1 - step.back)
      return earlier === undefined
        ? { send: tills[0]!.get("/order"), record: nothing }
        : { send: earlier.send, record: (answer) => assert.deepStrictEqual(answer.body, earlier.answer.body) }
    }
    case "shift": {
      const { cashier, post } = tills[step.till]!
      return { send: Effect.andThen(post("/user/logout"), post("/user/login", login(cashier))), record: nothing }
    }
  }
}

const recordCancel = (model: FestivalModel, order: number) => {
  const cancelled = model.orders[order]!
  // A cancel that its cashier sends again is answered again; the books say whether it was booked again.
  if (cancelled.cancelled) return
  const { charity, customer, other, vouchers } = cancelled.byTag!
  const owner = model.customers[customer]!
  owner.money += charity + other
  owner.vouchers += vouchers
  model.totals.sales -= other
  model.totals.charity -= charity
  model.totals.vouchersSpent -= vouchers
  cancelled.cancelled = true
}

/** Sign-ins and sign-outs run at the same time, so any call may find no one signed in. */
const nobody: RuleName = "till.nobody_signed_in"

/** The refusals that a step may meet, by rule, or by id for those without rules. */
const refusals: { readonly [kind in Step["kind"]]: ReadonlyArray<string> } = {
  // A sale that returns more deposits than it sells pays the guest.
  "tag sale": [nobody, "NotEnoughFunds", "NotEnoughVouchers", "order.maximum_exceeded", "order.sale_empty"],
  "other sale": [nobody, "InsufficientCash", "order.sale_empty"],
  "top-up": [nobody, "order.maximum_exceeded", "order.top_up_not_positive", "order.top_up_too_small"],
  "pay-out": [nobody, "NotEnoughFunds", "InsufficientCash", "order.pay_out_empty", "order.pay_out_not_negative"],
  cancel: [nobody, "NotEnoughFunds", "order.cancelled_elsewhere", "order.order_cancelled", "order.order_unknown"],
  grant: [nobody, "order.grant_out_of_range"],
  repeat: [nobody],
  shift: [nobody]
}

const refusalIn = ({ body }: Answer) => String(body.rule ?? body.id)

/** Asserts that a refusal is one of those expected for the step and that its figures justify it. */
const expectable = (step: Step, refusal: string, { available, needed }: Body) => {
  assert.include(refusals[step.kind], refusal)
  if (needed !== undefined) assert.isAbove(Number(needed), Number(available), `${step.kind} ${refusal}`)
}

const cents = (major: unknown) => Math.round(Number(major) * 100)

/** The expected content of the ledger, by the labels of `holdings`, in major units; zeros are left out. */
export const expectedHoldings = ({ guests, model, tills }: Concurrent) => {
  const { totals } = model
  const expected: Record<string, number> = {
    sale_exit: totals.sales,
    "sale_exit vouchers": totals.vouchersSpent,
    donation_exit: totals.charity,
    cash_entry: -totals.cashIn,
    cash_exit: totals.cashOut,
    cash_topup_source: totals.cashOut - totals.cashIn,
    sumup_entry: -totals.card,
    "voucher_create vouchers": -totals.vouchersGranted
  }
  guests.forEach(({ label }, n) => {
    expected[label] = model.customers[n]!.money
    expected[`${label} vouchers`] = model.customers[n]!.vouchers
  })
  tills.forEach(({ register }, n) => {
    expected[register] = model.registers[n]!.cash - float
  })
  return Object.fromEntries(
    Object.entries(expected).filter(([, held]) => held !== 0)
      .map(([label, held]) => [label, label.endsWith(" vouchers") ? held : held / 100])
  )
}

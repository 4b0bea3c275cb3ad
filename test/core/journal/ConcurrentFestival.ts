import { assert } from "@effect/vitest"
import type { RuleName } from "@wristbank/core/Rules"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { type ButtonName, Festival, type Guest, payOut, sale, topUp } from "../../support/Festival.ts"
import { type Answer, type Body } from "../../support/FestivalServer.ts"
import { type FestivalTill, login } from "../../support/FestivalTill.ts"
import {
  type buttons,
  type LedgerModel,
  newModel,
  type Press,
  purchase,
  sold
} from "../../support/model/LedgerModel.ts"
import {
  recordCancel,
  recordGrant,
  recordOtherSale,
  recordPayOut,
  recordSale,
  recordTopUp
} from "../../support/model/ModelOrders.ts"
import type { StepOf } from "../../support/model/ModelStep.ts"

/** One action of one of several concurrent fibers. Guests, tills and earlier orders are numbered, amounts are in cents. */
export type Step =
  | OtherSale
  | StepOf<"cancel" | "grant" | "payOut" | "sale" | "topUp">
  | { readonly kind: "repeat"; readonly back: number }
  | { readonly kind: "shift"; readonly till: number }

type OtherSale = StepOf<"cashSale"> & { readonly method: "cash" | "sumup" }

/** The buttons of the model that the festival's bar has. */
export const pressed = [
  "beer",
  "beerOnly",
  "crate",
  "cup",
  "deposit",
  "food",
  "large",
  "largeOnly",
  "meal"
] as const satisfies ReadonlyArray<ButtonName & keyof typeof buttons>

interface Booked {
  readonly send: Effect.Effect<Answer>
  readonly answer: Answer
  /** For a sale by tag, which can be cancelled: the sale in the model. */
  readonly sale?: { readonly id: number; readonly till: number; readonly sold: LedgerModel["sales"][number] }
}

/** The festival under test: its guests and tills, the model, and the orders booked so far. */
export interface Concurrent {
  readonly guests: ReadonlyArray<Guest>
  readonly tills: ReadonlyArray<FestivalTill>
  readonly model: LedgerModel
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
    const model = newModel({
      guests: Array.from({ length: customers }, () => ({ money: 0, vouchers: 0 })),
      tills: many.map((n) => ({ person: n, register: n })),
      registers: many.map(() => ({ cash: float }))
    })
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
    presses.map(([name, quantity]) => press(name as (typeof pressed)[number], quantity))
  const bought = (presses: ReadonlyArray<Press>, vouchers: number) =>
    purchase(model.inVouchers, model.prices, sold(presses), vouchers)!
  switch (step.kind) {
    case "sale": {
      const { guest, presses, till, vouchers } = step
      return {
        send: tills[till]!.post(
          "/order/book-sale",
          sale(pressing(presses), guests[guest]!, { used_vouchers: vouchers })
        ),
        record: (answer, send) => {
          const used = Number(answer.body.used_vouchers)
          const taken = bought(presses, used)
          assert.deepStrictEqual([taken.charity + taken.other, taken.vouchers], [cents(answer.body.total_price), used])
          assert.isAtMost(used, vouchers === null ? used : Math.max(0, vouchers))
          recordSale(model, { guest, till, bought: taken, content: "" })
          booked.push({ send, answer, sale: { id: Number(answer.body.id), till, sold: model.sales.at(-1)! } })
        }
      }
    }
    case "cashSale": {
      const { method, presses, till } = step
      return {
        send: tills[till]!.post("/order/book-sale", sale(pressing(presses), null, { payment_method: method })),
        record: (answer, send) => {
          const taken = bought(presses, 0)
          assert.strictEqual(taken.charity + taken.other, cents(answer.body.total_price))
          recordOtherSale(model, method, till, taken)
          booked.push({ send, answer })
        }
      }
    }
    case "topUp": {
      const { guest, method, till } = step
      return {
        send: tills[till]!.post(
          "/order/book-topup",
          topUp(guests[guest]!, step.cents / 100, { payment_method: method })
        ),
        record: (answer, send) => {
          recordTopUp(model, { cents: step.cents, guest, method, register: till })
          booked.push({ send, answer })
        }
      }
    }
    case "payOut": {
      const { guest, till } = step
      const amount = step.cents === null ? undefined : -step.cents / 100
      return {
        send: tills[till]!.post("/order/book-payout", payOut(guests[guest]!, amount)),
        record: (answer, send) => {
          const paid = -cents(answer.body.amount)
          if (step.cents !== null) assert.strictEqual(paid, step.cents)
          recordPayOut(model, { cents: paid, guest, register: till })
          booked.push({ send, answer })
        }
      }
    }
    case "cancel": {
      const cancelled = booked.filter((one) => one.sale !== undefined).at(-1 - step.sale)?.sale
      return {
        send: tills[step.till]!.post(`/order/${cancelled?.id ?? 0}/cancel`),
        record: () => {
          assert.strictEqual(cancelled?.till, step.till)
          // A cancel that its cashier sends again is answered again; the books say whether it was booked again.
          if (cancelled?.sold.cancelled === false) recordCancel(model, cancelled.sold)
        }
      }
    }
    case "grant": {
      const { guest, till, vouchers } = step
      const body = { vouchers, user_tag_uid: guests[guest]!.uid, request_id: randomUUID() }
      return {
        send: tills[till]!.post("/user/grant-vouchers", body),
        record: () => recordGrant(model, guest, vouchers)
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

/** Sign-ins and sign-outs run at the same time, so any call may find no one signed in. */
const nobody: RuleName = "till.nobody_signed_in"

/** The refusals that a step may meet, by rule, or by id for those without rules. */
const refusals: { readonly [kind in Step["kind"]]: ReadonlyArray<string> } = {
  // A sale that returns more deposits than it sells pays the guest.
  sale: [nobody, "NotEnoughFunds", "NotEnoughVouchers", "order.maximum_exceeded", "order.sale_empty"],
  cashSale: [nobody, "InsufficientCash", "order.sale_empty"],
  topUp: [nobody, "order.maximum_exceeded", "order.top_up_not_positive", "order.top_up_too_small"],
  payOut: [nobody, "NotEnoughFunds", "InsufficientCash", "order.pay_out_empty", "order.pay_out_not_negative"],
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

/** What the model posted, by the labels of `holdings`, in major units; zeros are left out. */
export const expectedHoldings = ({ guests, model, tills }: Concurrent) => {
  const label = (account: string) => {
    const [kind, n] = account.split(" ")
    return kind === "guest" ? guests[Number(n)]!.label : kind === "register" ? tills[Number(n)]!.register : account
  }
  return Object.fromEntries(
    Array.from(model.accounts).filter(([, held]) => held !== 0).map(([name, held]) =>
      name.endsWith(" vouchers")
        ? [`${label(name.slice(0, -" vouchers".length))} vouchers`, held]
        : [label(name), held / 100]
    )
  )
}

import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { Body } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"
import type { Press } from "../../support/model/LedgerModel.ts"
import type { ShownButton, Step } from "../../support/model/ModelStep.ts"
import { done, refused } from "../../support/model/Outcome.ts"
import { account, bank, bankFile, giveBack, newRun, revoke, runDone } from "./PayoutActs.ts"
import { accountFields, type Act, cents, outcomeOf } from "./SystemAnswer.ts"
import { closeOut, productOf, setPrice, showBeerOnly, type SystemRun } from "./SystemServer.ts"

const soldFields = ({ new_balance, new_voucher_balance, total_price, used_vouchers }: Body) => ({
  total: cents(total_price),
  used: used_vouchers,
  money: cents(new_balance),
  vouchers: new_voucher_balance
})

const balanceField = ({ new_balance }: Body) => ({ money: cents(new_balance) })

/** Books an order at a till. */
const book = Effect.fnUntraced(function*(
  run: SystemRun,
  till: number,
  path: string,
  content: Body,
  fields: typeof soldFields | typeof balanceField
) {
  const body = { uuid: randomUUID(), ...content }
  const answer = yield* run.system.tills[till]!.post(path, body)
  if (answer.status === 200) run.last = { till, path, body, text: answer.text }
  if (answer.status === 200 && content.payment_method === "tag") run.sales.push(Number(answer.body.id))
  return outcomeOf(answer, fields)
})

const pressesOf = ({ system: { press } }: SystemRun, presses: ReadonlyArray<Press>) =>
  presses.map(([button, quantity]) => press(button as ShownButton, quantity))

const post = ({ system }: SystemRun, till: number, path: string, body: Body) =>
  Effect.map(system.tills[till]!.post(path, body), (answer) => outcomeOf(answer))

const office = (
  { system }: SystemRun,
  method: "DELETE" | "POST",
  path: string,
  body?: Body,
  fields?: (body: Body) => Readonly<Record<string, unknown>>
) => Effect.map(system.office(method, path, body), (answer) => outcomeOf(answer, fields))

/** A sale that the model does not know is one that no one ever booked. */
const saleOf = ({ sales }: SystemRun, back: number) => sales.at(-1 - back) ?? 0

const uidOf = ({ guests }: SystemRun, guest: number) => guests[guest]!.band.uid

const freeTicket: Act<"freeTicket"> = Effect.fnUntraced(function*(run, { till, vouchers }) {
  const band = run.bands.at(-1)
  if (band === undefined) return refused("no band")
  const answer = yield* run.system.tills[till]!.post("/user/grant-free-ticket", {
    user_tag_pin: band.pin,
    user_tag_uid: band.uid,
    initial_voucher_amount: vouchers
  })
  if (answer.status === 200) {
    run.bands.pop()
    run.guests.push({ accountId: Number(answer.body.id), band })
  }
  return outcomeOf(answer, accountFields)
})

const ticketSale: Act<"ticketSale"> = Effect.fnUntraced(function*(run, { cents: amount, method, till }) {
  const band = run.bands.at(-1)
  if (band === undefined) return refused("no band")
  const answer = yield* run.system.tills[till]!.post("/order/book-ticket-sale", {
    uuid: randomUUID(),
    payment_method: method,
    customer_tags: [{ tag_pin: band.pin, tag_uid: band.uid, top_up_amount: amount / 100 }]
  })
  if (answer.status === 200) {
    run.bands.pop()
    run.guests.push({ accountId: Number(answer.body.customer_account_id), band })
  }
  return outcomeOf(answer, ({ total_price }) => ({ total: cents(total_price) }))
})

/**
 * A cancel that was answered before, and is answered once more to its cashier for a minute, counts as refused: how long a run
 * takes does not matter then, and the books show that nothing was booked again.
 */
const cancel: Act<"cancel"> = Effect.fnUntraced(function*(run, { sale, till }) {
  const id = saleOf(run, sale)
  const outcome = yield* post(run, till, `/order/${id}/cancel`, {})
  if (outcome.said !== "done") return outcome
  if (run.cancelled.has(id)) return refused("order.order_cancelled")
  run.cancelled.add(id)
  return outcome
})

/** The office sells the products that the festival had at first. */
const edit: Act<"edit"> = Effect.fnUntraced(function*(run, { pieces, sale, vouchers }) {
  const answer = yield* run.system.office("POST", `/orders/${saleOf(run, sale)}/edit`, {
    uuid: randomUUID(),
    used_vouchers: vouchers,
    products: pieces.map(([good, quantity]) => ({ product_id: productOf(run.system, good), quantity }))
  })
  if (answer.status === 200) run.sales.push(Number(answer.body.id))
  return outcomeOf(answer, soldFields)
})

const newBand: Act<"newBand"> = Effect.fnUntraced(function*(run, { guest, till }) {
  const band = run.bands.at(-1)
  if (band === undefined) return refused("no band")
  const answer = yield* run.system.tills[till]!.post("/customer/switch_tag", {
    old_user_tag_pin: run.guests[guest]!.band.pin,
    new_user_tag_pin: band.pin,
    new_user_tag_uid: band.uid,
    comment: "lost"
  })
  if (answer.status === 200) {
    run.bands.pop()
    run.guests[guest]!.band = band
  }
  return outcomeOf(answer)
})

const repeat: Act<"repeat"> = Effect.fnUntraced(function*({ last, system }) {
  if (last === null) return done()
  const { body, status, text } = yield* system.tills[last.till]!.post(last.path, last.body)
  return status === 200 && text === last.text ? done() : refused(String(body.rule ?? body.id ?? "another answer"))
})

type Acts = { readonly [K in Step["kind"]]: Act<K> }

/** How each step is done at the server. */
export const acts: Acts = {
  sale: (run, { guest, presses, till, vouchers }) =>
    book(run, till, "/order/book-sale", {
      payment_method: "tag",
      customer_tag_uid: uidOf(run, guest),
      used_vouchers: vouchers,
      buttons: pressesOf(run, presses)
    }, soldFields),
  cashSale: (run, { presses, till }) =>
    book(run, till, "/order/book-sale", { payment_method: "cash", buttons: pressesOf(run, presses) }, soldFields),
  topUp: (run, { cents: amount, guest, method, till }) =>
    book(run, till, "/order/book-topup", {
      payment_method: method,
      customer_tag_uid: uidOf(run, guest),
      amount: amount / 100
    }, balanceField),
  payOut: (run, { cents: amount, guest, till }) =>
    book(run, till, "/order/book-payout", {
      customer_tag_uid: uidOf(run, guest),
      amount: amount === null ? null : -amount / 100
    }, balanceField),
  cancel,
  officeCancel: (run, { sale }) => office(run, "DELETE", `/orders/${saleOf(run, sale)}`),
  edit,
  repeat,
  grant: (run, { guest, till, vouchers }) =>
    Effect.map(
      run.system.tills[till]!.post("/user/grant-vouchers", {
        vouchers,
        user_tag_uid: uidOf(run, guest),
        request_id: randomUUID()
      }),
      (answer) => outcomeOf(answer, accountFields)
    ),
  freeTicket,
  ticketSale,
  newBand,
  signIn: (run, { person, till }) => post(run, till, "/user/login", login(run.system.people[person]!)),
  signOut: (run, { till }) => post(run, till, "/user/logout", {}),
  blockBand: (run, { guest }) => office(run, "POST", `/accounts/${run.guests[guest]!.accountId}/disable`, {}),
  look: (run, { guest, till }) =>
    Effect.map(
      run.system.tills[till]!.get(`/customer/${uidOf(run, guest)}`),
      (answer) => outcomeOf(answer, accountFields)
    ),
  stockUp: (run, { cents: amount, person, register, till }) =>
    post(run, till, "/stock-up-cash-register", {
      cashier_tag_uid: run.system.people[person]!.uid,
      cash_register_id: run.system.registers[register]!,
      register_stocking_id: run.system.stockings.get(amount)!
    }),
  bring: (run, { cents: amount, person, till }) =>
    post(run, till, "/change-cash-register-balance", {
      cashier_tag_uid: run.system.people[person]!.uid,
      amount: amount / 100,
      request_id: randomUUID()
    }),
  carry: (run, { cents: amount, person, till }) =>
    post(run, till, "/change-transport-register-balance", {
      orga_tag_uid: run.system.people[person]!.uid,
      amount: amount / 100,
      request_id: randomUUID()
    }),
  handOn: (run, { person, till, to }) =>
    post(run, till, "/transfer-cash-register", {
      source_cashier_tag_uid: run.system.people[person]!.uid,
      target_cashier_tag_uid: run.system.people[to]!.uid
    }),
  closeOut: (run, { cents: amount, person }) =>
    office(
      run,
      "POST",
      `/cashiers/${run.system.people[person]!.id}/close-out`,
      closeOut(run.system.people[person]!, amount),
      ({ imbalance }) => ({ imbalance: cents(imbalance) })
    ),
  price: ({ system }, { cents: amount, good }) => Effect.as(setPrice(system, good, amount), done()),
  layout: ({ system }, { beerOnlyShown }) =>
    Effect.map(showBeerOnly(system, beerOnlyShown), (answer) => outcomeOf(answer)),
  correctMoney: (run, { cents: amount, guest }) =>
    office(run, "POST", `/accounts/${run.guests[guest]!.accountId}/update-balance`, { new_balance: amount / 100 }),
  correctVouchers: (run, { guest, vouchers }) =>
    office(run, "POST", `/accounts/${run.guests[guest]!.accountId}/update-voucher-amount`, {
      new_voucher_amount: vouchers
    }),
  bank,
  account,
  newRun,
  bankFile,
  runDone,
  revoke,
  giveBack
}

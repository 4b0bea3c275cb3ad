import type { HeldPayments } from "@wristbank/core/sale/HeldPayments"
import type { PendingOrderSweeps } from "@wristbank/core/sale/PendingOrderSweeps"
import type { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { type Festival } from "../../support/Festival.ts"
import { sweepAfter } from "../../support/FestivalPayments.ts"
import { settle } from "../../support/FestivalSettlements.ts"
import { login } from "../../support/FestivalTill.ts"
import type { Rush } from "./RushHour.ts"
import { booking, guestOf, registration, repetition, type Round } from "./RushOrders.ts"

/** The weight of a step, and its call. */
type Step = readonly [
  weight: number,
  take: () => Effect.Effect<unknown, unknown, FakeSumUp | Festival | HeldPayments | PendingOrderSweeps>
]

/** One random step of a round. */
export const anyStep = (rush: Rush, round: Round) =>
  Effect.suspend(() => {
    const steps = [...orders(rush, round), ...guests(rush, round), ...cash(rush)]
    let at = rush.random() * steps.reduce((sum, [weight]) => sum + weight, 0)
    const [, take] = steps.find(([weight]) => (at -= weight) < 0) ?? steps[0]!
    return take()
  })

const orders = (rush: Rush, round: Round): ReadonlyArray<Step> => {
  const { between, office, pick, post, tills } = rush
  const edited = () => ({
    uuid: pick([randomUUID(), ...round.uuids]),
    products: [{ product_id: rush.product, quantity: between(1, 2) }]
  })
  return [
    [12, () => booking(rush, round, "sale")],
    [6, () => booking(rush, round, "topup")],
    [4, () => booking(rush, round, "payout")],
    [5, () => booking(rush, round, "ticket-sale")],
    [8, () => registration(rush, round)],
    [16, () => repetition(rush)],
    [3, () => sweepAfter(pick([25, 60, 90_000]))],
    [2, () => Effect.exit(settle(pick(round.uuids), pick(["book", "dismiss", "acknowledge"])))],
    [4, () => post(pick(tills), `/order/${pick(round.sales)}/cancel`)],
    [2, () => office("DELETE", `/orders/${pick(round.sales)}`)],
    [2, () => office("POST", `/orders/${pick(round.sales)}/edit`, edited())]
  ]
}

const guests = (rush: Rush, round: Round): ReadonlyArray<Step> => {
  const { between, office, pick, post, tills } = rush
  const account = () => `/accounts/${pick(round.visitors).accountId}`
  const granted = (path: string, body: object) => post(pick(tills), path, { ...body, request_id: pick(round.uuids) })
  const freeTicket = ({ pin, uid }: Round["bands"][number]) =>
    granted("/user/grant-free-ticket", { user_tag_pin: pin, user_tag_uid: uid, initial_voucher_amount: 2 })
  const bandSwitch = Effect.fnUntraced(function*() {
    const [visitor, next] = [pick(round.visitors), pick(round.bands)]
    const answer = yield* post(pick(tills), "/customer/switch_tag", {
      old_user_tag_pin: visitor.band.pin,
      new_user_tag_uid: next.uid,
      new_user_tag_pin: next.pin,
      comment: "broken"
    })
    if (answer.status === 200) visitor.band = next
  })
  return [
    [2, () => granted("/user/grant-vouchers", { vouchers: between(1, 3), user_tag_uid: guestOf(rush, round).uid })],
    [2, () => freeTicket(pick(round.bands))],
    [2, bandSwitch],
    [1, () => office("POST", `${account()}/disable`)],
    [2, () => office("POST", `${account()}/update-balance`, { new_balance: between(0, 60) })],
    [1, () => office("POST", `${account()}/update-voucher-amount`, { new_voucher_amount: between(0, 5) })]
  ]
}

const cash = ({ between, office, people, pick, post, registers, stocking, tills }: Rush): ReadonlyArray<Step> => {
  const tag = () => pick(people).uid
  const amount = () => between(-20, 40)
  const stock = () => ({
    cashier_tag_uid: tag(),
    cash_register_id: pick(registers),
    register_stocking_id: stocking
  })
  const counted = () => ({
    comment: "counted",
    actual_cash_drawer_balance: between(0, 300),
    closing_out_user_id: pick(people).id
  })
  const handing = () => ({ source_cashier_tag_uid: tag(), target_cashier_tag_uid: tag() })
  const call = (path: string, body: object) => post(pick(tills), path, { ...body })
  return [
    [2, () => call("/change-cash-register-balance", { cashier_tag_uid: tag(), amount: amount() })],
    [2, () => call("/change-transport-register-balance", { orga_tag_uid: tag(), amount: amount() })],
    [1, () => call("/transfer-cash-register", handing())],
    [1, () => call("/stock-up-cash-register", stock())],
    [4, () => call("/user/login", login(pick(people)))],
    [1, () => call("/user/logout", {})],
    [1, () => office("POST", `/terminal/${pick(tills).terminalId}/force-logout-user`)],
    [2, () => office("POST", `/cashiers/${pick(people).id}/close-out`, counted())]
  ]
}

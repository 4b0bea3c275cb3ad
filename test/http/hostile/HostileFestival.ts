import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { administrator } from "../../support/administration.ts"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival, maximum, sale, topUp } from "../../support/Festival.ts"
import { cardKeys } from "../../support/FestivalCards.ts"
import { begun } from "../../support/FestivalCheckouts.ts"
import { promote } from "../../support/FestivalManager.ts"
import { payoutOffice, tomorrow } from "../../support/FestivalPayouts.ts"
import { type Answer, type Body, caller, created, done, listOf } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import { newTse } from "../calls/OfficeFiscalCalls.ts"
import { failedMail } from "../calls/OfficeMailCalls.ts"
import { checkoutThere, reportOfDay } from "../calls/OfficeSumUpCalls.ts"
import { Fields, Raw } from "./HostileJson.ts"
import type { Described, Known } from "./Requests.ts"

/** Returns the items in turn, starting again after the last. */
const inTurn = <A>(items: ReadonlyArray<A>) => {
  let n = 0
  return () => items[n++ % items.length]!
}

const several = <A, E, R>(make: () => Effect.Effect<A, E, R>, count: number) =>
  Effect.map(Effect.all(Array.from({ length: count }, () => Effect.suspend(make))), inTurn)

const exact = (uid: bigint) => new Raw(String(uid))

const sellsTickets = (path: string) => path.includes("ticket-s")

/** Orders that wait for their card payment, by uuid. */
const pending = Effect.fnUntraced(function*(supplies: number) {
  const { bar, guest, press, tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const card = { payment_method: "sumup" }
  const buyer = yield* guest({ balance: 0 })
  const uuidOf = Effect.map((answer: Answer) => String(done(answer).body.uuid))
  return {
    topUp: yield* several(() => uuidOf(bar.post("/order/register-pending-topup", topUp(buyer, 1, card))), supplies),
    sale: yield* several(
      () => uuidOf(bar.post("/order/register-pending-sale", sale([press("beer")], null, card))),
      supplies
    ),
    ticketSale: yield* several(() =>
      Effect.flatMap(
        tills.tag(),
        (tag) => uuidOf(entrance.post("/order/register-pending-ticket-sale", ticketSale([scanOf(tag)], card)))
      ), supplies)
  }
})

/** Objects that calls use up: each gives the fields of the next request. */
const consumed = Effect.fnUntraced(function*(supplies: number) {
  const { guest, office, tills } = yield* Festival
  const tag = yield* several(() => tills.tag(), 8 * supplies)
  const guests = yield* several(() => guest({ balance: 0 }), supplies)
  const codes = yield* several(
    () =>
      Effect.map(office("POST", "/terminal", { name: randomUUID() }), (answer) => done(answer).body.registration_uuid),
    supplies
  )
  const registers = yield* several(() => created(office("POST", "/till-registers", { name: randomUUID() })), 6)
  const colleagues = yield* several(() => tills.colleague(), 6)
  const holder = (yield* tills.open({ float: 10 })).cashier
  const free = yield* tills.colleague()
  const registered = yield* pending(supplies)
  const pair = inTurn([[holder, free], [free, holder]])
  const next: { readonly [path: string]: () => Known } = {
    "/auth/register_terminal": () => ({ registration_uuid: String(codes()) }),
    "/stock-up-cash-register": () => ({ cash_register_id: registers(), cashier_tag_uid: exact(colleagues().uid) }),
    "/transfer-cash-register": () => {
      const [source, target] = pair()
      return { source_cashier_tag_uid: exact(source!.uid), target_cashier_tag_uid: exact(target!.uid) }
    },
    "/customer/switch_tag": () => {
      const { pin, uid } = tag()
      return { old_user_tag_pin: guests().pin, new_user_tag_pin: pin, new_user_tag_uid: exact(uid) }
    },
    "/user/create-user": () => {
      const { pin, uid } = tag()
      return { user_tag_pin: pin, user_tag_uid: exact(uid) }
    },
    "/user/grant-free-ticket": () => {
      const { pin, uid } = tag()
      return { user_tag_pin: pin, user_tag_uid: exact(uid) }
    },
    "/order/cancel-pending-topup": () => ({ order_uuid: registered.topUp() }),
    "/order/cancel-pending-sale": () => ({ order_uuid: registered.sale() }),
    "/order/cancel-pending-ticket-sale": () => ({ order_uuid: registered.ticketSale() }),
    ticket: () => {
      const { pin, uid } = tag()
      const scan = { tag_pin: pin, tag_uid: exact(uid), voucher_token: null, top_up_amount: 1 }
      // One entry: a drawn list may have two, and a sale with the same tag twice is refused.
      return { ...scan, customer_tags: [new Fields(Object.entries(scan))] }
    }
  }
  return ({ path }: Described): Known => (next[path] ?? (sellsTickets(path) ? next.ticket : undefined))?.() ?? {}
})

/** The terminals with a token for each call at the tills. */
const crew = Effect.gen(function*() {
  const { bar, tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const [device, till, officeTill] = [yield* tills.open(), yield* tills.open(), yield* tills.open()]
  yield* promote(officeTill)
  const manages = [
    "/cash-registers",
    "/customer/switch_tag",
    "/mgmtrevenue-stats",
    "/user-info",
    "/user/create-user",
    "/user/update-user-roles"
  ]
  const tokenAtTills = ({ path }: Described): string => {
    if (path === "/auth/logout_terminal") return device.token
    if (path === "/user/logout") return till.token
    if (sellsTickets(path)) return entrance.token
    return manages.includes(path) ? officeTill.token : bar.token
  }
  return { device, tokenAtTills }
})

/**
 * A festival where valid requests succeed.
 *
 * @param supplies how many requests to a call find unused objects, such as a tag without account
 */
export const hostileFestival = Effect.fnUntraced(function*(supplies: number) {
  const festival = yield* Festival
  const { address, admin, bar, buttons, event, guest, office, otherLayout, products, tills } = festival
  const credentials = { username: administrator.login, password: administrator.password, node_id: null }
  const signIn = Effect.map(
    caller(`${address}/administration`, null)("POST", "/auth/login", credentials),
    (answer) => String((done(answer).body.success as Body).token)
  )
  const days = { start_date: "2026-07-01T00:00:00Z", end_date: "2026-07-09T00:00:00Z", daily_end_time: "06:00" }
  const settings = { ...eventSettings, max_account_balance: maximum, customer_portal_url: "https://portal.example/" }
  const buyer = yield* guest({ vouchers: 20 })
  const order = done(yield* bar.post("/order/book-sale", sale([festival.press("beer")], buyer))).body
  const { created: createRun, payee } = yield* payoutOffice
  yield* payee(10)
  const run = yield* createRun()
  const all = { ...settings, ...days, ...cardKeys(), sumup_topup_enabled: true, sepa_enabled: true }
  done(yield* admin("POST", `/tree/events/${event}/event-settings`, all))
  const register = yield* created(office("POST", "/till-registers", { name: "Spare" }))
  const stocking = yield* created(office("POST", "/till-register-stockings", { name: "Float", variable_in_euro: 10 }))
  const signInGuest = Effect.map(
    caller(`${address}/customer`, null)("POST", "/auth/login", { node_id: event, pin: buyer.pin }),
    (answer) => String(done(answer).body.access_token)
  )
  yield* signInGuest
  const portal = yield* signInGuest
  const sessions = yield* caller(`${address}/customer`, portal)("GET", "/sessions")
  const elsewhere = listOf(sessions).find(({ is_current }) => is_current === false)
  assert.isDefined(elsewhere)
  const wallet = { guest: buyer, call: caller(`${address}/customer`, portal) }
  const { uuid: checkout } = yield* begun(wallet, 1)
  const { device, tokenAtTills } = yield* crew
  const consume = yield* consumed(supplies)
  const somebody = yield* tills.colleague()
  const uid = exact(buyer.uid)
  const known: Known = {
    node_id: event,
    order_id: Number(order.id),
    order_uuid: String(order.uuid),
    customer_tag_uid: uid,
    user_tag_uid: uid,
    uid: exact(bar.cashier.uid),
    cashier_tag_uid: exact(bar.cashier.uid),
    orga_tag_uid: exact(bar.cashier.uid),
    till_button_id: buttons.beer,
    used_vouchers: null,
    pin: buyer.pin,
    user_role_id: bar.cashier.roleId,
    cash_register_id: register,
    register_stocking_id: stocking,
    vouchers: 1,
    layout_id: otherLayout,
    till_layout_id: otherLayout,
    product_id: products.beer,
    button_id: buttons.beer,
    tax_rate_id: Number(festival.productBody("beer").tax_rate_id),
    terminal_id: device.terminalId,
    till_id: device.id,
    hide_assigned: new Raw("false"),
    show_all: new Raw("true"),
    filter_privilege: new Raw("terminal_login")
  }
  const atTills: Known = { ...known, role_ids: [somebody.roleId], from_time: null, to_time: null }
  const knownFor = (call: Described): Known => {
    const { path } = call
    if (path.startsWith("/sumup/")) return { ...known, amount: 1, order_uuid: checkout }
    const next = { ...atTills, ...consume(call) }
    if (path === "/customer/find-by-pin") return { ...next, user_tag_pin: buyer.pin }
    // Only a payment by tag has one.
    if (path.endsWith("pending-sale")) {
      return { ...next, customer_tag_uid: null, payment_method: "sumup", quantity: 1, price: null }
    }
    if (path.includes("pending")) return { ...next, payment_method: "sumup", quantity: 1, price: null, amount: 1 }
    if (sellsTickets(path)) return { ...next, payment_method: "cash" }
    if (path.includes("sale")) return { ...next, payment_method: "tag", quantity: 1, price: null }
    if (/^\/user-info|update-user-roles/.test(path)) return { ...next, user_tag_uid: exact(somebody.uid) }
    const takes = path.includes("payout") || path.includes("register-balance")
    return { ...next, payment_method: "sumup", amount: takes ? -1 : 2 }
  }
  const knownInOffice: Known = {
    ...known,
    ...eventSettings,
    sepa_enabled: true,
    key0: "00112233445566778899aabbccddeeff",
    key1: "ffeeddccbbaa99887766554433221100",
    price: 2.5,
    fixed_price: true,
    role_ids: [bar.cashier.roleId],
    user_id: bar.cashier.id,
    account_id: buyer.accountId,
    customer_id: buyer.accountId,
    customer_account_id: buyer.accountId,
    register_id: register,
    stocking_id: stocking,
    new_balance: 2,
    new_voucher_amount: 3,
    search_term: buyer.pin,
    mail_id: yield* failedMail,
    checkout_id: yield* checkoutThere,
    reconciliation_id: yield* reportOfDay,
    redirect_uri: "https://office.example/sumup",
    payout_run_id: run.id,
    payout_id: Number((yield* run.payouts)[0]!.id),
    max_payout_sum: 100,
    max_num_payouts: 10,
    force: new Raw("true"),
    execution_date: tomorrow,
    version: "pain.001.001.09",
    part: 1,
    tse_id: yield* created(office("POST", "/tses/", newTse())),
    target_tse_id: null,
    ws_url: "ws://127.0.0.1:1/",
    ws_timeout: 5,
    serial: null,
    first_operation: null,
    certification_year: 2020,
    outage_limit: 10,
    zip: "20457",
    country: "DEU"
  }
  // The preparation above may have changed the event's settings.
  done(yield* admin("POST", `/tree/events/${event}/event-settings`, all))
  return {
    festival,
    knownFor,
    knownInOffice,
    portal,
    sessionElsewhere: Number(elsewhere!.id),
    signIn,
    signInGuest,
    tokenAtTills
  }
})

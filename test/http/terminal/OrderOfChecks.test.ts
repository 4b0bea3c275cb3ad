import { assert, layer } from "@effect/vitest"
import * as Fake from "@wristbank/cli/stand-ins/card-provider/FakeAnswer"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { hashToken } from "@wristbank/core/organisation/Token"
import { checksOf, nameOf, orderOfChecks } from "@wristbank/docs/orderOfChecks"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { cents, provider, registered, withCards } from "../../support/FestivalPayments.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { type Answer, type Body, caller, created, done } from "../../support/FestivalServer.ts"
import { ticketSale } from "../../support/FestivalTickets.ts"
import { login } from "../../support/FestivalTill.ts"

type Booking = keyof typeof orderOfChecks

/** How a refusal is named in the tables. */
const refusalOf = ({ body, status }: Answer): string =>
  status === 401 && body.id === undefined ? "NotAuthenticated" : String(body.rule ?? body.id)

/** Pairs of checks, the earlier one first; those that no request can break both are left out. */
const pairsOf = (booking: Booking, broken: ReadonlyArray<string>, exclusive: ReadonlyArray<string>) => {
  const inTable = checksOf(orderOfChecks[booking]).map(nameOf)
  assert.includeMembers(inTable, [...broken])
  const names = inTable.filter((name) => broken.includes(name))
  return names.flatMap((first, at) => names.slice(at).map((second) => [first, second] as const)).filter((
    [first, second]
  ) => !exclusive.includes(`${first}, ${second}`))
}

const archived = (nodes: ReadonlyArray<number>, read_only: boolean) =>
  Effect.gen(function*() {
    const { event } = yield* Festival
    const sql = yield* SqlClient.SqlClient
    yield* sql`update node set read_only = ${read_only} where ${sql.in("id", nodes)}`
    yield* sql`update event set version = version + 1 where event_id = ${event}`
  })

const tokens = "NotAuthenticated, Unauthorized"
const people = "till.nobody_signed_in, organisation.privilege_missing"
const guardChecks = [
  "NotAuthenticated",
  "Unauthorized",
  "InvalidRequest",
  "TillRequired",
  "till.nobody_signed_in",
  "organisation.privilege_missing",
  "NodeIsReadOnly"
]

layer(withCards, { excludeTestServices: true })("the order of checks", (it) => {
  it.effect("of bookings at a till", () =>
    Effect.gen(function*() {
      const { address, admin, bar, event, guest, press, tills } = yield* Festival
      const stage = yield* created(
        admin("POST", `/tree/nodes/${event}/create-node`, { name: "Stage", description: "" })
      )
      const cashiers: ReadonlyArray<Privilege> = ["terminal_login", "can_book_orders"]
      const staff = { weak: yield* worker(["terminal_login", "payout_management"]), strong: yield* worker(cashiers) }
      const deviceFor = Effect.fnUntraced(function*(till: boolean, person: keyof typeof staff | null) {
        const device = till ? yield* tills.open({ node: stage }) : yield* tills.device()
        if (till) yield* device.post("/user/logout")
        if (person !== null) done(yield* device.post("/user/login", login(staff[person])))
        return [`${till} ${person}`, device.token] as const
      })
      const devices = new Map(
        yield* Effect.forEach(
          [true, false].flatMap((till) =>
            [null, "weak" as const, "strong" as const].map((one) => [till, one] as const)
          ),
          ([till, one]) => deviceFor(till, one)
        )
      )
      const payer = yield* guest()
      const used = sale([press("beer")], payer)
      done(yield* bar.post("/order/book-sale", used))
      const requests: {
        readonly [Kind in Exclude<Booking, "cancelInOffice" | "edit">]: readonly [string, Body, string]
      } = {
        sale: [
          "/order/book-sale",
          sale([press("beer")], null, { payment_method: "sumup_online" }),
          "order.sale_online"
        ],
        topUp: ["/order/book-topup", topUp(payer, 0), "order.top_up_not_positive"],
        payOut: ["/order/book-payout", payOut(payer, 5), "order.pay_out_not_negative"],
        ticketSale: ["/order/book-ticket-sale", ticketSale([]), "order.tags_missing"],
        cancel: ["/order/999999/cancel", {}, "order.order_unknown"]
      }
      for (const [booking, [path, content, decision]] of Object.entries(requests)) {
        const own = booking === "cancel" ? [decision] : ["AlreadyProcessed", decision]
        for (const [first, second] of pairsOf(booking as Booking, [...guardChecks, ...own], [tokens, people])) {
          const breaks = (name: string) => first === name || second === name
          const person = breaks("till.nobody_signed_in")
            ? null
            : breaks("organisation.privilege_missing")
            ? "weak"
            : "strong"
          const token = breaks("NotAuthenticated")
            ? null
            : breaks("Unauthorized")
            ? "no token of ours"
            : devices.get(`${!breaks("TillRequired")} ${person}`)!
          const body = {
            ...content,
            ...(breaks("AlreadyProcessed") ? { uuid: used.uuid } : {}),
            ...(breaks("InvalidRequest") ? { uuid: "x" } : {})
          }
          const asked = booking === "cancel" && breaks("InvalidRequest") ? "/order/beer/cancel" : path
          if (breaks("NodeIsReadOnly")) yield* archived([event, stage], true)
          const answer = yield* caller(`${address}/terminal`, token)(
            "POST",
            asked,
            booking === "cancel" ? undefined : body
          )
          if (breaks("NodeIsReadOnly")) yield* archived([event, stage], false)
          assert.strictEqual(refusalOf(answer), first, `${booking}: ${first}, ${second} ${answer.text}`)
        }
      }
    }))

  it.effect("of a registered order, which comes before the decision", () =>
    Effect.gen(function*() {
      const { bar, tills } = yield* Festival
      const { request } = yield* registered()
      const other = yield* tills.open({ float: 0 })
      yield* refused(other.post("/order/book-topup", { ...request, amount: 0 }), "order.registered_elsewhere")
      yield* refused(bar.post("/order/book-topup", { ...request, amount: 0 }), "order.registered_otherwise")
      const names = checksOf(orderOfChecks.topUp).map(nameOf)
      const rows = [
        "AlreadyProcessed",
        "order.registered_elsewhere",
        "order.registered_otherwise",
        "order.top_up_not_positive"
      ]
      assert.deepStrictEqual(names.filter((name) => rows.includes(name)), rows)
    }))

  it.effect("of a registered order and its card payment", () =>
    Effect.gen(function*() {
      const { bar, event, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const book = yield* provider
      const other = yield* tills.open({ float: 0 })
      const failure = "CardPaymentFailed: registered"
      const money = "order.other_money_charged: registered"
      const merchant = "order.other_merchant_paid: registered"
      const checks = [
        "order.registered_elsewhere",
        "order.registered_otherwise",
        "order.given_up_by_operator",
        failure,
        money,
        merchant
      ]
      for (const [first, second] of pairsOf("topUp", checks, [])) {
        const breaks = (name: string) => first === name || second === name
        const { request, uuid } = yield* registered()
        if (breaks("order.given_up_by_operator")) {
          yield* sql`update card_payment set status = 'cancelled', next_check = null,
            settled_at = now(), settled_reason = 'given back' where event_id = ${event} and uuid = ${uuid}::uuid`
        }
        const merchantCode = breaks(merchant) ? { merchant_code: "SOMEBODY" } : {}
        const status = breaks(failure) ? Fake.failed : Fake.paid
        book.answer(uuid, status(cents(breaks(money) ? 6 : 7), merchantCode))
        const till = breaks("order.registered_elsewhere") ? other : bar
        const sent = { ...request, ...(breaks("order.registered_otherwise") ? { amount: 8 } : {}) }
        const answer = yield* till.post("/order/book-topup", sent)
        assert.strictEqual(refusalOf(answer), first.split(":")[0], `${first}, ${second} ${answer.text}`)
      }
    }))

  it.effect("of changes in the back office", () =>
    Effect.gen(function*() {
      const { address, admin, bar, event, guest, office, press, products, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const stage = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Hall", description: "" }))
      const tokenOf = Effect.fnUntraced(function*(privileges: ReadonlyArray<Privilege>) {
        const { id } = yield* worker(privileges)
        const token = randomUUID()
        yield* sql`insert into user_session (token_hash, user_id, expires_at)
          values (${hashToken(token)}, ${id}, now() + interval '1 hour')`
        return token
      })
      const [weak, strong] = [yield* tokenOf(["payout_management"]), yield* tokenOf(["node_administration"])]
      const payer = yield* guest()
      const till = yield* tills.open({ node: stage })
      const used = sale([press("beer")], payer)
      done(yield* bar.post("/order/book-sale", used))
      const orderId = Number(done(yield* till.post("/order/book-sale", sale([press("beer")], payer))).body.id)
      done(yield* office("DELETE", `/orders/${orderId}`))
      const checks = [
        "NotAuthenticated",
        "Unauthorized",
        "InvalidRequest",
        "NotFound: node",
        "organisation.privilege_missing",
        "NodeIsReadOnly: node of the call",
        "NotFound: order",
        "NodeIsReadOnly: node of the till",
        "order.order_cancelled"
      ]
      // What is not there can't be forbidden, archived or cancelled.
      const exclusive = [
        tokens,
        ...checks.slice(4, 6).map((name) => `NotFound: node, ${name}`),
        "NotFound: node, NotFound: order",
        "NotFound: order, NodeIsReadOnly: node of the till",
        "NotFound: order, order.order_cancelled"
      ]
      for (const booking of ["cancelInOffice", "edit"] as const) {
        const own = booking === "edit" ? ["AlreadyProcessed"] : []
        for (const [first, second] of pairsOf(booking, [...checks, ...own], exclusive)) {
          const breaks = (name: string) => first === name || second === name
          const token = breaks("NotAuthenticated")
            ? null
            : breaks("Unauthorized")
            ? "no token of ours"
            : breaks("organisation.privilege_missing")
            ? weak
            : strong
          const id = breaks("InvalidRequest") ? "beer" : breaks("NotFound: order") ? "999999" : String(orderId)
          const at = `node_id=${breaks("NotFound: node") ? 999_999 : event}`
          const nodes = [
            ...(breaks("NodeIsReadOnly: node of the call") ? [event] : []),
            ...(breaks("NodeIsReadOnly: node of the till") ? [stage] : [])
          ]
          if (nodes.length > 0) yield* archived(nodes, true)
          const call = caller(`${address}/administration`, token)
          const request = {
            uuid: breaks("AlreadyProcessed") ? used.uuid : randomUUID(),
            products: [{ product_id: products.beer, quantity: 1 }]
          }
          const answer = yield* booking === "edit"
            ? call("POST", `/orders/${id}/edit?${at}`, request)
            : call("DELETE", `/orders/${id}?${at}`)
          if (nodes.length > 0) yield* archived(nodes, false)
          assert.strictEqual(refusalOf(answer), first.split(":")[0], `${booking}: ${first}, ${second} ${answer.text}`)
          const { element_type: element, node_id: node } = answer.body
          if (element !== undefined) assert.strictEqual(`NotFound: ${String(element)}`, first)
          if (node !== undefined) assert.strictEqual(node, first.endsWith("call") ? event : stage)
        }
      }
    }))
})

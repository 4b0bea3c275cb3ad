import { assert, layer } from "@effect/vitest"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { hashToken } from "@wristbank/core/organisation/Token"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { type BookingChecked, pairsOf, refusalIn, refusalOf } from "../../support/checkPairs.ts"
import { Festival, festivalDatabase, payOut, sale, topUp } from "../../support/Festival.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { type Body, caller, created, done, serverOn } from "../../support/FestivalServer.ts"
import { ticketSale } from "../../support/FestivalTickets.ts"
import { login } from "../../support/FestivalTill.ts"
import { locked } from "../../support/lockWaits.ts"

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

layer(Festival.layer, { excludeTestServices: true })("the order of checks", (it) => {
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
        readonly [Kind in Exclude<BookingChecked, "cancelInOffice" | "edit">]: readonly [string, Body, string]
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
        for (const [first, second] of pairsOf(booking as BookingChecked, [...guardChecks, ...own], [tokens, people])) {
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

  it.effect("of bookings by a terminal whose registration has ended since its last call", () =>
    Effect.gen(function*() {
      const { guest, office, press, tills } = yield* Festival
      const payer = yield* guest()
      const ended = "Unauthorized: registration"
      const requests = {
        sale: ["/order/book-sale", sale([press("beer")], payer)],
        topUp: ["/order/book-topup", topUp(payer, 5)],
        payOut: ["/order/book-payout", payOut(payer, -5)],
        ticketSale: ["/order/book-ticket-sale", ticketSale([])],
        cancel: ["/order/999999/cancel", undefined]
      } as const
      for (const booking of ["sale", "topUp", "payOut", "ticketSale", "cancel"] as const) {
        const [path, body] = requests[booking]
        for (const [first, second] of pairsOf(booking, ["InvalidRequest", ended, "TillRequired"])) {
          const breaks = (name: string) => first === name || second === name
          const till = breaks("TillRequired") ? yield* tills.device() : yield* tills.open({ float: 20 })
          done(yield* till.get("/config"))
          if (breaks(ended)) done(yield* office("POST", `/terminal/${till.terminalId}/logout`))
          const answer = yield* breaks("InvalidRequest")
            ? till.post(path.replace("999999", "beer"), { ...body, uuid: "x" })
            : till.post(path, body)
          assert.strictEqual(refusalOf(answer), refusalIn(first), `${booking}: ${first}, ${second} ${answer.text}`)
        }
      }
    }))

  it.effect("of changes in the back office", () =>
    Effect.gen(function*() {
      const { address, admin, bar, event, guest, office, press, products, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const stage = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Hall", description: "" }))
      const outside = yield* created(admin("POST", "/tree/nodes/0/create-node", { name: "Club", description: "" }))
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
        "EventRequired",
        "NotFound: order",
        "NodeIsReadOnly: node of the till",
        "order.order_cancelled"
      ]
      // What is not there can't be forbidden, archived or cancelled.
      const exclusive = [
        tokens,
        ...checks.slice(4, 7).map((name) => `NotFound: node, ${name}`),
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
          const called = breaks("EventRequired") ? outside : event
          const at = `node_id=${breaks("NotFound: node") ? 999_999 : called}`
          const nodes = [
            ...(breaks("NodeIsReadOnly: node of the call") ? [called] : []),
            ...(breaks("NodeIsReadOnly: node of the till") ? [stage] : [])
          ]
          if (nodes.length > 0) yield* archived(nodes, true)
          const call = called === outside && token === strong ? admin : caller(`${address}/administration`, token)
          const request = {
            uuid: breaks("AlreadyProcessed") ? used.uuid : randomUUID(),
            products: [{ product_id: products.beer, quantity: 1 }]
          }
          const answer = yield* booking === "edit"
            ? call("POST", `/orders/${id}/edit?${at}`, request)
            : call("DELETE", `/orders/${id}?${at}`)
          if (nodes.length > 0) yield* archived(nodes, false)
          assert.strictEqual(refusalOf(answer), refusalIn(first), `${booking}: ${first}, ${second} ${answer.text}`)
          const { element_type: element, node_id: node } = answer.body
          if (element !== undefined) assert.strictEqual(`NotFound: ${String(element)}`, first)
          if (node !== undefined) assert.strictEqual(node, first.endsWith("till") ? stage : called)
        }
      }
    }))
})

const impatient = Layer.provideMerge(Festival.copied, serverOn(festivalDatabase, 2)).pipe(
  Layer.provide(Logger.layer([]))
)

layer(impatient, { excludeTestServices: true })("the last check", (it) => {
  it.effect("is that a booking is stored in time", () =>
    Effect.gen(function*() {
      const { bar, event, guest, office, press, products } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const payer = yield* guest()
      const sold = Effect.map(bar.post("/order/book-sale", sale([press("beer")], payer)), (answer) =>
        done(answer).body.id)
      const [first, second, third] = [yield* sold, yield* sold, yield* sold]
      const edit = { uuid: randomUUID(), products: [{ product_id: products.beer, quantity: 1 }] }
      const none = { ...edit, products: [{ product_id: 999_999, quantity: 1 }] }
      const bookings = {
        sale: [
          bar.post("/order/book-sale", sale([], payer)),
          bar.post("/order/book-sale", sale([press("beer")], payer))
        ],
        topUp: [bar.post("/order/book-topup", topUp(payer, 500)), bar.post("/order/book-topup", topUp(payer, 5))],
        payOut: [
          bar.post("/order/book-payout", payOut(payer, -500)),
          bar.post("/order/book-payout", payOut(payer, -5))
        ],
        cancel: [bar.post("/order/999999/cancel"), bar.post(`/order/${first}/cancel`)],
        cancelInOffice: [office("DELETE", "/orders/999999"), office("DELETE", `/orders/${second}`)],
        edit: [office("POST", `/orders/${third}/edit`, none), office("POST", `/orders/${third}/edit`, edit)]
      } as const
      const decided = {
        sale: "order.sale_empty",
        topUp: "order.maximum_exceeded",
        payOut: "NotEnoughFunds",
        cancel: "order.order_unknown",
        cancelInOffice: "NotFound: order",
        edit: "order.product_unknown"
      }
      const unlock = yield* locked(
        sql`select from account where event_id = ${event} and id = ${payer.accountId} for update`
      )
      const answers = yield* Effect.forEach(
        ["sale", "topUp", "payOut", "cancel", "cancelInOffice", "edit"] as const,
        (booking) =>
          Effect.map(Effect.all(bookings[booking], { concurrency: 2 }), (both) => [booking, both] as const),
        { concurrency: "unbounded" }
      )
      yield* unlock
      for (const [booking, [refusedBefore, notStored]] of answers) {
        const pairs = pairsOf(booking, [decided[booking], "ServiceUnavailable"])
        assert.deepStrictEqual(pairs[1], [decided[booking], "ServiceUnavailable"])
        assert.strictEqual(refusalOf(refusedBefore), refusalIn(decided[booking]), refusedBefore.text)
        assert.strictEqual(refusalOf(notStored), "ServiceUnavailable", `${booking} ${notStored.text}`)
      }
    }))
})

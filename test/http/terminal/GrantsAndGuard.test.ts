import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { malformed, refused, untouched } from "../../support/FestivalLedger.ts"
import { asBooked, caller, created, done } from "../../support/FestivalServer.ts"
import { type FestivalTill, login } from "../../support/FestivalTill.ts"

/** The closing number of the till's next order, and those of its orders so far. */
const zNrs = Effect.fnUntraced(function*(till: FestivalTill) {
  const { office } = yield* Festival
  const { body } = done(yield* office("GET", `/tills/${till.id}`))
  const sql = yield* SqlClient.SqlClient
  const orders = yield* sql<{ z_nr: number }>`select z_nr from ordr where till_id = ${till.id} order by id`
  return { next: body.z_nr, orders: orders.map(({ z_nr }) => z_nr) }
})

/** Archives a node by SQL. */
const archive = Effect.fnUntraced(function*(node: number) {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  yield* sql`update node set read_only = true where id = ${node}`
  yield* sql`update event set version = version + 1 where event_id = ${event}`
})

layer(Festival.layer, { excludeTestServices: true })("grants, and who may do what", (it) => {
  it.effect("a free ticket gives a tag its account, with vouchers, and only once", () =>
    Effect.gen(function*() {
      const { bar, moved, tills } = yield* Festival
      const { pin, uid } = yield* tills.tag()
      const request = { user_tag_pin: pin, user_tag_uid: uid, initial_voucher_amount: 3 }
      const { answer, moved: change } = yield* moved(bar.post("/user/grant-free-ticket", request))
      const { body } = done(answer)
      assert.deepInclude(body, {
        type: "private",
        balance: 0,
        vouchers: 3,
        restriction: null,
        tag_history: [],
        user_tag_uid_hex: uid.toString(16).toUpperCase()
      })
      const label = `customer ${String(body.id)} vouchers`
      assert.deepStrictEqual(change, { [label]: 3, "voucher_create vouchers": -3 })
      assert.strictEqual(asBooked(yield* bar.get(`/customer/${uid}`)), answer.text)

      yield* refused(bar.post("/user/grant-free-ticket", request), "order.free_tag_used")
      const fresh = yield* tills.tag()
      const other = { user_tag_pin: fresh.pin, user_tag_uid: fresh.uid }
      yield* refused(bar.post("/user/grant-free-ticket", { ...other, user_tag_uid: uid }), "order.chip_taken")
      yield* refused(
        bar.post("/user/grant-free-ticket", { ...other, user_tag_pin: "UNKNOWN" }),
        "order.free_tag_unknown"
      )
      yield* malformed(bar.post("/user/grant-free-ticket", { ...other, initial_voucher_amount: -1 }))
      yield* refused(bar.get(`/customer/${fresh.uid}`), "order.tag_without_account")
      const plain = yield* moved(bar.post("/user/grant-free-ticket", other))
      assert.deepInclude(done(plain.answer).body, { balance: 0, vouchers: 0 })
      assert.deepStrictEqual(plain.moved, {})

      const more = yield* moved(bar.post("/user/grant-vouchers", { vouchers: 4, user_tag_uid: uid }))
      assert.deepInclude(done(more.answer).body, { id: body.id, balance: 0, vouchers: 7 })
      assert.deepStrictEqual(more.moved, { [label]: 4, "voucher_create vouchers": -4 })
    }))

  it.effect("a grant is of at least one voucher, to a customer", () =>
    Effect.gen(function*() {
      const { bar, guest, has, tills } = yield* Festival
      const { uid } = yield* tills.tag()
      const payer = yield* guest({ vouchers: 1 })
      for (const vouchers of [0, -1, 1001]) {
        yield* refused(
          bar.post("/user/grant-vouchers", { vouchers, user_tag_uid: payer.uid }),
          "order.grant_out_of_range"
        )
      }
      yield* malformed(bar.post("/user/grant-vouchers", { vouchers: 1.5, user_tag_uid: payer.uid }))
      yield* refused(
        bar.post("/user/grant-vouchers", { vouchers: 1, user_tag_uid: uid }),
        "order.grant_without_customer"
      )
      assert.deepStrictEqual(yield* has(payer), { balance: 100, vouchers: 1 })
    }))

  it.effect("a till counts its Z number up when someone signs in after bookings", () =>
    Effect.gen(function*() {
      const { press, tills } = yield* Festival
      const till = yield* tills.open()
      const signIn = Effect.map(till.post("/user/login", login(till.cashier)), done)
      const signOut = Effect.map(
        till.post("/user/logout"),
        ({ status, text }) => assert.deepStrictEqual([status, text], [204, ""])
      )
      const sell = Effect.map(
        till.post("/order/book-sale", sale([press("beer")], null, { payment_method: "sumup" })),
        done
      )
      assert.deepStrictEqual(yield* zNrs(till), { next: 1, orders: [] })
      yield* sell
      assert.deepStrictEqual(yield* zNrs(till), { next: 1, orders: [1] })
      yield* signOut
      assert.strictEqual((yield* zNrs(till)).next, 1)
      yield* signIn
      assert.strictEqual((yield* zNrs(till)).next, 2)
      yield* signOut
      yield* signIn
      assert.strictEqual((yield* zNrs(till)).next, 2)
      done(yield* till.post("/order/book-sale", sale([press("beer")], null, { payment_method: "sumup" })))
      assert.deepStrictEqual(yield* zNrs(till), { next: 2, orders: [1, 2] })
    }))

  it.effect("no one signed in: no booking, no grant, no look at a customer", () =>
    Effect.gen(function*() {
      const { bar, guest, press, tills } = yield* Festival
      const payer = yield* guest()
      const till = yield* tills.open({ float: 50 })
      const orderId = Number(done(yield* bar.post("/order/book-sale", sale([press("beer")], payer))).body.id)
      assert.strictEqual((yield* till.post("/user/logout")).status, 204)
      const calls = callsOf(till, payer.uid, orderId, {
        sale: sale([press("beer")], payer),
        topUp: topUp(payer, 10),
        payOut: payOut(payer, -10)
      })
      for (const call of [...calls.orders, ...calls.grants, ...calls.customers]) {
        yield* refused(call, "till.nobody_signed_in", {}, 403)
      }
    }))

  it.effect("a role allows what it says and no more, and counts no longer once it is withdrawn", () =>
    Effect.gen(function*() {
      const { admin, at, bar, event, guest, office, press, tills } = yield* Festival
      const payer = yield* guest()
      const till = yield* tills.open({ float: 50 })
      const orderId = Number(done(yield* bar.post("/order/book-sale", sale([press("beer")], payer))).body.id)
      const requests = { sale: sale([press("beer")], payer), topUp: topUp(payer, 10), payOut: payOut(payer, -10) }
      const calls = callsOf(till, payer.uid, orderId, requests)
      done(yield* till.post("/user/login", login(yield* tills.colleague("helper"))))
      for (const call of [...calls.orders, ...calls.grants]) {
        yield* refused(call, "organisation.privilege_missing", {}, 403)
      }
      for (const call of calls.customers) done(yield* untouched(call))

      done(yield* till.post("/user/login", login(till.cashier)))
      done(yield* untouched(till.post("/order/check-sale", requests.sale)))
      // The same role elsewhere in the event gives no right to book here.
      const node = { name: "Camping", description: "" }
      const camping = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, node))
      const { id, roleId } = till.cashier
      done(yield* at(camping)("POST", "/user-to-roles", { user_id: id, role_ids: [roleId] }))
      done(yield* office("POST", "/user-to-roles", { user_id: id, role_ids: [] }))
      for (const call of calls.orders) yield* refused(call, "organisation.privilege_missing", {}, 403)
      for (const call of calls.customers) done(yield* untouched(call))
      done(yield* at(camping)("POST", "/user-to-roles", { user_id: id, role_ids: [] }))
      for (const call of [...calls.orders, ...calls.grants, ...calls.customers]) {
        yield* refused(call, "till.nobody_signed_in", {}, 403)
      }
    }))

  it.effect("a terminal without a till, with a wrong token or none books nothing", () =>
    Effect.gen(function*() {
      const { address, guest, office, press, tills } = yield* Festival
      const payer = yield* guest()
      const till = yield* tills.open({ float: 50 })
      const request = sale([press("beer")], payer)
      const calls = callsOf(till, payer.uid, 1, { sale: request, topUp: topUp(payer, 10), payOut: payOut(payer, -10) })
      done(yield* office("POST", `/tills/${till.id}/remove-from-terminal`))
      for (const call of calls.orders) yield* refused(call, "TillRequired")
      const stranger = caller(`${address}/terminal`, "no token of ours")
      yield* refused(stranger("POST", "/order/book-sale", request), "Unauthorized", {}, 401)
      const nameless = yield* untouched(caller(`${address}/terminal`, null)("POST", "/order/book-sale", request))
      assert.strictEqual(nameless.status, 401)
      assert.deepStrictEqual(Object.keys(nameless.body), ["detail"])
    }))

  it.effect("at an archived node sales can be looked at and nothing is booked", () =>
    Effect.gen(function*() {
      const { admin, event, guest, has, press, tills } = yield* Festival
      const stage = yield* created(
        admin("POST", `/tree/nodes/${event}/create-node`, { name: "Stage", description: "" })
      )
      const till = yield* tills.open({ float: 50, node: stage })
      const payer = yield* guest()
      const booked = done(yield* till.post("/order/book-sale", sale([press("beer")], payer)))
      yield* archive(stage)
      const request = sale([press("beer")], payer)
      done(yield* untouched(till.post("/order/check-sale", request)))
      done(yield* untouched(till.post("/order/check-topup", topUp(payer, 10))))
      done(yield* untouched(till.get("/order")))
      const writing = [
        till.post("/order/book-sale", request),
        till.post("/order/book-topup", topUp(payer, 10)),
        till.post("/order/check-payout", payOut(payer, -10)),
        till.post("/order/book-payout", payOut(payer, -10)),
        till.post(`/order/${String(booked.body.id)}/cancel`),
        till.post("/user/grant-vouchers", { vouchers: 1, user_tag_uid: payer.uid })
      ]
      for (const call of writing) yield* refused(call, "NodeIsReadOnly", { node_id: stage })
      assert.deepStrictEqual(yield* has(payer), { balance: 95, vouchers: 0 })
    }))
})

/** Calls of a terminal by their needs. */
const callsOf = (
  { get, post }: FestivalTill,
  uid: bigint,
  orderId: number,
  requests: { readonly sale: object; readonly topUp: object; readonly payOut: object }
) => ({
  orders: [
    get("/order"),
    get(`/order/${orderId}`),
    post("/order/check-sale", requests.sale),
    post("/order/book-sale", requests.sale),
    post("/order/check-topup", requests.topUp),
    post("/order/book-topup", requests.topUp),
    post("/order/check-payout", requests.payOut),
    post("/order/book-payout", requests.payOut),
    post(`/order/${orderId}/cancel`)
  ],
  grants: [
    post("/user/grant-vouchers", { vouchers: 1, user_tag_uid: uid }),
    post("/user/grant-free-ticket", { user_tag_pin: "ANY", user_tag_uid: 1 })
  ],
  customers: [get(`/customer/${uid}`), get(`/customer/${uid}/orders`)]
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { each, Festival, sale } from "../../support/Festival.ts"
import { audited, cashOffice, cashOrders, signIn, signOut } from "../../support/FestivalCash.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"

/** The entities of a list, in its order. */
const entities = (body: Body) => {
  const { entities: byId, ids } = body as { ids: ReadonlyArray<number>; entities: Record<string, Body> }
  return ids.map((id) => byId[String(id)]!)
}

const statsOf = Effect.fnUntraced(function*(cashierId: number, shiftId?: unknown, asOf?: string) {
  const { event, admin } = yield* Festival
  const query = (shiftId === undefined ? "" : `&shift_id=${String(shiftId)}`) +
    (asOf === undefined ? "" : `&as_of=${asOf}`)
  const { body } = done(yield* admin("GET", `/cashiers/${cashierId}/shift-stats?node_id=${event}${query}`))
  return {
    products: (body.booked_products as ReadonlyArray<Body>).map(({ product, quantity }) => [
      (product as Body).name,
      quantity
    ]),
    orders: each(body.orders, "order_type").toReversed()
  }
})

layer(Festival.layer, { excludeTestServices: true })("shifts", (it) => {
  it.effect("begin with the first order and end with the order that ends them, which belongs to no other", () =>
    Effect.gen(function*() {
      const { office, press } = yield* Festival
      const { bar, closeOut, officeTill, equipped, stocking, stockUp } = yield* cashOffice
      const cashier = yield* equipped(40)
      const sell = (...buttons: Parameters<typeof sale>[0]) =>
        Effect.map(bar.post("/order/book-sale", sale(buttons, null, { payment_method: "cash" })), done)
      yield* signIn(bar, cashier)
      yield* sell(press("beer", 3))
      yield* sell(press("meal", 2), press("beerOnly"))
      yield* signOut(bar)
      const day = ["cashier_shift_start", "money_transfer", "sale", "sale", "money_transfer"]
      const products = [["Beer", 4], ["Deposit", 3], ["Meal", 2]]
      const running = yield* statsOf(cashier.id)
      assert.deepStrictEqual(running.orders, day)
      assert.deepStrictEqual(running.products.filter(([name]) => products.some(([known]) => known === name)), products)
      done(yield* closeOut(cashier, 69))
      const listed = entities(done(yield* office("GET", `/cashiers/${cashier.id}/shifts`)).body)
      assert.lengthOf(listed, 1)
      const [shift] = listed
      assert.deepInclude(shift, {
        comment: "counted twice",
        cashier_id: cashier.id,
        cash_register_id: cashier.register.id,
        closing_out_user_id: officeTill.cashier.id,
        actual_cash_drawer_balance: 69,
        expected_cash_drawer_balance: 68,
        cash_drawer_imbalance: 1
      })
      assert.isBelow(Date.parse(String(shift!.started_at)), Date.parse(String(shift!.ended_at)))
      assert.deepStrictEqual(
        entities(done(yield* office("GET", `/till-registers/${cashier.register.id}/cashier-shifts`)).body),
        listed
      )
      assert.deepStrictEqual(yield* statsOf(cashier.id), { products: [], orders: [] })
      assert.deepStrictEqual((yield* statsOf(cashier.id, shift!.id)).orders, [...day, "cashier_shift_end"])

      // The next closing belongs to this cashier alone, even without a sale.
      done(yield* stockUp(cashier, cashier.register.id, yield* stocking(50)))
      yield* signIn(bar, cashier)
      yield* signOut(bar)
      const next = ["cashier_shift_start", "money_transfer", "money_transfer"]
      assert.deepStrictEqual((yield* statsOf(cashier.id)).orders, next)
      assert.strictEqual(done(yield* closeOut(cashier, 50)).body.imbalance, 0)
      const both = entities(done(yield* office("GET", `/cashiers/${cashier.id}/shifts`)).body)
      assert.isBelow(Date.parse(String(both[0]!.ended_at)), Date.parse(String(both[1]!.started_at)))
      assert.deepStrictEqual((yield* statsOf(cashier.id, both[1]!.id)).orders, [...next, "cashier_shift_end"])
      assert.deepStrictEqual((yield* statsOf(cashier.id, both[0]!.id)).orders, [...day, "cashier_shift_end"])
    }))

  it.effect("show what was sold less what was cancelled, and of no other cashier", () =>
    Effect.gen(function*() {
      const { admin, event, guest, press } = yield* Festival
      const { bar, closeOut, equipped } = yield* cashOffice
      const [cashier, other] = [yield* equipped(10), yield* equipped(20)]
      const buyer = yield* guest()
      yield* signIn(bar, cashier)
      const book = (order: Body) => Effect.map(bar.post("/order/book-sale", order), done)
      yield* book(sale([press("meal")], buyer))
      const { body } = yield* book(sale([press("beer", 2)], buyer))
      yield* book(sale([press("food", 3)], buyer))
      done(yield* bar.post(`/order/${String(body.id)}/cancel`))
      yield* signOut(bar)
      const { orders, products } = yield* statsOf(cashier.id)
      assert.deepStrictEqual(orders.slice(2), ["sale", "sale", "sale", "cancel_sale", "money_transfer"])
      const sold = products.filter(([name]) => ["Beer", "Deposit", "Food", "Meal"].includes(String(name)))
      assert.deepStrictEqual(sold, [["Food", 3], ["Meal", 1], ["Beer", 0], ["Deposit", 0]])
      assert.deepStrictEqual((yield* statsOf(other.id)).products, [])
      done(yield* closeOut(cashier, 10))
      const [shift] = entities(done(yield* admin("GET", `/cashiers/${cashier.id}/shifts?node_id=${event}`)).body)
      assert.deepStrictEqual((yield* statsOf(cashier.id, shift!.id)).orders.slice(0, -1), orders)
      const path = (id: number) => `/cashiers/${id}/shift-stats?node_id=${event}&shift_id=${String(shift!.id)}`
      const foreign = { element_type: "cashier_shift", element_id: shift!.id }
      yield* refused(admin("GET", path(other.id)), "NotFound", foreign, 404)
      yield* refused(admin("GET", path(999999)), "NotFound", { element_type: "cashier", element_id: 999999 }, 404)
    }))

  it.effect("are shown as they ran at a moment, without shifts that ended later", () =>
    Effect.gen(function*() {
      const { admin, event, press } = yield* Festival
      const { bar, closeOut, equipped } = yield* cashOffice
      const sql = yield* SqlClient.SqlClient
      const now = Effect.map(
        sql<{ millis: number }>`select ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as millis`,
        ([row]) => new Date(row!.millis).toISOString()
      )
      const sell = (...buttons: Parameters<typeof sale>[0]) =>
        Effect.map(bar.post("/order/book-sale", sale(buttons, null, { payment_method: "cash" })), done)
      const cashier = yield* equipped(10)
      yield* signIn(bar, cashier)
      yield* sell(press("meal"))
      const [during, then] = [yield* now, yield* statsOf(cashier.id)]
      yield* sell(press("meal"), press("food"))
      yield* signOut(bar)
      const [before, whole] = [yield* now, yield* statsOf(cashier.id)]
      done(yield* closeOut(cashier, 10))
      const [shift] = entities(done(yield* admin("GET", `/cashiers/${cashier.id}/shifts?node_id=${event}`)).body)
      const [after, ended] = [yield* now, yield* statsOf(cashier.id, shift!.id)]
      assert.deepStrictEqual(then.orders, ["cashier_shift_start", "money_transfer", "sale"])
      assert.deepStrictEqual(yield* statsOf(cashier.id, undefined, during), then)
      assert.deepStrictEqual(yield* statsOf(cashier.id, undefined, before), whole)
      assert.deepStrictEqual(yield* statsOf(cashier.id, undefined, after), { products: [], orders: [] })
      assert.deepStrictEqual(yield* statsOf(cashier.id, shift!.id, after), ended)
      assert.deepStrictEqual(yield* statsOf(cashier.id, undefined, "2026-01-01T00:00:00Z"), {
        products: [],
        orders: []
      })
      const path = `/cashiers/${cashier.id}/shift-stats?node_id=${event}&shift_id=${String(shift!.id)}&as_of=`
      const unknown = { element_type: "cashier_shift", element_id: shift!.id }
      yield* refused(admin("GET", path + before), "NotFound", unknown, 404)
      assert.strictEqual((yield* admin("GET", `${path}yesterday`)).status, 422)
    }))

  it.effect("count up the day number of the virtual till", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const { closeOut, equipped } = yield* cashOffice
      const sql = yield* SqlClient.SqlClient
      const virtual = sql<{ z_nr: number }>`select z_nr from till where event_id = ${event} and is_virtual`
      const [before] = yield* virtual
      const cashier = yield* equipped(5)
      done(yield* closeOut(cashier, 5))
      const [after] = yield* virtual
      assert.strictEqual(after!.z_nr, before!.z_nr + 1)
      const orders = yield* sql<{ z_nr: number }>`
        select z_nr from ordr where event_id = ${event} and cash_register_id = ${cashier.register.id}`
      assert.deepStrictEqual(orders.map(({ z_nr }) => z_nr), orders.map(() => before!.z_nr))
    }))

  it.effect("begin a new day number at the till with the next person after bookings", () =>
    Effect.gen(function*() {
      const { office, press, tills } = yield* Festival
      const { bar, equipped } = yield* cashOffice
      const dayNumber = Effect.map(office("GET", `/tills/${bar.id}`), ({ body }) => Number(body.z_nr))
      const cashier = yield* equipped(20)
      yield* signIn(bar, cashier)
      const first = yield* dayNumber
      done(yield* bar.post("/order/book-sale", sale([press("meal")], null, { payment_method: "cash" })))
      yield* signOut(bar)
      assert.strictEqual(yield* dayNumber, first)
      const other = yield* tills.colleague()
      yield* signIn(bar, other)
      assert.strictEqual(yield* dayNumber, first + 1)
      yield* signOut(bar)
      yield* signIn(bar, other)
      assert.strictEqual(yield* dayNumber, first + 1)
    }))

  it.effect("are seen with their cashiers by who administers the event", () =>
    Effect.gen(function*() {
      const { admin, at, event, neighbour, office } = yield* Festival
      const { bar, equipped } = yield* cashOffice
      const cashier = yield* equipped(12.5)
      yield* signIn(bar, cashier)
      const one = done(yield* office("GET", `/cashiers/${cashier.id}`)).body
      assert.deepInclude(one, {
        id: cashier.id,
        node_id: event,
        user_tag_uid: Number(cashier.uid),
        user_tag_uid_hex: cashier.uid.toString(16).toUpperCase(),
        cash_register_id: cashier.register.id,
        cash_drawer_balance: 12.5,
        terminal_ids: [bar.terminalId]
      })
      // The list of users shows register, cash and terminals as well.
      const { entities: users } = done(yield* office("GET", "/users")).body as { entities: Record<number, Body> }
      const { cash_drawer_balance, cash_register_id, terminal_ids } = one
      assert.deepInclude(users[cashier.id], { cash_drawer_balance, cash_register_id, terminal_ids })
      const all = entities(done(yield* office("GET", "/cashiers")).body)
      assert.deepStrictEqual(all.find(({ id }) => id === cashier.id), one)
      const logins = each(all, "login") as ReadonlyArray<string>
      assert.deepStrictEqual(logins, logins.toSorted())
      assert.notInclude(logins, "admin")
      const other = at((yield* neighbour).event)
      for (
        const path of [
          `/cashiers/${cashier.id}`,
          `/cashiers/${cashier.id}/shifts`,
          `/cashiers/${cashier.id}/shift-stats`,
          `/till-registers/${cashier.register.id}/cashier-shifts`
        ]
      ) assert.strictEqual((yield* other("GET", path)).status, 404, path)
      assert.strictEqual((yield* at(0)("GET", "/cashiers")).body.id, "EventRequired")
      const part = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Part", description: "" }))
      const keeper = yield* clerk(event, part, ["node_administration"])
      for (const list of ["cashier-shifts", "transactions"]) {
        const path = `/till-registers/${cashier.register.id}/${list}`
        yield* refused(keeper("GET", path), "organisation.privilege_missing", {}, 403)
        done(yield* at(part)("GET", path))
      }
      const unknown = yield* (yield* Festival).admin(
        "GET",
        `/cashiers/${cashier.id}/shift-stats?node_id=${event}&shift_id=999999`
      )
      assert.deepInclude(unknown.body, { id: "NotFound", element_type: "cashier_shift" })
    }))

  it.effect("end and start where the office hands a register on", () =>
    Effect.gen(function*() {
      const { admin, at, event, office, tills } = yield* Festival
      const { bar, equipped } = yield* cashOffice
      const source = yield* equipped(30)
      const target = yield* tills.colleague()
      yield* signIn(bar, source)
      const transfer = (call: typeof office, from: { readonly id: number }, to: { readonly id: number }) =>
        call("POST", "/till-registers/transfer-register", { source_cashier_id: from.id, target_cashier_id: to.id })
      yield* refused(transfer(office, source, source), "cash.transfer_to_self")
      yield* refused(transfer(office, source, { id: 999999 }), "cash.transfer_target_unknown")
      yield* refused(transfer(office, target, source), "cash.transfer_source_without_register")
      const node = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Tent", description: "" }))
      const answer = done(yield* transfer(at(node), source, target)).body
      assert.deepInclude(answer, { id: source.register.id, current_cashier_id: target.id, current_till_id: null })
      assert.deepStrictEqual((yield* cashOrders(bar.id)).at(-1), ["money_transfer", -30, source.id])
      assert.deepInclude((yield* audited("cash_register_transferred"))?.content, { target_cashier_id: target.id })
      assert.deepStrictEqual((yield* statsOf(source.id)).orders, [])
      assert.deepStrictEqual((yield* statsOf(target.id)).orders, ["cashier_shift_start"])
      const outside = yield* untouched(transfer(at(0), target, source))
      assert.strictEqual(outside.body.id, "EventRequired")
    }))
})

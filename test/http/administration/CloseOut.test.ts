import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, sale } from "../../support/Festival.ts"
import {
  audited,
  cashOffice,
  cashOrders,
  cashOrdersBy,
  signIn,
  signOut,
  unexplainedCash
} from "../../support/FestivalCash.ts"
import { malformed, refused, untouched } from "../../support/FestivalLedger.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"

const administratorOf = Effect.map(
  Festival,
  ({ admin }) =>
    Effect.map(
      admin("GET", "/users?node_id=0"),
      ({ body }) =>
        Object.values(body.entities as Record<string, Body>).find(({ login }) => login === "admin")!.id as number
    )
)

layer(Festival.layer, { excludeTestServices: true })("a close-out", (it) => {
  it.effect("counts a day of sales: what was counted goes to the vault, the rest is settled", () =>
    Effect.gen(function*() {
      const { moved, office, press } = yield* Festival
      const { bar, closeOut, officeTill, equipped } = yield* cashOffice
      const admin = yield* yield* administratorOf
      const cashier = yield* equipped(40)
      yield* signIn(bar, cashier)
      done(yield* bar.post("/order/book-sale", sale([press("meal", 12)], null, { payment_method: "cash" })))
      yield* refused(closeOut(cashier, 100), "cash.close_out_while_signed_in")
      yield* signOut(bar)
      const { answer: { answer, orders }, moved: change } = yield* moved(
        cashOrdersBy(null, closeOut(cashier, 97.25))
      )
      const { shift_id } = done(answer).body
      assert.isAbove(Number(shift_id), 0)
      assert.deepStrictEqual(done(answer).body, { cashier_id: cashier.id, imbalance: -2.75, shift_id })
      assert.deepStrictEqual(change, { [cashier.register.label]: -100, cash_vault: 97.25, cash_imbalance: 2.75 })
      assert.deepStrictEqual(orders, [
        ["money_transfer", 100, admin],
        ["money_transfer", -97.25, admin],
        ["money_transfer_imbalance", -2.75, admin],
        ["cashier_shift_end", 0, cashier.id]
      ])
      assert.deepStrictEqual((yield* cashOrders(bar.id)).map(([, cash]) => cash).slice(-3), [40, 60, -100])
      assert.deepStrictEqual(yield* unexplainedCash, [])
      const person = done(yield* office("GET", `/cashiers/${cashier.id}`)).body
      assert.deepInclude(person, { cash_register_id: null, cash_drawer_balance: null, terminal_ids: [] })
      const register = done(yield* office("GET", `/till-registers/${cashier.register.id}`)).body
      assert.deepInclude(register, { balance: 0, current_cashier_id: null, current_till_id: null })
      assert.deepStrictEqual(yield* audited("cashier_closed_out"), {
        content: {
          close_out: {
            comment: "counted twice",
            actual_cash_drawer_balance: 97.25,
            closing_out_user_id: officeTill.cashier.id
          },
          result: { cashier_id: cashier.id, imbalance: -2.75, shift_id }
        },
        user: admin,
        terminal: null
      })
      yield* refused(closeOut(cashier, 0), "cash.close_out_without_register")
    }))

  it.effect("books a surplus, and nothing in the ledger where all is as expected", () =>
    Effect.gen(function*() {
      const { moved } = yield* Festival
      const { closeOut, equipped } = yield* cashOffice
      const over = yield* equipped(80)
      const { answer, moved: surplus } = yield* moved(closeOut(over, 85.5))
      assert.deepInclude(done(answer).body, { cashier_id: over.id, imbalance: 5.5 })
      assert.deepStrictEqual(surplus, { [over.register.label]: -80, cash_vault: 85.5, cash_imbalance: -5.5 })
      const exact = yield* equipped(50)
      const { moved: nothing } = yield* moved(Effect.map(closeOut(exact, 50), done))
      assert.deepStrictEqual(nothing, { [exact.register.label]: -50, cash_vault: 50 })
      const empty = yield* equipped(0)
      const { answer: booked } = yield* cashOrdersBy(null, closeOut(empty, 0))
      assert.strictEqual(done(booked).body.imbalance, 0)
      assert.deepStrictEqual(yield* unexplainedCash, [])
    }))

  it.effect("is booked once, however often it is sent with its id, and no other with the same id", () =>
    Effect.gen(function*() {
      const { moved } = yield* Festival
      const { closeOut, equipped } = yield* cashOffice
      const cashier = yield* equipped(80)
      const request_id = randomUUID()
      const send = closeOut(cashier, 75, { request_id })
      const { answer, moved: once } = yield* moved(Effect.all([send, send], { concurrency: "unbounded" }))
      assert.deepStrictEqual(once, { [cashier.register.label]: -80, cash_vault: 75, cash_imbalance: 5 })
      const [first] = answer.map((one) => done(one).body)
      assert.deepStrictEqual(answer.map((one) => done(one).body), [first, first])
      assert.deepStrictEqual(done(yield* untouched(send)).body, first)
      for (const other of [closeOut(cashier, 76, { request_id }), closeOut(cashier, 75, { request_id, comment: "" })]) {
        const answered = yield* untouched(other)
        assert.deepStrictEqual([answered.status, answered.body.id], [400, "AlreadyProcessed"])
      }
      const another = yield* equipped(80)
      const taken = yield* untouched(closeOut(another, 75, { request_id }))
      assert.deepStrictEqual([taken.status, taken.body.id], [400, "AlreadyProcessed"])
    }))

  it.effect("keeps the notes and coins for its protocol, and refuses those that are not the counted cash", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const { closeOut, equipped } = yield* cashOffice
      const cashier = yield* equipped(80)
      const denominations = [{ value: 0.2, count: 3 }, { value: 50, count: 1 }, { value: 2, count: 12 }]
      yield* refused(closeOut(cashier, 80, { denominations }), "cash.counted_sum_differs")
      yield* malformed(closeOut(cashier, 0, { denominations: [{ value: 0, count: 1 }] }))
      const body = done(yield* closeOut(cashier, 74.6, { denominations, expected_shown: true })).body
      const path = `/cashiers/${cashier.id}/shifts/${Number(body.shift_id)}/protocol`
      const protocol = done(yield* office("GET", path)).body
      assert.deepInclude(protocol, {
        denominations: [{ value: 50, count: 1 }, { value: 2, count: 12 }, { value: 0.2, count: 3 }],
        expected_shown: true,
        actual_cash_drawer_balance: 74.6,
        expected_cash_drawer_balance: 80,
        cash_drawer_imbalance: -5.4,
        register_name: done(yield* office("GET", `/till-registers/${cashier.register.id}`)).body.name
      })
      const plain = yield* equipped(10)
      const shift = Number(done(yield* closeOut(plain, 10)).body.shift_id)
      const sumAlone = done(yield* office("GET", `/cashiers/${plain.id}/shifts/${shift}/protocol`)).body
      assert.deepInclude(sumAlone, { denominations: null, expected_shown: false })
      const strange = yield* untouched(office("GET", `/cashiers/${plain.id}/shifts/${Number(body.shift_id)}/protocol`))
      assert.strictEqual(strange.status, 404)
    }))

  it.effect("is for cashiers with a register who are signed in nowhere, and for what can be counted", () =>
    Effect.gen(function*() {
      const { office, tills } = yield* Festival
      const { bar, closeOut, equipped } = yield* cashOffice
      yield* refused(closeOut(yield* tills.colleague(), 0), "cash.close_out_without_register")
      const cashier = yield* equipped(50)
      yield* refused(closeOut(cashier, -5), "cash.counted_cash_negative")
      const gone = yield* tills.colleague()
      const sql = yield* SqlClient.SqlClient
      yield* sql`update usr set deactivated_at = now(), user_tag_id = null where id = ${gone.id}`
      const seller = yield* worker(["terminal_login", "can_book_orders"])
      for (const closing_out_user_id of [999999, gone.id, seller.id]) {
        yield* refused(closeOut(cashier, 50, { closing_out_user_id }), "cash.may_not_count")
      }
      for (const actual of ["NaN", 1.005, "Infinity", null]) yield* malformed(closeOut(cashier, actual))
      const nobody = yield* untouched(closeOut({ id: 999999 }, 0))
      assert.strictEqual(nobody.status, 404)
      assert.deepInclude(nobody.body, { id: "NotFound", element_type: "cashier", element_id: 999999 })
      yield* signIn(bar, cashier)
      yield* refused(closeOut(cashier, 50), "cash.close_out_while_signed_in")
      const admin = yield* untouched(office("GET", `/cashiers/${yield* yield* administratorOf}`))
      assert.strictEqual(admin.status, 404)
    }))

  it.effect("takes place at the event, by who administers it", () =>
    Effect.gen(function*() {
      const { admin, at, event, neighbour } = yield* Festival
      const { equipped } = yield* cashOffice
      const cashier = yield* equipped(50)
      const node = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Bar", description: "" }))
      const body = { comment: "", actual_cash_drawer_balance: 50, closing_out_user_id: cashier.id }
      const path = `/cashiers/${cashier.id}/close-out`
      const below = yield* untouched(at(node)("POST", path, body))
      assert.deepStrictEqual([below.status, below.body.id], [400, "ResourceNotAllowed"])
      const other = yield* neighbour
      const elsewhere = yield* untouched(at(other.event)("POST", path, body))
      assert.deepStrictEqual([elsewhere.status, elsewhere.body.id], [404, "NotFound"])
      const above = yield* untouched(at(0)("POST", path, body))
      assert.strictEqual(above.status, 400)
    }))

  it.effect("is right however the cashier is at it: signing in at the same moment comes before or after", () =>
    Effect.gen(function*() {
      const { office, press } = yield* Festival
      const { bar, closeOut, equipped } = yield* cashOffice
      for (let round = 0; round < 6; round++) {
        const cashier = yield* equipped(30)
        const sell = bar.post("/order/book-sale", sale([press("meal")], null, { payment_method: "cash" }))
        const calls = [
          Effect.andThen(signIn(bar, cashier), sell),
          closeOut(cashier, 30),
          closeOut(cashier, 30)
        ]
        if (round % 2 === 1) calls.reverse()
        const answers = yield* Effect.all(calls, { concurrency: "unbounded" })
        const closed = answers.filter(({ body }) => "imbalance" in body)
        assert.isAtMost(closed.length, 1)
        for (const { body, status } of answers) assert.isBelow(status, 500, JSON.stringify(body))
        const { body: register } = yield* office("GET", `/till-registers/${cashier.register.id}`)
        assert.strictEqual(register.current_cashier_id, closed.length === 1 ? null : cashier.id)
        assert.strictEqual(register.current_till_id, closed.length === 1 ? null : bar.id)
        if (closed.length === 1) assert.strictEqual(register.balance, 0)
        assert.deepStrictEqual(yield* unexplainedCash, [])
        yield* signOut(bar)
        assert.deepStrictEqual(yield* unexplainedCash, [])
      }
    }))
})

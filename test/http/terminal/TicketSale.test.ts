import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { each, Festival, linesOf } from "../../support/Festival.ts"
import { labelOf, untouched } from "../../support/FestivalLedger.ts"
import { type Body, done, listOf } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale, type Wristband } from "../../support/FestivalTickets.ts"
import type { FestivalTill } from "../../support/FestivalTill.ts"

/** The account behind a sold tag. */
const account = (till: FestivalTill, { uid }: Wristband) =>
  Effect.map(till.get(`/customer/${uid}`), (answer) => done(answer).body)

/** The booked order with this uuid. */
const orderWith = Effect.fnUntraced(function*(till: FestivalTill, uuid: string) {
  const listed = listOf(yield* till.get("/order"))
  return listed.find((order) => order.uuid === uuid)!
})

layer(FestivalTickets.layer, { excludeTestServices: true })("selling tickets", (it) => {
  it.effect("a ticket paid in cash opens an account with the money that is included", () =>
    Effect.gen(function*() {
      const { moved, postings, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const tag = yield* tills.tag()
      const request = ticketSale([scanOf(tag)])
      const outcome = { uuid: request.uuid, payment_method: "cash", item_count: 2, total_price: 20 }
      const lines = [["Adult", 1, 12, 12], ["Aufladen", 1, 8, 8]]
      const check = done(yield* untouched(entrance.post("/order/check-ticket-sale", request)))
      assert.deepInclude(check.body, outcome)
      assert.deepStrictEqual(linesOf(check.body), lines)
      const { answer, moved: change } = yield* moved(entrance.post("/order/book-ticket-sale", request))
      const { body } = done(answer)
      const customer = yield* account(entrance, tag)
      const label = labelOf("private", Number(customer.id))
      assert.deepInclude(body, {
        ...outcome,
        customer_account_id: customer.id,
        cashier_id: entrance.cashier.id,
        till_id: entrance.id,
        bon_url: `https://portal.example/bon/${request.uuid}`
      })
      assert.deepStrictEqual(linesOf(body), lines)
      assert.include(answer.text, `"customer_tag_uid":${tag.uid},`)
      assert.deepStrictEqual(change, {
        [label]: 8,
        sale_exit: 12,
        cash_topup_source: -20,
        cash_entry: -20,
        [entrance.register]: 20
      })
      assert.deepInclude(customer, { balance: 8, vouchers: 0, type: "private", restriction: null })
      const order = yield* orderWith(entrance, request.uuid)
      assert.deepInclude(order, {
        order_type: "ticket",
        total_price: 20,
        total_tax: 0,
        cash_register_id: entrance.registerId,
        customer_account_id: customer.id
      })
      assert.deepStrictEqual(yield* postings(order.id), [
        ["cash_entry", entrance.register, 20, 0],
        ["cash_topup_source", "sale_exit", 12, 0],
        ["cash_topup_source", label, 8, 0]
      ])
    }))

  it.effect("money on top is paid with the ticket, by card too", () =>
    Effect.gen(function*() {
      const { moved, tills } = yield* Festival
      const { open } = yield* FestivalTickets
      const till = yield* open()
      const tag = yield* tills.tag()
      const request = ticketSale([scanOf(tag, { top_up_amount: 10 })], { payment_method: "sumup" })
      const { answer, moved: change } = yield* moved(till.post("/order/book-ticket-sale", request))
      const { body } = done(answer)
      assert.deepStrictEqual(linesOf(body), [["Adult", 1, 12, 12], ["Aufladen", 1, 18, 18]])
      assert.strictEqual(body.total_price, 30)
      assert.deepStrictEqual(each(body.scanned_tickets, "top_up_amount"), [10])
      assert.deepStrictEqual(change, {
        [labelOf("private", Number(body.customer_account_id))]: 18,
        sale_exit: 12,
        sumup_entry: -30
      })
      assert.deepStrictEqual((yield* account(till, tag)).balance, 18)
    }))

  it.effect("a pre-sale voucher has paid for its ticket", () =>
    Effect.gen(function*() {
      const { moved, tills } = yield* Festival
      const { entrance, presale } = yield* FestivalTickets
      const tag = yield* tills.tag()
      const voucher = yield* presale
      const request = ticketSale([scanOf(tag, { voucher_token: voucher.token, top_up_amount: 10 })], {
        payment_method: "sumup"
      })
      const { answer, moved: change } = yield* moved(entrance.post("/order/book-ticket-sale", request))
      const { body } = done(answer)
      assert.deepStrictEqual(linesOf(body), [["Adult", 1, 0, 0], ["Aufladen", 1, 10, 10]])
      assert.deepInclude(body, { total_price: 10, customer_account_id: voucher.accountId })
      const [scanned] = body.scanned_tickets as ReadonlyArray<Body>
      assert.deepInclude(scanned!.ticket, { price: 0, total_price: 0, initial_top_up_amount: 0 })
      assert.deepInclude(scanned!.ticket_voucher, {
        id: voucher.id,
        token: voucher.token,
        customer_account_id: voucher.accountId
      })
      assert.deepInclude(scanned!.account, { id: voucher.accountId, balance: 0, user_tag_id: null })
      assert.deepStrictEqual(change, { [voucher.label]: 10, sumup_entry: -10 })
      assert.deepInclude(yield* account(entrance, tag), { id: voucher.accountId, balance: 10 })
    }))

  it.effect("a till without register and payments hands out what has been paid", () =>
    Effect.gen(function*() {
      const { moved, postings, tills } = yield* Festival
      const { open, presale } = yield* FestivalTickets
      const flags = { allow_top_up: false, enable_cash_payment: false, enable_card_payment: false }
      const till = yield* open({ flags })
      const tag = yield* tills.tag()
      const voucher = yield* presale
      const request = ticketSale([scanOf(tag, { voucher_token: voucher.token })])
      done(yield* untouched(till.post("/order/check-ticket-sale", request)))
      const { answer, moved: change } = yield* moved(till.post("/order/book-ticket-sale", request))
      assert.deepInclude(done(answer).body, { total_price: 0, item_count: 1 })
      assert.deepStrictEqual(change, {})
      const order = yield* orderWith(till, request.uuid)
      assert.deepStrictEqual(linesOf(order), [["Adult", 1, 0, 0]])
      assert.deepStrictEqual(yield* postings(order.id), [])
      assert.deepInclude(yield* account(till, tag), { id: voucher.accountId, balance: 0 })
    }))

  it.effect("each age has its ticket, and the oldest has the order", () =>
    Effect.gen(function*() {
      const { moved, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const tags = yield* Effect.forEach([null, null, "under_16", "under_18"] as const, (age) => tills.tag(age))
      const request = ticketSale(tags.map((tag) => scanOf(tag)))
      const { answer, moved: change } = yield* moved(entrance.post("/order/book-ticket-sale", request))
      const { body } = done(answer)
      assert.deepStrictEqual(linesOf(body).map(([name, , price]) => [name, price]), [
        ["Adult", 12],
        ["Aufladen", 8],
        ["Adult", 12],
        ["Aufladen", 8],
        ["U16", 12],
        ["U18", 12],
        ["Aufladen", 8]
      ])
      assert.deepInclude(body, { item_count: 7, total_price: 72 })
      const accounts = yield* Effect.forEach(tags, (tag) => account(entrance, tag))
      assert.deepStrictEqual(accounts.map(({ balance }) => balance), [8, 8, 0, 8])
      assert.strictEqual(body.customer_account_id, accounts[0]!.id)
      assert.deepStrictEqual([change[entrance.register], change.sale_exit], [72, 48])
    }))

  for (
    const [ages, owner] of [
      [["under_16", null, "under_18"], 1],
      [["under_16", "under_18", null], 2],
      [["under_16", "under_18", "under_16"], 1],
      [["under_16", "under_16", "under_16"], 0]
    ] as const
  ) {
    it.effect(`of ${ages.map((age) => age ?? "an adult").join(", ")} number ${owner + 1} has the order`, () =>
      Effect.gen(function*() {
        const { tills } = yield* Festival
        const { entrance } = yield* FestivalTickets
        const tags = yield* Effect.forEach(ages, (age) => tills.tag(age))
        const { body } = done(
          yield* entrance.post("/order/book-ticket-sale", ticketSale(tags.map((tag) => scanOf(tag))))
        )
        assert.strictEqual(body.customer_account_id, (yield* account(entrance, tags[owner]!)).id)
        for (const [at, tag] of tags.entries()) {
          const orders = listOf(yield* entrance.get(`/customer/${tag.uid}/orders`))
          assert.strictEqual(orders.length, at === owner ? 1 : 0)
        }
      }))
  }
})

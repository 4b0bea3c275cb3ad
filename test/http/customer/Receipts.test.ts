import { assert, layer } from "@effect/vitest"
import { limits } from "@wristbank/core/base/limits/Limits"
import { check } from "@wristbank/core/tse/QrCheck"
import { parse } from "@wristbank/core/tse/QrText"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { noAttempts, useUp } from "../../support/attempts.ts"
import { each, Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { cashOffice } from "../../support/FestivalCash.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { FestivalPortal } from "../../support/FestivalPortal.ts"
import { type Answer, type Body, caller, done, listOf } from "../../support/FestivalServer.ts"
import { signingBy } from "../../support/FestivalSignatures.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

const layers = Layer.effect(FestivalTickets, FestivalTickets.make).pipe(Layer.provideMerge(FestivalPortal.layer))

/** Receipts as anonymous callers get them: by uuid from the portal, by number from the office. */
const stranger = Effect.gen(function*() {
  const { address } = yield* FestivalPortal
  const festival = yield* Festival
  const portal = caller(address, null)
  const office = caller(`${festival.address}/administration`, null)
  return {
    byUuid: (uuid: unknown) => portal("GET", `/bon/${String(uuid)}`),
    byId: (id: unknown) => office("GET", `/orders/${String(id)}/bon`)
  }
})

const orderOf = (answer: Answer) => done(answer).body.order as Body

const sums = (list: unknown, field: string) =>
  each(list, field).reduce<number>((sum, one) => sum + Number(one) * 100, 0)

/** Asserts that all amounts on the receipt agree. */
const agrees = (answer: Answer) => {
  const { order, tax_rate_aggregations: rates } = done(answer).body
  const { line_items, total_no_tax, total_price, total_tax } = order as Body
  const cents = (amount: unknown) => Math.round(Number(amount) * 100)
  assert.strictEqual(Math.round(sums(line_items, "total_price")), cents(total_price))
  assert.strictEqual(Math.round(sums(line_items, "total_tax")), cents(total_tax))
  assert.strictEqual(cents(total_price), cents(total_tax) + cents(total_no_tax))
  assert.strictEqual(Math.round(sums(rates, "total_price")), cents(total_price))
  assert.strictEqual(Math.round(sums(rates, "total_tax")), cents(total_tax))
  assert.strictEqual(Math.round(sums(rates, "total_no_tax")), cents(total_no_tax))
  const ascending = each(rates, "tax_rate").map(Number)
  assert.deepStrictEqual(ascending, ascending.toSorted((a, b) => a - b))
}

layer(layers, { excludeTestServices: true })("a receipt", (it) => {
  it.effect("is there at once for each kind of order but shifts, as long as the event does not sign", () =>
    Effect.gen(function*() {
      const { bar, configure, event, guest, office, press, tills } = yield* Festival
      yield* configure({ receipts_by_number: true })
      const { entrance } = yield* FestivalTickets
      const { closeOut, equipped } = yield* cashOffice
      const { byId, byUuid } = yield* stranger
      const sql = yield* SqlClient.SqlClient
      const anna = yield* guest()
      done(yield* bar.post("/order/book-topup", topUp(anna, 10)))
      done(yield* bar.post("/order/book-payout", payOut(anna, -5)))
      const bought = done(yield* bar.post("/order/book-sale", sale([press("beer", 2)], anna))).body
      done(yield* office("DELETE", `/orders/${String(bought.id)}`))
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(yield* tills.tag())])))
      done(yield* closeOut(yield* equipped(40), 38))
      const orders = yield* sql<{ id: bigint; uuid: string; type: string; lines: number }>`
        select id, uuid, order_type as type, item_count as lines from ordr where event_id = ${event}`
      assert.sameMembers(
        [...new Set(orders.map((order) => order.type))],
        [
          "cancel_sale",
          "cashier_shift_end",
          "cashier_shift_start",
          "money_transfer",
          "money_transfer_imbalance",
          "pay_out",
          "sale",
          "ticket",
          "top_up"
        ]
      )
      for (const { id, lines, type, uuid } of orders) {
        const [answer, same] = [yield* byUuid(uuid), yield* byId(id)]
        assert.strictEqual(answer.status, type.startsWith("cashier_shift") ? 404 : 200, type)
        assert.deepStrictEqual([same.status, lines > 0], [answer.status, answer.status === 200], type)
        if (answer.status !== 200) continue
        agrees(answer)
        const order = { ...orderOf(answer), uuid: "", cashier_id: null, cash_register_id: null }
        assert.deepStrictEqual(same.body, { ...answer.body, order })
        assert.deepInclude(orderOf(answer), {
          order_type: type,
          signature_status: "failure",
          needs_signature: false,
          tse_signature: null,
          tse_qr_code_text: ""
        })
      }
      const cancelled = orders.find((order) => order.type === "cancel_sale")!
      assert.deepInclude(orderOf(yield* byUuid(cancelled.uuid)), { cancels_order: bought.id, total_price: -10 })
    }))

  it.effect("says what was sold as it was then, and who sold it under which words", () =>
    Effect.gen(function*() {
      const { bar, configure, guest, office, press, productBody, products } = yield* Festival
      const { byUuid } = yield* stranger
      const words = { bon_title: "First", bon_issuer: "Club", bon_address: "Street 1\nTown", ust_id: "DE1" }
      yield* configure(words)
      const anna = yield* guest()
      const before = done(yield* bar.post("/order/book-sale", sale([press("food")], anna))).body
      yield* configure({ ...words, bon_title: "Second", ust_id: "DE2" })
      yield* configure({ ...words, bon_title: "Second", ust_id: "DE2", max_account_balance: 149 })
      const renamed = { ...productBody("food"), name: `Renamed ${randomUUID()}` }
      done(yield* office("POST", `/products/${products.food}`, renamed))
      const after = done(yield* bar.post("/order/book-sale", sale([press("food")], anna))).body
      const [first, second] = [done(yield* byUuid(before.uuid)).body, done(yield* byUuid(after.uuid)).body]
      const config = { title: "First", issuer: "Club", address: "Street 1\nTown", ust_id: "DE1" }
      assert.deepStrictEqual(first.config, config)
      assert.deepStrictEqual(second.config, { ...config, title: "Second", ust_id: "DE2" })
      assert.deepStrictEqual([first.currency_identifier, second.currency_identifier], ["EUR", "EUR"])
      const nameIn = ({ order }: Body) =>
        ((order as Body).line_items as ReadonlyArray<Body>).map((line) => (line.product as Body).name)
      assert.notDeepEqual(nameIn(first), nameIn(second))
      assert.deepStrictEqual(nameIn(second), [renamed.name])
    }))

  it.effect("shows no one whose order it was", () =>
    Effect.gen(function*() {
      const { bar, configure, guest, press } = yield* Festival
      const { byId, byUuid } = yield* stranger
      yield* configure({ receipts_by_number: true })
      const anna = yield* guest()
      const { id, uuid } = done(yield* bar.post("/order/book-sale", sale([press("food")], anna))).body
      for (const answer of [yield* byUuid(uuid), yield* byId(id)]) {
        assert.deepInclude(orderOf(answer), {
          customer_account_id: null,
          customer_tag_uid: null,
          customer_tag_uid_hex: null,
          customer_tag_id: null
        })
        for (const secret of [anna.pin, String(anna.uid), anna.uid.toString(16).toUpperCase()]) {
          assert.notInclude(answer.text, secret)
        }
      }
    }))

  it.effect("is found by any spelling of its uuid, and by nothing else", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const { byId, byUuid } = yield* stranger
      const { uuid } = done(yield* bar.post("/order/book-sale", sale([press("food")], yield* guest()))).body
      for (const spelled of [String(uuid).toUpperCase(), String(uuid).replaceAll("-", "")]) {
        assert.strictEqual(orderOf(yield* byUuid(spelled)).uuid, uuid)
      }
      for (const other of [randomUUID(), "not-a-uuid", "1", "%00", "select%201"]) {
        const { body, status } = yield* byUuid(other)
        assert.deepInclude(body, { id: "NotFound", element_type: "bon", element_id: null })
        assert.strictEqual(status, 404)
      }
      const { body, status } = yield* byId(987_654_321)
      assert.deepInclude(body, { id: "NotFound", element_type: "bon", element_id: 987_654_321 })
      assert.strictEqual(status, 404)
    }))

  it.effect("stays that of the first order when another event has the same uuid", () =>
    Effect.gen(function*() {
      const { bar, guest, neighbour, press } = yield* Festival
      const { byUuid } = yield* stranger
      const sql = yield* SqlClient.SqlClient
      const { id, uuid } = done(yield* bar.post("/order/book-sale", sale([press("food")], yield* guest()))).body
      const other = yield* neighbour
      yield* sql`insert into ordr (event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id,
          item_count)
        select ${other.event}, uuid, '', 'sale', 'cash', booked_at + interval '1 second', 1, ${other.till.id}, cashier_id, 0
        from ordr where uuid = ${String(uuid)}::uuid`
      assert.strictEqual(orderOf(yield* byUuid(uuid)).id, id)
    }))

  it.effect("is shown by its number alone only where the event allows it, and to administrators in any case", () =>
    Effect.gen(function*() {
      const { bar, configure, event, guest, office, press } = yield* Festival
      const { byId } = yield* stranger
      const { id, uuid } = done(yield* bar.post("/order/book-sale", sale([press("food")], yield* guest()))).body
      yield* configure({ receipts_by_number: false })
      const hidden = yield* byId(id)
      assert.deepStrictEqual([hidden.status, hidden.body.id], [404, "NotFound"])
      const helper = yield* clerk(event, event, ["terminal_login"])
      assert.strictEqual((yield* helper("GET", `/orders/${String(id)}/bon`)).status, 404)
      yield* useUp({ key: "receipts 127.0.0.1", limit: limits.receipts })
      const whole = orderOf(yield* office("GET", `/orders/${String(id)}/bon`))
      assert.strictEqual(whole.uuid, uuid)
      assert.isNotNull(whole.cashier_id)
      yield* noAttempts
      yield* configure({ receipts_by_number: true })
      const shown = yield* byId(id)
      assert.deepInclude(orderOf(shown), {
        id,
        uuid: "",
        cashier_id: null,
        cash_register_id: null,
        customer_tag_id: null
      })
      assert.notInclude(shown.text, String(uuid))
    }))

  it.effect("is not counted up: by number an address gets 200 within a quarter of an hour", () =>
    Effect.gen(function*() {
      const { byId } = yield* stranger
      yield* useUp({ key: "receipts 127.0.0.1", limit: limits.receipts })
      const refused = yield* byId(1)
      yield* noAttempts
      assert.deepStrictEqual([refused.status, refused.body.id], [429, "TooManyAttempts"])
      assert.strictEqual((yield* byId(987_654_321)).status, 404)
    }))

  it.effect("of the office shows what receipts look like, with numbers that agree, and books nothing", () =>
    Effect.gen(function*() {
      const { admin, configure, event, moved } = yield* Festival
      yield* configure({ bon_title: "Try", bon_issuer: "Club", bon_address: "Street 1", ust_id: "DE1" })
      const { answer, moved: change } = yield* moved(admin("POST", `/tree/events/${event}/generate-test-bon`))
      agrees(answer)
      assert.deepStrictEqual(change, {})
      assert.deepInclude(answer.body.order, { total_price: 17, total_tax: 2.37, total_no_tax: 14.63, node_id: event })
      assert.deepStrictEqual(each(answer.body.tax_rate_aggregations, "total_price"), [1, 2, 14])
      assert.deepInclude(answer.body.config, { title: "Try", issuer: "Club" })
    }))

  it.effect("waits for its signature, shows it, or says that there is none", () =>
    Effect.gen(function*() {
      const { bar, event, guest, press } = yield* Festival
      const { signIn } = yield* FestivalPortal
      const { byId, byUuid } = yield* stranger
      const anna = yield* guest({ balance: 60 })
      const buy = Effect.suspend(() => bar.post("/order/book-sale", sale([press("beer")], anna))).pipe(
        Effect.map((answer) => done(answer).body)
      )
      const earlier = yield* buy
      const device = yield* signingBy(event)
      const [signed, failed, waiting] = [yield* buy, yield* buy, yield* buy]
      const statuses = Effect.forEach([earlier, signed, failed, waiting], ({ uuid }) =>
        Effect.map(byUuid(uuid), (answer) => answer.status))
      const mine = yield* signIn(anna)
      const generated = Effect.map(mine("GET", "/orders_with_bon"), (answer) => {
        const byUuidOf = new Map(listOf(answer).map((order) => [order.uuid, order.bon_generated]))
        return [earlier, signed, failed, waiting].map(({ uuid }) =>
          byUuidOf.get(uuid)
        )
      })
      // Orders from before signing need no signature.
      assert.deepStrictEqual(yield* statuses, [200, 404, 404, 404])
      assert.deepStrictEqual(yield* generated, [true, false, false, false])
      assert.strictEqual((yield* byId(signed.id)).status, 404)
      const data = yield* device.sign(signed.uuid)
      yield* device.fail(failed.uuid, "TSE did not react, signature timeout")
      assert.deepStrictEqual(yield* statuses, [200, 200, 200, 404])
      assert.deepStrictEqual(yield* generated, [true, true, true, false])

      const order = orderOf(yield* byUuid(signed.uuid))
      assert.deepInclude(order, {
        signature_status: "done",
        signature_failure: null,
        transaction_process_type: "Kassenbeleg-V1",
        transaction_process_data: data,
        tse_transaction: "1",
        tse_signaturenr: "2",
        tse_start: "2026-07-03T18:07:52.000Z",
        tse_end: "2026-07-03T18:07:52.000Z",
        tse_serial: device.serial,
        tse_hashalgo: "ecdsa-plain-SHA384",
        tse_time_format: "unixTime"
      })
      const code = Result.getOrThrow(parse(String(order.tse_qr_code_text)))
      assert.deepInclude(check(code), { form: [], signature: "valid" })
      assert.deepStrictEqual([code.clientId, code.processData], [String(bar.id), data])

      const outage = orderOf(yield* byUuid(failed.uuid))
      assert.deepInclude(outage, {
        signature_status: "failure",
        signature_failure: "TSE did not react, signature timeout",
        needs_signature: true
      })
      const fields = Object.entries(outage).filter(([name]) => /^(tse|transaction)_/.test(name))
      assert.deepStrictEqual(fields.filter(([, value]) => value !== null), [["tse_qr_code_text", ""]])
      agrees(yield* byUuid(failed.uuid))
    }))
})

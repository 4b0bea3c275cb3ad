import { assert, layer } from "@effect/vitest"
import * as SigningCluster from "@wristbank/core/fiscal/SigningCluster"
import * as Cluster from "@wristbank/core/sql/Cluster"
import { check } from "@wristbank/core/tse/QrCheck"
import { parse } from "@wristbank/core/tse/QrText"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { signerLayer, until } from "../../core/fiscal/SigningWorld.ts"
import { broken, diagnose } from "../../core/journal/Diagnosed.ts"
import { Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { cashOffice } from "../../support/FestivalCash.ts"
import { begun, checked, payer, pays, withCheckouts } from "../../support/FestivalCheckouts.ts"
import { FestivalPortal } from "../../support/FestivalPortal.ts"
import { type Body, caller, created, done } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import { openSignedDevice } from "../../support/SignedDevice.ts"
import { newTse } from "../calls/OfficeFiscalCalls.ts"

/** Signs orders as every process does. */
const signing = SigningCluster.layer.pipe(Layer.provide(Cluster.layer), Layer.provide(signerLayer))

const layers = Layer.effect(FestivalTickets, FestivalTickets.make).pipe(
  Layer.provideMerge(withCheckouts),
  Layer.tap((services) => Layer.build(Layer.provide(signing, Layer.succeedContext(services))))
)

/** The process data of the test's orders: drinks at 19 % with deposits, all else without tax. */
const expected: Array<readonly [type: string, data: unknown]> = [
  ["top_up", "Beleg^0.00_0.00_0.00_0.00_60.00^60.00:Unbar"],
  ["top_up", "Beleg^0.00_0.00_0.00_0.00_10.00^10.00:Bar"],
  ["top_up", "Beleg^0.00_0.00_0.00_0.00_25.00^25.00:Unbar"],
  ["pay_out", "Beleg^0.00_0.00_0.00_0.00_-5.00^-5.00:Bar"],
  ["sale", "Beleg^0.00_0.00_0.00_0.00_0.00^"],
  ["sale", "Beleg^6.00_0.00_0.00_0.00_4.00^10.00:Unbar"],
  ["sale", "Beleg^0.00_0.00_0.00_0.00_-4.00^-4.00:Unbar"],
  ["sale", "Beleg^0.00_0.00_0.00_0.00_4.00^4.00:Bar"],
  ["sale", "Beleg^3.00_0.00_0.00_0.00_4.00^7.00:Unbar"],
  // An edited order: sold, taken back, sold again.
  ["sale", "Beleg^6.00_0.00_0.00_0.00_4.00^10.00:Unbar"],
  ["cancel_sale", "Beleg^-6.00_0.00_0.00_0.00_-4.00^-10.00:Unbar"],
  ["sale", "Beleg^3.00_0.00_0.00_0.00_2.00^5.00:Unbar"],
  ["cancel_sale", "Beleg^-6.00_0.00_0.00_0.00_-4.00^-10.00:Unbar"],
  ["ticket", "Beleg^0.00_0.00_0.00_0.00_20.00^20.00:Bar"],
  ["money_transfer", "Beleg^0.00_0.00_0.00_0.00_40.00^40.00:Bar"],
  ["money_transfer", "Beleg^0.00_0.00_0.00_0.00_-38.00^-38.00:Bar"],
  ["money_transfer_imbalance", "Beleg^0.00_0.00_0.00_0.00_-2.00^-2.00:Bar"],
  ["money_transfer", "Beleg^0.00_0.00_0.00_0.00_20.00^20.00:Bar"],
  ["money_transfer", "Beleg^0.00_0.00_0.00_0.00_-20.00^-20.00:Bar"],
  ["money_transfer_imbalance", "Beleg^0.00_0.00_0.00_0.00_0.00^"]
]

/** The receipt of an order, once it exists. */
const receiptOf = Effect.fnUntraced(function*(uuid: unknown) {
  const { address } = yield* FestivalPortal
  const portal = caller(address, null)
  const { body } = yield* until(portal("GET", `/bon/${String(uuid)}`), ({ status }) => status === 200)
  return body.order as Body
})

layer(layers, { excludeTestServices: true })("a receipt of an event that signs", (it) => {
  it.effect("has a code that holds, for every kind of order", () =>
    Effect.gen(function*() {
      const { bar, event, guest, office, press, products, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const { closeOut, equipped } = yield* cashOffice
      const sql = yield* SqlClient.SqlClient
      const device = yield* openSignedDevice({ seed: randomUUID() })
      const tse = yield* created(office("POST", "/tses/", { ...newTse(), ws_url: device.url, serial: null }))
      const shown = Effect.map(office("GET", "/tses/"), (answer) => (done(answer).body.entities as Body)[tse] as Body)
      // No process is restarted.
      yield* until(shown, ({ connected, status }) => connected === true && status === "active")
      assert.deepInclude(yield* shown, { serial: device.serial, fault: null })

      const anna = yield* guest({ balance: 60, vouchers: 2 })
      done(yield* bar.post("/order/book-topup", topUp(anna, 10)))
      done(yield* bar.post("/order/book-payout", payOut(anna, -5)))
      done(yield* bar.post("/order/book-sale", sale([press("beerOnly")], anna)))
      const bought =
        done(yield* bar.post("/order/book-sale", sale([press("beer", 2)], anna, { used_vouchers: 0 }))).body
      done(yield* bar.post("/order/book-sale", sale([press("beer", 2)], anna, { used_vouchers: 1 })))
      const changed =
        done(yield* bar.post("/order/book-sale", sale([press("beer", 2)], anna, { used_vouchers: 0 }))).body
      const edit = {
        uuid: randomUUID(),
        products: [{ product_id: products.beer, quantity: 1 }, { product_id: products.deposit, quantity: 1 }]
      }
      done(yield* office("POST", `/orders/${String(changed.id)}/edit`, edit))
      done(yield* bar.post("/order/book-sale", sale([press("deposit", -2)], anna)))
      done(yield* bar.post("/order/book-sale", sale([press("food")], null, { payment_method: "cash" })))
      done(yield* office("DELETE", `/orders/${String(bought.id)}`))
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(yield* tills.tag())])))
      const cashier = yield* equipped(40)
      done(yield* closeOut(yield* equipped(20), 20))
      const online = yield* payer()
      const { uuid } = yield* begun(online, 25)
      yield* pays(uuid)
      // Both book at the virtual till.
      yield* Effect.all([Effect.map(closeOut(cashier, 38), done), checked(online, uuid)], { concurrency: 2 })

      const orders = yield* sql<{ uuid: string; type: string; lines: number }>`
        select uuid, order_type as type, item_count as lines from ordr
        where event_id = ${event} and id > (select signing_from from fiscal_settings where event_id = ${event})
        order by id`
      const signed: Array<readonly [type: string, data: unknown]> = []
      const numbers = new Set<unknown>()
      for (const order of orders.filter(({ lines }) => lines > 0)) {
        const receipt = yield* receiptOf(order.uuid)
        assert.strictEqual(receipt.signature_status, "done", order.type)
        const code = Result.getOrThrow(parse(String(receipt.tse_qr_code_text)))
        assert.deepStrictEqual(check(code), { form: [], signature: "valid" })
        assert.strictEqual(receipt.tse_serial, device.serial)
        signed.push([order.type, code.processData])
        numbers.add(code.transactionNumber)
      }
      assert.strictEqual(numbers.size, signed.length)
      assert.sameDeepMembers(signed, expected)
      // The end of a shift has no receipt and is never signed.
      assert.includeMembers(orders.map(({ type }) => type), ["cashier_shift_end"])
      assert.deepStrictEqual(broken(yield* diagnose()), [])
    }))
})

import { assert, layer } from "@effect/vitest"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { each, Festival, topUp } from "../../support/Festival.ts"
import {
  begun,
  cancel,
  checked,
  create,
  type Payer,
  payer,
  pays,
  shop,
  withCheckouts
} from "../../support/FestivalCheckouts.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import { cents, paymentOf, paymentStateOf, provider } from "../../support/FestivalPayments.ts"
import { done, listOf } from "../../support/FestivalServer.ts"

/** The guest's open top-ups, as the portal shows them. */
const open = ({ call }: Payer) => Effect.map(call("GET", "/sumup/open-checkouts"), (answer) => listOf(answer))

layer(withCheckouts, { excludeTestServices: true })("a guest's open top-ups on the web", (it) => {
  it.effect("are shown to go on with, the oldest first, and without asking the provider", () =>
    Effect.gen(function*() {
      const anna = yield* payer()
      assert.deepStrictEqual(yield* open(anna), [])
      const [first, second] = [yield* begun(anna, 30), yield* begun(anna, 20)]
      const calls = (yield* provider).asked.length
      const shown = yield* untouched(open(anna))
      assert.lengthOf((yield* provider).asked, calls)
      const times = yield* Effect.forEach([first, second], ({ uuid }) => paymentOf(uuid))
      assert.deepStrictEqual(
        shown,
        [first, second].map(({ id, uuid }, n) => ({
          order_uuid: uuid,
          checkout_id: id,
          amount: n === 0 ? 30 : 20,
          created_at: times[n]!.created_at.toJSON(),
          valid_until: times[n]!.valid_until?.toJSON(),
          pay_url: null
        }))
      )
      yield* pays(first.uuid)
      assert.strictEqual(yield* checked(anna, first.uuid), "PAID")
      assert.deepStrictEqual(each(yield* open(anna), "order_uuid"), [second.uuid])
      done(yield* cancel(anna, second.uuid))
      assert.deepStrictEqual(yield* open(anna), [])
    }))

  it.effect("say what takes the room when an answer was lost, and give it back", () =>
    Effect.gen(function*() {
      const anna = yield* payer(120)
      const fake = yield* shop
      fake.fail("create", { answer: Fake.broken, done: true })
      fake.fail("find", { answer: Fake.broken, done: false })
      yield* refused(create(anna, 30), "SumUpError", { reason: "refused" })
      yield* refused(create(anna, 30), "order.maximum_exceeded")
      const [lost, ...more] = yield* open(anna)
      assert.deepStrictEqual(more, [])
      assert.deepInclude(lost, { checkout_id: null, amount: 30 })
      assert.deepStrictEqual(done(yield* cancel(anna, String(lost!.order_uuid))).body, { status: "FAILED" })
      const { uuid } = yield* begun(anna, 30)
      assert.deepStrictEqual(each(yield* open(anna), "order_uuid"), [uuid])
    }))

  it.effect("are the guest's own, and neither a terminal's nor those that an operator looks into", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      const [anna, bert] = [yield* payer(), yield* payer()]
      const { uuid } = yield* begun(anna, 10)
      done(yield* bar.post("/order/register-pending-topup", topUp(anna.guest, 5, { payment_method: "sumup" })))
      const held = yield* begun(anna, 20)
      yield* pays(held.uuid, { amount: cents(1) })
      assert.strictEqual(yield* checked(anna, held.uuid), "PENDING")
      assert.strictEqual(yield* paymentStateOf(held.uuid), "pending mismatch")
      assert.deepStrictEqual(each(yield* open(anna), "order_uuid"), [uuid])
      assert.deepStrictEqual(yield* open(bert), [])
      // Every event has an account with this number, of another guest.
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into card_payment select (jsonb_populate_record(card_payment, jsonb_build_object(
          'event_id', event_id + 1000000, 'uuid', gen_random_uuid()
        ))).* from card_payment where uuid = ${uuid}`
      assert.deepStrictEqual(each(yield* open(anna), "order_uuid"), [uuid])
      yield* sql`delete from card_payment where event_id > 1000000`
    }))
})

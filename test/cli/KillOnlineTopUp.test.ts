import { assert, layer } from "@effect/vitest"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import type { Fault, ShopCall } from "@wristbank/stand-ins/card-provider/FakeShop"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { Effect, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { tmpdir } from "node:os"
import { TestDatabase } from "../support/database.ts"
import { Festival } from "../support/Festival.ts"
import {
  begun,
  cancel,
  checked,
  create,
  orderOf,
  type Payer,
  payer,
  pays,
  shop,
  withCheckouts
} from "../support/FestivalCheckouts.ts"
import { paymentOf, paymentStateOf, provider, sound, sweepAfter } from "../support/FestivalPayments.ts"
import { caller, done } from "../support/FestivalServer.ts"
import { secretKey } from "../support/secrets.ts"
import { end, freePort, type Killable, start } from "./Killable.ts"

/** A server in a process of its own, on the festival's database and with its card provider. */
const server = Effect.gen(function*() {
  const { serverUrl: url } = yield* TestDatabase
  const { url: sumUp } = yield* FakeSumUp
  const port = yield* Effect.promise(freePort)
  const killable = yield* Effect.acquireRelease(
    Effect.promise(() =>
      start(["serve", "--host", "127.0.0.1", "--port", String(port)], {
        cwd: tmpdir(),
        environment: {
          DATABASE_URL: Redacted.value(url),
          WRISTBANK_SECRET_KEY: secretKey,
          WRISTBANK_SUMUP_URL: sumUp
        }
      })
    ),
    (running) => Effect.promise(() => end(running, "SIGKILL"))
  )
  return { killable, address: `http://127.0.0.1:${port}/api/customer` }
})

/** The guest's calls through that server, which may be slow to answer at first. */
const through = Effect.fnUntraced(function*(address: string, { guest }: Payer) {
  const { event } = yield* Festival
  const signIn = caller(address, null)("POST", "/auth/login", { pin: guest.pin, node_id: event })
  const { body } = done(yield* Effect.repeat(signIn, { while: ({ status }) => status === 503 }))
  return { guest, call: caller(address, String(body.access_token)) } satisfies Payer
})

/** Makes a call, and kills the server after the provider got its request and before the server gets the answer. */
const killedIn = Effect.fnUntraced(function*(
  killable: Killable,
  call: ShopCall,
  fault: Omit<Fault, "answer">,
  calling: Effect.Effect<unknown>
) {
  const book = yield* provider
  const before = book.calls(call)
  book.shop.fail(call, { answer: Fake.never, ...fault })
  const fiber = yield* Effect.forkChild(Effect.exit(calling))
  yield* Effect.repeat(
    Effect.sync(() => book.calls(call) > before),
    { until: (asked) => asked, schedule: Schedule.spaced("20 millis") }
  )
  yield* Effect.promise(() => end(killable, "SIGKILL"))
  return fiber
})

layer(withCheckouts, { excludeTestServices: true })("a server that is killed", (it) => {
  for (const [when, made] of [["before", false], ["after", true]] as const) {
    it.effect(
      `${when} the provider made a checkout leaves nothing to pay and nothing in the way`,
      () =>
        Effect.gen(function*() {
          const anna = yield* payer(120)
          const { address, killable } = yield* server
          yield* killedIn(killable, "create", { done: made }, create(yield* through(address, anna), 30))
          const [order] = (yield* shop).checkouts
          assert.strictEqual(order !== undefined, made)
          assert.strictEqual((yield* create(anna, 30)).status, 400)
          // A checkout that may never arrive is given up after a minute.
          for (const seconds of [25, 70]) yield* sweepAfter(seconds)
          if (order !== undefined) {
            assert.strictEqual((yield* paymentStateOf(order.checkout_reference)).split(" ")[0], "cancelled")
            assert.isFalse(yield* pays(order.id))
          }
          const again = yield* begun(anna, 30)
          yield* pays(again.uuid)
          assert.strictEqual(yield* checked(anna, again.uuid), "PAID")
          yield* sound
          ;(yield* shop).reset()
        }).pipe(Effect.scoped)
    )
  }

  it.effect(
    "with the checkout stored and its guest unanswered leaves nothing to pay in the end",
    () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const anna = yield* payer(120)
        const { address, killable } = yield* server
        const bound = yield* through(address, anna)
        yield* Effect.forkChild(Effect.exit(create(bound, 30)))
        const named = sql<{ uuid: string }>`select uuid::text from card_payment
        where customer_account_id = ${anna.guest.accountId} and checkout_id is not null`
        const [order] = yield* Effect.repeat(named, {
          until: (rows) => rows.length > 0,
          schedule: Schedule.spaced("5 millis")
        })
        yield* Effect.promise(() => end(killable, "SIGKILL"))
        const { uuid } = order!
        yield* sweepAfter(70)
        assert.strictEqual(yield* paymentStateOf(uuid), "pending unverified")
        yield* sweepAfter(86_700)
        assert.strictEqual(yield* paymentStateOf(uuid), "cancelled expired")
        assert.isFalse(yield* pays(uuid))
        yield* begun(anna, 30)
        yield* sound
      }).pipe(Effect.scoped)
  )

  it.effect(
    "between ending a checkout and giving its order up gives it up when it is back",
    () =>
      Effect.gen(function*() {
        const anna = yield* payer(120)
        const { address, killable } = yield* server
        const bound = yield* through(address, anna)
        const [mine, swept] = [yield* begun(bound, 10), yield* begun(bound, 20)]
        yield* killedIn(killable, "deactivate", { done: true }, cancel(bound, mine.uuid))
        assert.strictEqual(yield* paymentStateOf(mine.uuid), "pending unverified")
        assert.isFalse(yield* pays(mine.uuid))
        assert.isTrue(yield* pays(swept.uuid))
        yield* sweepAfter(25)
        assert.strictEqual(yield* paymentStateOf(mine.uuid), "cancelled expired")
        assert.strictEqual(yield* paymentStateOf(swept.uuid), "booked verified")
        assert.deepStrictEqual(done(yield* cancel(anna, mine.uuid)).body, { status: "FAILED" })
        yield* sound
      }).pipe(Effect.scoped)
  )

  it.effect("between a payment and its booking books it once when it is back", () =>
    Effect.gen(function*() {
      const { has } = yield* Festival
      const anna = yield* payer(120)
      const first = yield* server
      const bound = yield* through(first.address, anna)
      const { uuid } = yield* begun(bound, 30)
      yield* pays(uuid)
      yield* killedIn(first.killable, "read", { done: true }, checked(bound, uuid))
      assert.strictEqual(yield* paymentStateOf(uuid), "pending unverified")
      const second = yield* server
      const answers = yield* Effect.all(
        [checked({ ...bound, call: (yield* through(second.address, anna)).call }, uuid), checked(anna, uuid)],
        { concurrency: 2 }
      )
      yield* sweepAfter(25)
      assert.include(answers, "PAID")
      assert.isDefined(yield* orderOf(uuid))
      assert.deepStrictEqual(yield* has(anna.guest), { balance: 150, vouchers: 0 })
      assert.isNull((yield* paymentOf(uuid)).next_check)
      yield* sound
    }).pipe(Effect.scoped))
})

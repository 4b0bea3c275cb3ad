import { assert, layer } from "@effect/vitest"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { administrator } from "../support/administration.ts"
import { DatabaseProxy } from "../support/DatabaseProxy.ts"
import { Festival, payOut, sale, topUp } from "../support/Festival.ts"
import { done } from "../support/FestivalServer.ts"
import { send } from "../support/ServedApi.ts"
import { servedFestival, startServer } from "../support/Servers.ts"

/** The longest time to an answer, in milliseconds: ten times the promised limit, as machines differ. */
const longestMillis = 25_000

/** The address of a server that reaches the festival's database through the proxy, with the usual time limits. */
class Away extends Context.Service<Away, string>()("test/Away") {}

const away = Layer.effect(
  Away,
  Effect.flatMap(DatabaseProxy, ({ url }) => Effect.provideService(startServer(url), TimeoutScale, 1))
)

interface Sent {
  readonly path: string
  readonly token?: string
  readonly body?: unknown
}

interface Outcome {
  readonly path: string
  readonly status: number
  readonly millis: number
  readonly retryAfter: string | null
  readonly text: string
}

const timed = Effect.fnUntraced(function*({ body, path, token }: Sent) {
  const address = yield* Away
  const started = performance.now()
  const { headers, status, text } = yield* send(body === undefined ? "GET" : "POST", address + path, { body, token })
  const millis = performance.now() - started
  const outcome: Outcome = { path, status, millis, retryAfter: headers.get("retry-after"), text }
  return outcome
})

/** One call of every kind: bookings, reads, changes and sign-ins of all APIs. */
const everyKind = Effect.gen(function*() {
  const { admin, bar, event, guest, press } = yield* Festival
  const buyer = yield* guest()
  const login = { username: administrator.login, password: administrator.password, node_id: null }
  const { body } = done(yield* admin("POST", "/auth/login", login))
  const token = (body.success as { readonly token: string }).token
  const till = { token: bar.token }
  const calls: ReadonlyArray<Sent> = [
    { ...till, path: "/terminal/order/check-sale", body: sale([press("beer")], buyer) },
    { ...till, path: "/terminal/order/book-sale", body: sale([press("beer")], buyer) },
    { ...till, path: "/terminal/order/book-topup", body: topUp(buyer, 5) },
    { ...till, path: "/terminal/order/book-payout", body: payOut(buyer, -1) },
    { ...till, path: "/terminal/order" },
    { ...till, path: "/terminal/config" },
    { ...till, path: "/terminal/user" },
    { ...till, path: `/terminal/customer/${buyer.uid}` },
    { ...till, path: "/terminal/user/grant-vouchers", body: { vouchers: 1, user_tag_uid: buyer.uid } },
    { path: "/terminal/order", token: "unknown" },
    { token, path: `/administration/products?node_id=${event}` },
    { token, path: `/administration/till-layouts?node_id=${event}`, body: { name: randomUUID(), button_ids: [] } },
    { path: "/administration/auth/login", body: login },
    { path: "/customer/auth/login", body: { node_id: event, pin: buyer.pin } }
  ]
  // The server has verified the callers before, as on any other day.
  yield* works([{ ...till, path: "/terminal/order" }])
  return { buyer, calls }
})

const unavailable = ({ millis, path, retryAfter, status, text }: Outcome) => {
  assert.strictEqual(status, 503, `${path}: ${text}`)
  assert.match(retryAfter ?? "", /^[1-9]\d*$/, path)
  const { id, message, type } = JSON.parse(text) as Record<string, unknown>
  assert.deepStrictEqual([id, type, typeof message], ["ServiceUnavailable", "service", "string"], path)
  assert.isBelow(millis, longestMillis, path)
}

/** Asserts that every call succeeds within some time after the database is back. */
const works = Effect.fnUntraced(function*(calls: ReadonlyArray<Sent>) {
  for (const call of calls) {
    const outcome = yield* Effect.repeat(timed(call), {
      while: ({ status }) => status === 503,
      schedule: Schedule.spaced("100 millis")
    })
    assert.strictEqual(outcome.status, call.token === "unknown" ? 401 : 200, `${call.path}: ${outcome.text}`)
  }
})

const booked = Effect.fnUntraced(function*(uuids: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ uuid: string }>`select uuid from ordr where ${sql.in("uuid", uuids)}`
  return rows.length
})

const uuidOf = ({ body }: Sent) => (body as { readonly uuid: string }).uuid

layer(Layer.provideMerge(away, servedFestival), { excludeTestServices: true })("the database is away", (it) => {
  it.effect("refused connections answer 503 and all works again without a restart", () =>
    Effect.gen(function*() {
      const proxy = yield* DatabaseProxy
      const { calls } = yield* everyKind
      yield* proxy.cut
      for (const outcome of yield* Effect.forEach(calls, timed, { concurrency: 4 })) unavailable(outcome)
      for (const call of calls) unavailable(yield* timed(call))
      yield* proxy.heal
      yield* works(calls)
    }))

  it.effect("a database that never answers is not waited for", () =>
    Effect.gen(function*() {
      const proxy = yield* DatabaseProxy
      const { calls } = yield* everyKind
      yield* proxy.stall
      for (const outcome of yield* Effect.forEach(calls, timed, { concurrency: "unbounded" })) unavailable(outcome)
      yield* proxy.cut
      yield* proxy.heal
      yield* works(calls)
    }))

  it.effect("connections that went silent for good are replaced", () =>
    Effect.gen(function*() {
      const proxy = yield* DatabaseProxy
      const { calls } = yield* everyKind
      yield* proxy.loseConnections
      const [check] = calls
      const attempts = Effect.forEach(Array.from({ length: 12 }, () => check!), timed, { concurrency: "unbounded" })
      let rounds = 0
      let outcomes = yield* attempts
      while (outcomes.some(({ status }) => status !== 200)) {
        rounds++
        for (const outcome of outcomes) if (outcome.status !== 200) unavailable(outcome)
        outcomes = yield* attempts
      }
      assert.isAbove(rounds, 0, "nothing was lost")
      yield* works(calls)
    }))

  it.effect("what was in flight is booked once when it is sent again", () =>
    Effect.gen(function*() {
      const proxy = yield* DatabaseProxy
      const { bar, guest, has, press } = yield* Festival
      const buyer = yield* guest({ balance: 100 })
      yield* works([{ token: bar.token, path: "/terminal/order" }])
      const calls = Array.from({ length: 40 }, (): Sent => ({
        token: bar.token,
        path: "/terminal/order/book-sale",
        body: sale([press("deposit")], buyer)
      }))
      const [outcomes] = yield* Effect.all([
        Effect.forEach(calls, (call, n) => Effect.delay(timed(call), n * 2), { concurrency: "unbounded" }),
        Effect.delay(proxy.cut, 35)
      ], { concurrency: "unbounded" })
      const failed = outcomes.filter(({ status }) => status !== 200)
      assert.isNotEmpty(failed)
      for (const outcome of failed) unavailable(outcome)
      yield* proxy.heal
      yield* works(calls)
      assert.strictEqual(yield* booked(calls.map(uuidOf)), calls.length)
      assert.deepStrictEqual(yield* has(buyer), { balance: 20, vouchers: 0 })
    }))
})

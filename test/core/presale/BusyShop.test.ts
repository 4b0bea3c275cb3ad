// Shops that ask to be left alone, and shops that never answer: how long each call waits.
import { assert, it } from "@effect/vitest"
import { Configuration } from "@wristbank/core/base/Configuration"
import { Access } from "@wristbank/core/organisation/Access"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { Node } from "@wristbank/core/organisation/Node"
import { PresaleImports } from "@wristbank/core/presale/PresaleImports"
import { PresaleReadings } from "@wristbank/core/presale/PresaleReadings"
import { PresaleShops } from "@wristbank/core/presale/PresaleShops"
import { PresaleSourceRepository } from "@wristbank/core/presale/PresaleSourceRepository"
import { PresaleSources } from "@wristbank/core/presale/PresaleSources"
import { PretixCalls } from "@wristbank/core/presale/PretixCalls"
import { type ShopAnswer, ShopConnection, shopError } from "@wristbank/core/presale/ShopConnection"
import { Clock, Effect, Fiber, Layer, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { bare } from "../../support/bare.ts"

const at = (event: string, organizer = "one") => ({
  url: "https://shop.example",
  organizer,
  event,
  key: Redacted.make("key")
})

const source = {
  eventId: 7n,
  isEnabled: true,
  at: at("summer"),
  currency: "EUR",
  products: { tickets: new Set([101n]), credit: new Set<bigint>(), subevents: new Set<bigint>() },
  checkInList: null
}

const seconds = Effect.map(Clock.currentTimeMillis, (now) => now / 1000)

/** The outcome of a call, and the seconds that it took. */
const timed = Effect.fnUntraced(function*<A, E, R>(call: Effect.Effect<A, E, R>) {
  const before = yield* seconds
  const fiber = yield* Effect.forkChild(Effect.zip(Effect.result(call), seconds))
  yield* TestClock.adjust("2 hours")
  const [outcome, after] = yield* Fiber.join(fiber)
  return [outcome, after - before] as const
})

const answer = (status: number, retryAfter: string | null = null): ShopAnswer => ({
  status,
  retryAfter,
  generatedAt: null,
  text: status === 200 ? JSON.stringify({ results: [], currency: "EUR" }) : ""
})

/** The client of pretix, of a shop with one of these answers to each call; after them it never answers. */
const callsTo = (answers: ReadonlyArray<ShopAnswer>) => {
  const left = [...answers]
  const connection = Layer.succeed(ShopConnection, {
    send: () =>
      Effect.suspend(() => {
        const next = left.shift()
        return next === undefined ? Effect.never : Effect.succeed(next)
      })
  })
  return Layer.provide(PretixCalls.layer, Layer.merge(connection, Configuration.layer({ environment: {} })))
}

it.effect("no one calls an organiser, for whatever event, while an answer asks to be left alone", () =>
  Effect.gen(function*() {
    const cases = [[answer(429, "7"), 7], [answer(503, "90"), 90], [answer(429), 1], [answer(500, "7"), 0]] as const
    for (const [first, wait] of cases) {
      yield* Effect.gen(function*() {
        const { countOrders } = yield* PretixCalls
        yield* Effect.flip(countOrders(at("summer")))
        // Another organiser may be called meanwhile.
        yield* countOrders(at("summer", "two"))
        const [outcome, waited] = yield* timed(countOrders(at("winter")))
        assert.isTrue(Result.isSuccess(outcome))
        assert.strictEqual(waited, wait, `${first.status}`)
      }).pipe(Effect.provide(Layer.fresh(callsTo([first, answer(200), answer(200)]))))
    }
  }))

it.effect("a reading asks a busy shop again five times, when it says or with growing pauses, and then fails", () =>
  Effect.gen(function*() {
    const times: Array<number> = []
    const failed: Array<bigint> = []
    const reading = (retryAfterSeconds: number | null) => {
      const busy = Effect.andThen(
        Effect.map(seconds, (now) => times.push(now)),
        shopError("busy", "", retryAfterSeconds)
      )
      return Layer.provide(
        bare(PresaleReadings),
        Layer.mergeAll(
          Layer.mock(PretixCalls, {
            event: () => Effect.succeed({ currency: "EUR" }),
            firstPage: () => new URL("https://shop.example"),
            order: () => busy,
            page: () => busy
          }),
          Layer.mock(PresaleImports, {}),
          Layer.mock(PresaleSourceRepository, {
            now: Effect.succeed(""),
            cursor: () => Effect.succeed([]),
            broken: () => Effect.succeed([]),
            fail: (eventId) => Effect.sync(() => void failed.push(eventId))
          }),
          Layer.mock(PresaleSources, { of: () => Effect.succeed(source) })
        )
      )
    }
    for (const [retryAfterSeconds, expected] of [[7, [0, 7, 14, 21, 28, 35]], [null, [0, 1, 3, 7, 15, 31]]] as const) {
      const { read, readOrder } = yield* Effect.provide(PresaleReadings, reading(retryAfterSeconds))
      for (const call of [read(7n, false), readOrder(7n, "A")]) {
        const [[outcome], start] = [yield* timed(call), times[0]!]
        assert.strictEqual(Result.isFailure(outcome) ? outcome.failure.reason : "", "busy")
        assert.deepStrictEqual<unknown>(times.splice(0).map((time) => time - start), expected)
      }
    }
    assert.deepStrictEqual(failed, [7n, 7n, 7n, 7n])
  }))

const caller: AtEvent = {
  userId: 1n,
  terminalId: null,
  eventId: 7n,
  privileges: new Set(["node_administration"]),
  node: new Node({
    id: 7n,
    parent: 0n,
    name: "",
    description: "",
    read_only: false,
    path: "/0/7",
    parent_ids: [0n],
    event_node_id: 7n,
    parents_until_event_node: [],
    forbidden_objects_at_node: [],
    computed_forbidden_objects_at_node: [],
    forbidden_objects_in_subtree: [],
    computed_forbidden_objects_in_subtree: []
  })
}

it.effect("who waits at a screen for a shop is refused after 25 seconds, if it hangs or wants no calls for an hour", () =>
  Effect.gen(function*() {
    const shops = (...answers: ReadonlyArray<ShopAnswer>) =>
      Layer.provide(
        bare(PresaleShops),
        Layer.mergeAll(
          Layer.mock(Access, { requireAt: () => Effect.void }),
          Layer.mock(PresaleSources, { configured: () => Effect.succeed(source) }),
          Layer.fresh(callsTo(answers))
        )
      )
    const entered = { ...source.at, key: null }
    const expectRefused = Effect.fnUntraced(
      function*(call: Effect.Effect<unknown, unknown>, after: number, reason: RegExp) {
        const [outcome, waited] = yield* timed(call)
        assert.strictEqual(waited, after)
        if (Result.isSuccess(outcome)) return assert.fail("not refused")
        assert.propertyVal(outcome.failure, "rule", "presale.shop_failed")
        assert.match(String(outcome.failure), reason)
      }
    )
    const hanging = yield* Effect.provide(PresaleShops, shops(answer(200)))
    for (
      const call of [hanging.test(caller), hanging.products(caller, entered), hanging.checkInLists(caller, entered)]
    ) {
      yield* expectRefused(call, 25, /did not answer in time/)
    }
    const busy = yield* Effect.provide(PresaleShops, shops(answer(429, "3600"), answer(200), answer(200), answer(200)))
    yield* expectRefused(
      Effect.andThen(Effect.flip(busy.test(caller)), busy.test(caller)),
      25,
      /did not answer in time/
    )
  }))

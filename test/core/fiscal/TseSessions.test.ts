import { assert, layer } from "@effect/vitest"
import type { TseOutage } from "@wristbank/core/fiscal/TseOutage"
import { TseSessions } from "@wristbank/core/fiscal/TseSessions"
import { TseStateRepository } from "@wristbank/core/fiscal/TseStateRepository"
import { Effect } from "effect"
import { opened, outcomes, signing, signingEvent, signingLayer, until } from "./SigningWorld.ts"

/** An outage that lasts; `ends` counts how often it was reported as over. */
const watchedOutage = () => {
  let ends = 0
  const outage: TseOutage = {
    begin: Effect.void,
    orderFailed: Effect.void,
    startsRefused: () => Effect.void,
    startRefusal: Effect.succeed(null),
    isNewReason: () => Effect.succeed(false),
    connected: Effect.void,
    end: Effect.sync(() => {
      ends++
    }),
    seconds: Effect.succeed(1),
    hasLasted: () => Effect.succeed(false)
  }
  return { outage, ends: () => ends }
}

/** Takes a device over; returns the owner and the record. */
const takenOver = Effect.fnUntraced(function*(event: bigint, tse: bigint) {
  const states = yield* TseStateRepository
  const owner = (yield* states.takeOver(event, tse))!
  return { owner, state: yield* states.current(owner) }
})

layer(signingLayer, { concurrent: true, excludeTestServices: true })("connections to devices", (it) => {
  it.effect("an outage ends with the answer of the device to an order, not with an order it was never asked about", () =>
    Effect.gen(function*() {
      const event = yield* signingEvent({ limitSeconds: 600 })
      const tse = yield* event.addDevice(yield* opened(), { tills: event.tills })
      const { owner, state } = yield* takenOver(event.event, tse)
      const { ends, outage } = watchedOutage()
      yield* Effect.forkScoped(TseSessions.use(({ run }) => run(owner, state, outage)))
      const empty = { lines: [] } as const
      const settles = (order: bigint) =>
        until(event.job(order), ({ status }) => status !== "new" && status !== "pending")
      // An order is settled only after the outage heard about the one before.
      for (let n = 0; n < 3; n++) {
        assert.strictEqual((yield* settles(yield* event.book(event.till, empty))).failure_reason, "bad_process_data")
      }
      assert.strictEqual(ends(), 0)
      assert.strictEqual((yield* settles(yield* event.book(event.till))).status, "done")
      yield* settles(yield* event.book(event.till, empty))
      assert.strictEqual(ends(), 1)
    }))

  it.effect("the limit of waiting is read when an order waits, not when the device is connected", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing({ limitSeconds: 3600 })
      const { epoch } = yield* event.record(tse)
      device.next("RegisterClientID", { kind: "refuse", code: 23, text: "full" }, { times: 1000 })
      const order = yield* event.book(event.till, { ageSeconds: 60 })
      yield* event.becomes(tse, ({ fault }) => fault !== null)
      assert.strictEqual((yield* event.job(order)).status, "new")
      yield* event.allow(30)
      assert.deepStrictEqual(yield* outcomes(event), ["device_error:23"])
      assert.deepInclude(yield* event.record(tse), { epoch, connected: true, status: "active" })
    }))

  it.effect("an owner that lost the device while connecting fails as such, not because of a second record", () =>
    Effect.gen(function*() {
      const event = yield* signingEvent()
      const tse = yield* event.addDevice(yield* opened())
      const { owner, state } = yield* takenOver(event.event, tse)
      yield* takenOver(event.event, tse)
      const lost = yield* Effect.flip(TseSessions.use(({ run }) => run(owner, state, watchedOutage().outage)))
      assert.strictEqual(lost._tag, "NotOwner")
    }))
})

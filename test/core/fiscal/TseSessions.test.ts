import { assert, layer } from "@effect/vitest"
import type { TseOutage } from "@wristbank/core/fiscal/TseOutage"
import { TseSessions } from "@wristbank/core/fiscal/TseSessions"
import { TseStateRepository } from "@wristbank/core/fiscal/TseStateRepository"
import { Effect } from "effect"
import { opened, outcomes, signing, signingEvent, signingLayer, until } from "./SigningWorld.ts"

/** An outage that goes on until the device is said to work; answers how often that was said. */
const watchedOutage = () => {
  let ends = 0
  const outage: TseOutage = {
    begin: Effect.void,
    suspect: Effect.void,
    refuseStarts: () => Effect.void,
    startsRefused: Effect.succeed(null),
    isNews: () => Effect.succeed(false),
    connected: Effect.void,
    end: Effect.sync(() => {
      ends++
    }),
    seconds: Effect.succeed(1),
    hasLasted: () => Effect.succeed(false)
  }
  return { outage, ends: () => ends }
}

/** Takes a device over; answers the owner, and how the record stands. */
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
      // When the next one is settled, all is said of the one before.
      for (let n = 0; n < 3; n++) {
        assert.strictEqual((yield* settles(yield* event.book(event.till, empty))).failure_reason, "bad_process_data")
      }
      assert.strictEqual(ends(), 0)
      assert.strictEqual((yield* settles(yield* event.book(event.till))).status, "done")
      yield* settles(yield* event.book(event.till, empty))
      assert.strictEqual(ends(), 1)
    }))

  it.effect("how long orders may wait is asked when one does, not when the device is connected", () =>
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

  it.effect("who lost the device to another while connecting says so, and nothing of a second record", () =>
    Effect.gen(function*() {
      const event = yield* signingEvent()
      const tse = yield* event.addDevice(yield* opened())
      const { owner, state } = yield* takenOver(event.event, tse)
      yield* takenOver(event.event, tse)
      const lost = yield* Effect.flip(TseSessions.use(({ run }) => run(owner, state, watchedOutage().outage)))
      assert.strictEqual(lost._tag, "NotOwner")
    }))
})

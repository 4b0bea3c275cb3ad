import { Context, Effect, Layer, Random, Schedule } from "effect"
import { keepGoing } from "../sql/Outages.ts"
import { reconnectPause } from "../tse/ReconnectPause.ts"
import { makeTseOutage, type TseOutage } from "./TseOutage.ts"
import { TseOutages } from "./TseOutages.ts"
import type { TseOwner } from "./TseOwner.ts"
import { TseSessions } from "./TseSessions.ts"
import { type TseState, TseStateRepository } from "./TseStateRepository.ts"

/** The pause before the next attempt to connect to a device; shorter in tests. */
export const TsePause = Context.Reference("core/reference/TsePause", { defaultValue: () => reconnectPause })

/** Signs with one device for as long as this process owns it. */
export class TseWorker extends Context.Service<TseWorker>()("core/TseWorker", {
  make: Effect.gen(function*() {
    const outages = yield* TseOutages
    const sessions = yield* TseSessions
    const states = yield* TseStateRepository
    const pauseAfter = yield* TsePause

    /** Waits until it is time for another attempt, or the record changes. */
    const pause = Effect.fnUntraced(function*(owner: TseOwner, { revision, status }: TseState, attempt: number) {
      const changed = states.current(owner).pipe(
        Effect.delay("1 second"),
        Effect.repeat({ until: (state) => state.revision !== revision || state.status !== status })
      )
      yield* Effect.raceFirst(Effect.sleep(pauseAfter(attempt, yield* Random.next)), changed)
    })

    const connectionLoop = Effect.fnUntraced(function*(owner: TseOwner, outage: TseOutage) {
      let attempt = 0
      while (true) {
        const state = yield* states.current(owner)
        if (state.status === "disabled") return yield* outages.decommission(owner)
        if (state.stopped_at_revision === state.revision) {
          yield* outage.begin
          yield* outages.failPending(owner, state, outage)
          yield* Effect.sleep("1 second")
          continue
        }
        const wentWell = yield* Effect.as(sessions.run(owner, state, outage), true).pipe(
          Effect.catchTag(
            ["TseError", "TseRejected"],
            (fault) => Effect.as(outages.recordFault(owner, state, outage, fault), false)
          )
        )
        // After a connection that worked, the next attempt follows at once.
        attempt = wentWell || (yield* outage.seconds) < 1 ? 0 : attempt + 1
        if (!wentWell) yield* pause(owner, yield* states.current(owner), attempt)
      }
    })

    /** Takes the device over and signs with it until it is disabled. */
    const runAsOwner = Effect.fn("TseWorker.runAsOwner")(function*(eventId: bigint, tseId: bigint) {
      const owner = yield* states.takeOver(eventId, tseId)
      if (owner === null) return
      const outage = yield* makeTseOutage((yield* states.current(owner)).out_seconds)
      yield* Effect.raceFirst(connectionLoop(owner, outage), outages.watch(owner, outage)).pipe(
        Effect.ensuring(Effect.ignore(states.recordDisconnected(owner)))
      )
    })

    return {
      runAsOwner,
      /** Runs `runAsOwner`, and starts it again whenever it ends with an error. */
      supervise: (eventId: bigint, tseId: bigint) =>
        Effect.annotateLogs(restarted(runAsOwner(eventId, tseId)), { event_id: eventId, tse_id: tseId })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([TseOutages.layer, TseSessions.layer, TseStateRepository.layer])
  )
}

/** Starts again after any error, so that the device is never left without an owner. */
const restarted = <E, R>(run: Effect.Effect<void, E, R>) =>
  run.pipe(
    Effect.as(true),
    keepGoing("signing device", "The worker of a signing device failed and will try again"),
    Effect.repeat({ until: (hasEnded) => hasEnded === true, schedule: Schedule.spaced("2 seconds") })
  )

import { Duration, Effect, Exit, Layer, Option, References, Schedule, Scope } from "effect"
import * as MessageStorage from "effect/cluster/MessageStorage"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as RunnerHealth from "effect/cluster/RunnerHealth"
import * as Runners from "effect/cluster/Runners"
import * as Sharding from "effect/cluster/Sharding"
import * as ShardingConfig from "effect/cluster/ShardingConfig"
import * as SqlRunnerStorage from "effect/cluster/SqlRunnerStorage"
import { randomUUID } from "node:crypto"
import { keepGoing } from "../sql/Outages.ts"
import { SigningSweeps } from "./SigningSweeps.ts"
import { TseStateRepository } from "./TseStateRepository.ts"
import { TseWorker } from "./TseWorker.ts"

/** Time without a sign of life after which others take over the devices of a process. */
const takeOverAfter = Duration.seconds(6)

/** Each device belongs to one of these shards. All processes must use the same number. */
const shards = 32

/**
 * Processes on one database agree on the owner of each device by advisory locks and a table of live processes. They send each
 * other nothing, so their addresses are mere names and no port is opened.
 */
const cluster = Layer.suspend(() =>
  Sharding.layer.pipe(
    Layer.provide(Runners.layerNoop),
    Layer.provide(MessageStorage.layerNoop),
    Layer.provide(RunnerHealth.layerNoop),
    Layer.provide(SqlRunnerStorage.layerStorage({})),
    // When it is stopped, the engine logs that no process is left, which is no news.
    Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error")),
    Layer.provide(ShardingConfig.layer({
      runnerAddress: Option.some(RunnerAddress.make(randomUUID(), 1)),
      shardsPerGroup: shards,
      shardLockExpiration: takeOverAfter,
      shardLockRefreshInterval: Duration.seconds(2),
      refreshAssignmentsInterval: Duration.seconds(1),
      entityMessagePollInterval: Duration.seconds(1)
    }))
  )
)

/** Repeats rounds, also after one that failed. */
const repeated = <E, R>(round: Effect.Effect<void, E, R>, pause: Duration.Input) =>
  round.pipe(keepGoing("signing", "Signing will try again"), Effect.repeat(Schedule.spaced(pause)), Effect.asVoid)

/**
 * Signs with the devices of all events. Any number of processes may provide this: each device and each sweep has one owner among
 * them; when that process ends, another takes over. New devices get an owner within two seconds.
 */
const register = Effect.gen(function*() {
  const sharding = yield* Sharding.Sharding
  const states = yield* TseStateRepository
  const sweeps = yield* SigningSweeps
  const workers = yield* TseWorker
  const scope = yield* Scope.Scope
  const registered = new Map<string, Scope.Closeable>()
  const logLevel = yield* References.MinimumLogLevel

  /** Work that one process does at a time, with logs as configured. */
  const single = <R>(name: string, run: Effect.Effect<void, unknown, R>) =>
    sharding.registerSingleton(name, Effect.provideService(run, References.MinimumLogLevel, logLevel))

  const syncDevices = Effect.gen(function*() {
    const devices = new Map((yield* states.owned).map((device) => [`tse/${device.event_id}/${device.id}`, device]))
    for (const [name, { event_id, id }] of devices) {
      if (registered.has(name)) continue
      const own = yield* Scope.fork(scope)
      registered.set(name, own)
      yield* Scope.provide(single(name, workers.supervise(event_id, id)), own)
    }
    for (const [name, own] of registered) {
      if (devices.has(name)) continue
      registered.delete(name)
      yield* Scope.close(own, Exit.void)
    }
  })

  yield* single("signing/assignment", repeated(sweeps.assign(), "500 millis"))
  yield* Effect.forkScoped(repeated(syncDevices, "2 seconds"))
  yield* Effect.forkScoped(repeated(sweeps.measure(), "5 seconds"))
})

/** Signs for as long as the layer lives. */
export const layer = Layer.effectDiscard(register).pipe(Layer.provide(cluster))

import { Duration, Effect, Exit, Layer, Option, References, Scope } from "effect"
import * as MessageStorage from "effect/cluster/MessageStorage"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as RunnerHealth from "effect/cluster/RunnerHealth"
import * as Runners from "effect/cluster/Runners"
import * as Sharding from "effect/cluster/Sharding"
import * as ShardingConfig from "effect/cluster/ShardingConfig"
import * as SqlRunnerStorage from "effect/cluster/SqlRunnerStorage"
import { randomUUID } from "node:crypto"

/** Time without a sign of life after which others take over the work of a process. */
const takeOverAfter = Duration.seconds(6)

/** Each piece of work belongs to one of these shards. All processes must use the same number. */
const shards = 32

/**
 * Processes on one database agree on the owner of each piece of work by advisory locks and a table of live processes. They send
 * each other nothing, so their addresses are mere names and no port is opened. A process has one cluster for all its work: the
 * work of a shard runs only in its owner.
 */
export const layer = Layer.suspend(() =>
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

/** Work that one process does at a time until the scope closes, with logs as configured. */
export const single = Effect.fnUntraced(function*<R>(name: string, run: Effect.Effect<void, unknown, R>) {
  const sharding = yield* Sharding.Sharding
  const logLevel = yield* References.MinimumLogLevel
  yield* sharding.registerSingleton(name, Effect.provideService(run, References.MinimumLogLevel, logLevel))
})

/**
 * Returns an effect that gives each piece of work that `list` returns by its name one owner among all processes, and ends the
 * work that is no longer listed. It is to be repeated, as each run sees the list of that moment.
 */
export const ownEach = Effect.fnUntraced(
  function*<E, RList, RRun>(
    list: Effect.Effect<ReadonlyMap<string, Effect.Effect<void, unknown, RRun>>, E, RList>
  ) {
    const scope = yield* Scope.Scope
    const registered = new Map<string, Scope.Closeable>()
    return Effect.gen(function*() {
      const wanted = yield* list
      for (const [name, run] of wanted) {
        if (registered.has(name)) continue
        const own = yield* Scope.fork(scope)
        registered.set(name, own)
        yield* Scope.provide(single(name, run), own)
      }
      for (const [name, own] of registered) {
        if (wanted.has(name)) continue
        registered.delete(name)
        yield* Scope.close(own, Exit.void)
      }
    })
  }
)

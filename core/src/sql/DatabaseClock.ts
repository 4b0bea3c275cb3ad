import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { repeated } from "./Outages.ts"

/** Time between two looks at the clock of the database. A quartz clock drifts by a millisecond meanwhile. */
const interval = "20 seconds"

/** What the database's clock said, and how this process saw it; all in milliseconds. */
export interface Look {
  readonly said: number
  /** The process's monotonic clock, before the question and after the answer. */
  readonly asked: number
  readonly answered: number
}

/**
 * What to add to the monotonic clock for the database's time. A look that agrees with the present value, as far as the time of
 * its answer allows to say, changes nothing.
 */
export const offsetAfter = (present: number | undefined, { answered, asked, said }: Look): number => {
  const measured = said - (asked + answered) / 2
  const doubt = (answered - asked) / 2
  return present !== undefined && Math.abs(measured - present) <= doubt ? present : measured
}

/**
 * The database's clock for a whole process, so that servers whose own clocks differ, or are set while they run, agree with
 * each other and with the times that statements write. It goes on while the database is away.
 */
const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const own = yield* Clock.Clock
  let offset: number | undefined
  const look = Effect.gen(function*() {
    const asked = performance.now()
    const [row] = yield* sql<{ said: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as said`
    offset = offsetAfter(offset, { said: row!.said, asked, answered: performance.now() })
  })
  yield* look
  yield* Effect.forkScoped(
    Effect.delay(repeated("clock", "The database's clock could not be read")(look, interval), interval)
  )
  const millis = () => offset! + performance.now()
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => Math.floor(millis()),
    currentTimeMillis: Effect.sync(() => Math.floor(millis())),
    currentTimeNanosUnsafe: () => BigInt(Math.floor(millis() * 1_000)) * 1_000n,
    currentTimeNanos: Effect.sync(() => BigInt(Math.floor(millis() * 1_000)) * 1_000n),
    monotonicTimeNanosUnsafe: () => own.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: own.monotonicTimeNanos,
    sleep: (duration) => own.sleep(duration)
  }
  return clock
})

export const layer = Layer.effect(Clock.Clock, make)

import { assert, it } from "@effect/vitest"
import { EventRepository } from "@wristbank/core/event/EventRepository"
import { PortalHosts } from "@wristbank/core/guest/PortalHosts"
import { Effect, Layer, Logger } from "effect"
import { SqlError } from "effect/sql"
import { bare } from "../../support/bare.ts"

const away = new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error("away") }) })

it.live("the hosts are read once a second at most, and stay known while the database is away and when a portal has moved", () => {
  let reads = 0
  let answer: Effect.Effect<Array<string>, SqlError.SqlError> = Effect.succeed(["https://pay.example"])
  const portalUrls = Effect.suspend(() => {
    reads += 1
    return answer
  })
  const hosts = Layer.provide(bare(PortalHosts), Layer.mock(EventRepository)({ portalUrls }))
  return Effect.gen(function*() {
    const { isPortal } = yield* PortalHosts
    const begun = performance.now()
    for (let call = 0; call < 1_000; call++) assert.isTrue(yield* isPortal("pay.example"))
    assert.isAtMost(reads, 1 + (performance.now() - begun) / 1_000)
    answer = Effect.fail(away)
    const readAgain = reads + 1
    yield* Effect.repeat(isPortal("pay.example"), { until: (is) => !is || reads >= readAgain })
    assert.isTrue(yield* isPortal("pay.example"))
    assert.isFalse(yield* isPortal("other.example"))
    answer = Effect.succeed(["https://moved.example"])
    while (!(yield* isPortal("moved.example"))) yield* Effect.yieldNow
    assert.isTrue(yield* isPortal("pay.example"))
  }).pipe(Effect.provide(hosts), Effect.provide(Logger.layer([])))
})

import * as Database from "@wristbank/core/sql/Database"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { serve } from "@wristbank/http/server/main"
import type { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { Effect, Layer, Logger, Redacted, Scope } from "effect"
import { everyService, servicesOn } from "./administration.ts"
import { sharedConfiguration } from "./cardProvider.ts"
import { TestDatabase } from "./database.ts"
import { DatabaseProxy } from "./DatabaseProxy.ts"
import { Festival, festivalWithoutDeadlocks } from "./Festival.ts"
import { Address } from "./FestivalServer.ts"
import { loopbackRule } from "./loopback.ts"
import { secretsLayer } from "./secrets.ts"

/** Callers are behind a proxy on this machine: a test may say from which address it calls. */
const proxies = { ranges: loopbackRule.networks, header: "x-forwarded-for" } as const

/**
 * Starts a server on a database, with a pool, caches and booking batches of its own, like another process. Returns the
 * address below which its APIs are. It logs nothing unless a test listens.
 */
export const startServer = Effect.fnUntraced(
  function*(url: Redacted.Redacted, loggers: ReadonlyArray<Logger.Logger<unknown, unknown>> = []) {
    // On a busy machine changes of one event wait longer for each other than servers let them.
    const scale = yield* TimeoutScale
    const services = everyService.pipe(
      Layer.provideMerge(Layer.mergeAll(
        Database.layer({ url, lockTimeoutMillis: 1_000 * scale, statementTimeoutMillis: 10_000 * scale }),
        secretsLayer,
        sharedConfiguration
      )),
      Layer.provideMerge(Logger.layer(loggers))
    )
    const context = yield* Layer.buildWithMemoMap(services, Layer.makeMemoMapUnsafe(), yield* Scope.Scope)
    const { common } = yield* Effect.provide(serve({ host: "127.0.0.1", port: 0, proxies }), context)
    return `${common}/api`
  }
)

const services = Layer.provide(servicesOn(festivalWithoutDeadlocks), Logger.layer([]))

const festivalAt = (address: Layer.Layer<Address, unknown, DatabaseProxy | FakeSumUp | TestDatabase>) =>
  Festival.copied.pipe(
    Layer.provideMerge(address),
    Layer.provideMerge(DatabaseProxy.layer),
    Layer.provideMerge(services)
  )

/** A festival on a server with all three APIs. */
export const servedFestival = festivalAt(
  Layer.effect(Address, Effect.flatMap(TestDatabase, ({ serverUrl: url }) => startServer(url)))
)

/** A festival on a server that reaches its database through the `DatabaseProxy`. */
export const proxiedFestival = festivalAt(
  Layer.effect(Address, Effect.flatMap(DatabaseProxy, ({ url }) => startServer(url)))
)

import { destinationOf } from "@wristbank/core/base/Destination"
import { DemoPlaces } from "@wristbank/core/base/DestinationRules"
import * as Database from "@wristbank/core/sql/Database"
import { runningAddress } from "@wristbank/stand-ins/festival/StandInAddress"
import { Effect, type Layer } from "effect"
import { migratedDatabase } from "../postgres/DatabaseServer.ts"
import { ensureSecretKeys } from "../secrets/SecretKey.ts"
import { application } from "./Application.ts"

/** Runs a command's work with all services of the system on the database of the command; a running demo's ticket shop may be called. */
export const withApplication = Effect.fnUntraced(
  function*<A, E, R>(work: Effect.Effect<A, E, R | Layer.Success<ReturnType<typeof application>>>) {
    const { url: databaseUrl } = yield* migratedDatabase
    const keys = yield* ensureSecretKeys
    const demo = yield* Effect.provide(
      runningAddress("demo-shop.address"),
      Database.layer({ url: databaseUrl, connections: 1 })
    )
    const ticketShop = demo === null ? null : destinationOf(demo)
    return yield* work.pipe(
      Effect.provide(application({ databaseUrl, ...keys })),
      Effect.provideService(DemoPlaces, { device: null, ticketShop, deviceManagement: null })
    )
  }
)

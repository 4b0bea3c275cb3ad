import { CardStandIn } from "@wristbank/core/card/CardStandIn"
import { ReconciliationDayRepository } from "@wristbank/core/card/ReconciliationDayRepository"
import { Reconciliations } from "@wristbank/core/card/Reconciliations"
import * as SumUp from "@wristbank/core/card/SumUp"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import * as LateCardPayments from "@wristbank/core/sale/LateCardPayments"
import * as Database from "@wristbank/core/sql/Database"
import { runningCards } from "@wristbank/stand-ins/festival/RunningCards"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { migratedDatabase } from "../postgres/DatabaseServer.ts"
import { ensureSecretKeys } from "../secrets/SecretKey.ts"

/**
 * The services for reconciling card payments, on the database of the command and with the key to the event's secrets.
 * Payments of the demo are looked up at the stand-in of the running demo.
 */
export const reconciliationsLayer = Layer.unwrap(Effect.gen(function*() {
  const { url } = yield* migratedDatabase
  const { previousSecretKeys, secretKey } = yield* ensureSecretKeys
  const database = Database.layer({ url, connections: 2 })
  const cards = yield* Effect.provide(runningCards, database)
  return Layer.merge(Reconciliations.layer, ReconciliationDayRepository.layer).pipe(
    Layer.provide([Layer.provide(SumUp.layer, FetchHttpClient.layer), LateCardPayments.layer]),
    Layer.provide([
      database,
      Secrets.layerOf(secretKey, previousSecretKeys),
      Layer.succeed(CardStandIn, cards ?? null)
    ])
  )
}))

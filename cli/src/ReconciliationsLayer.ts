import { Secrets } from "@wristbank/core/organisation/Secrets"
import * as Database from "@wristbank/core/sql/Database"
import * as Wristbank from "@wristbank/core/Wristbank"
import { Effect, Layer } from "effect"
import { sharedDatabase } from "./DatabaseServer.ts"
import { keptSecretKey } from "./SecretKey.ts"

/** What comparing card payments takes, on the database of the command and with the key to the event's secrets. */
export const reconciliationsLayer = Layer.unwrap(Effect.gen(function*() {
  const secretKey = yield* keptSecretKey
  const { url } = yield* sharedDatabase
  const foundation = Layer.merge(Database.layer({ url, connections: 2 }), Secrets.layerOf(secretKey))
  return Layer.provide(Wristbank.layer, foundation)
}))

import type { Foundation } from "@wristbank/core/Embedded"
import * as SigningCluster from "@wristbank/core/fiscal/SigningCluster"
import { deviceDestinations } from "@wristbank/core/network/DestinationRules"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import * as SigningServices from "@wristbank/core/services/SigningServices"
import * as Database from "@wristbank/core/sql/Database"
import * as Vendors from "@wristbank/core/tse/Vendors"
import { Effect, Layer } from "effect"
import { databasePlace } from "./OutgoingConnection.ts"
import * as DeviceSocket from "./tse/DeviceSocket.ts"

/** One connection holds the locks by which processes agree; bookings wait for none of them. */
const connections = 3

/** Signs the orders of all events while the layer lives; needs the `Configuration`. */
export const signing = ({ databaseUrl, previousSecretKeys, secretKey }: Foundation) =>
  SigningCluster.layer.pipe(
    Layer.provide(SigningServices.layer),
    Layer.provide([
      Database.layer({ url: databaseUrl, connections, applicationName: "wristbank signing", freshPlans: true }),
      Secrets.layerOf(secretKey, previousSecretKeys),
      Layer.provide(Vendors.layer, deviceSockets(databaseUrl))
    ]),
    Layer.fresh
  )

const deviceSockets = (databaseUrl: Foundation["databaseUrl"]) =>
  Layer.unwrap(
    Effect.map(deviceDestinations, (rule) => DeviceSocket.layerOf({ ...rule, database: databasePlace(databaseUrl) }))
  )

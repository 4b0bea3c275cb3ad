import { deviceDestinations } from "@wristbank/core/base/DestinationRules"
import type { Foundation } from "@wristbank/core/Embedded"
import * as SigningCluster from "@wristbank/core/fiscal/SigningCluster"
import { SigningSweeps } from "@wristbank/core/fiscal/SigningSweeps"
import { TseStateRepository } from "@wristbank/core/fiscal/TseStateRepository"
import { TseWorker } from "@wristbank/core/fiscal/TseWorker"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import * as PresaleCluster from "@wristbank/core/presale/PresaleCluster"
import type { PresaleWorker } from "@wristbank/core/presale/PresaleWorker"
import * as Cluster from "@wristbank/core/sql/Cluster"
import * as Database from "@wristbank/core/sql/Database"
import * as DeviceCluster from "@wristbank/core/till/DeviceCluster"
import type { DeviceReadings } from "@wristbank/core/till/DeviceReadings"
import * as Vendors from "@wristbank/core/tse/Vendors"
import { type Context, Effect, Layer } from "effect"
import { databasePlace } from "../outgoing/OutgoingConnection.ts"
import * as DeviceSocket from "../tse/DeviceSocket.ts"

/** One connection holds the locks by which processes agree; bookings wait for none of them. */
const connections = 3

const signers = Layer.provide(SigningCluster.layer, [SigningSweeps.layer, TseStateRepository.layer, TseWorker.layer])

/** Provides work with the cluster of the process, and with what signing needs: connections of its own, and the devices. */
const owned = <E, R>({ databaseUrl, previousSecretKeys, secretKey }: Foundation, work: Layer.Layer<never, E, R>) =>
  work.pipe(
    Layer.provide(Cluster.layer),
    Layer.provide([
      Database.layer({ url: databaseUrl, connections, applicationName: "wristbank signing", freshPlans: true }),
      Secrets.layerOf(secretKey, previousSecretKeys),
      Layer.provide(Vendors.layer, deviceSockets(databaseUrl))
    ]),
    Layer.fresh
  )

/** Signs the orders of all events while the layer lives; needs the `Configuration`. */
export const signing = (foundation: Foundation) => owned(foundation, signers)

/**
 * All work of which each piece has one owner among all processes: signing, and by the given services importing the presale and
 * reading device managements.
 */
export const ownedWork = (foundation: Foundation, services: Context.Context<DeviceReadings | PresaleWorker>) =>
  owned(
    foundation,
    Layer.merge(
      signers,
      Layer.provide(Layer.merge(DeviceCluster.layer, PresaleCluster.layer), Layer.succeedContext(services))
    )
  )

const deviceSockets = (databaseUrl: Foundation["databaseUrl"]) =>
  Layer.unwrap(
    Effect.map(deviceDestinations, (rule) => DeviceSocket.layerOf({ ...rule, database: databasePlace(databaseUrl) }))
  )

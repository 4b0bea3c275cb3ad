import { destinationOf } from "@wristbank/core/base/Destination"
import { DemoPlaces } from "@wristbank/core/base/DestinationRules"
import { ServingProcesses } from "@wristbank/core/base/ServingProcesses"
import { CardStandIn } from "@wristbank/core/card/CardStandIn"
import type { Foundation } from "@wristbank/core/Embedded"
import type { PresaleWorker } from "@wristbank/core/presale/PresaleWorker"
import * as Database from "@wristbank/core/sql/Database"
import { Outages, retryThroughOutage } from "@wristbank/core/sql/Outages"
import type { DeviceReadings } from "@wristbank/core/till/DeviceReadings"
import { DemoTags } from "@wristbank/core/till/TerminalConfig"
import { DemoGuides } from "@wristbank/http/server/landing/DemoGuide"
import type { StandIns } from "@wristbank/stand-ins/festival/StandIns"
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { awaitedDatabase, bringUpToDate, ownDatabase, warnOfExcess } from "../postgres/DatabaseServer.ts"
import type { ServerProcesses } from "../processes/ServerProcesses.ts"
import { ensureSecretFile } from "../secrets/SecretFile.ts"
import { configuredSecretKeys, ensureSecretKeys } from "../secrets/SecretKey.ts"
import { describe, describeMetrics, describeReach } from "../views/AddressLines.ts"
import { Progress } from "../views/Progress.ts"
import { application, checkKeys } from "./Application.ts"
import { setUp } from "./FirstSetup.ts"
import { serveBy, serveHere, serveMetrics } from "./Serving.ts"
import { startWaiting } from "./WaitingServer.ts"
import { startWorkers, workerNames } from "./Workers.ts"

/** Prints a line for the operator. */
type Print = (line: string) => void

export type UpOptions = {
  /** Gives a database without events the demo festival. */
  readonly demo: boolean
  /** The processes that serve. Null: this process serves by itself. */
  readonly processes: ServerProcesses | null
}

/** Opens and migrates the database, sets an empty one up, and serves until the scope closes. */
export const up = Effect.fnUntraced(function*(print: Print, { demo: isDemo, processes }: UpOptions) {
  const progress = yield* Progress
  const keys = yield* ensureSecretKeys
  const database = yield* ownDatabase(startWaiting)
  yield* progress.step("Bringing the database up to date")(bringUpToDate(database))
  const { cards, device, deviceManagement, shop, tags } = isDemo ? yield* startStandIns(database.url) : {}
  const places = {
    device: placeOf(device),
    ticketShop: placeOf(shop),
    deviceManagement: placeOf(deviceManagement)
  }
  const foundation = { databaseUrl: database.url, ...keys }
  const services = yield* Layer.build(application(foundation)).pipe(
    Effect.provideService(CardStandIn, cards ?? null),
    Effect.provideService(DemoPlaces, places),
    Effect.provideService(DemoTags, tags ?? null),
    Effect.provideService(ServingProcesses, processes?.count ?? 1)
  )
  yield* Effect.provideContext(checkKeys, services)
  // Made before the server, so they end after it: calls are finished first.
  const workers = yield* Scope.fork(yield* Scope.Scope)
  const signIn = yield* Effect.provideContext(setUp({ isShown: isDemo || process.stdout.isTTY }), services)
  const { eventId, guide, lines: sheet } = isDemo
    ? yield* Effect.provideContext(showDemo({ cards, device, deviceManagement, shop }), services).pipe(
      progress.step("Preparing the demo festival")
    )
    : { guide: null, lines: [], eventId: null }
  const addresses = yield* progress.step("Starting the server")(Effect.suspend(() =>
    processes === null
      ? Effect.provideService(Effect.provideContext(serveHere, services), DemoGuides, guide)
      : serveBy(processes, foundation, { places, cards: textOf(cards), tags: tags ?? null, eventId })
  ))
  yield* Scope.provide(Effect.provideContext(startWorkers, services), workers)
  yield* progress.finish
  yield* warnOfExcess(database)
  print("Wristbank is ready.")
  for (const line of [...describe(addresses), ...yield* describeReach, ...signIn]) print(`  ${line}`)
  for (const line of sheet) print(line)
  const owned = startOwnedWork(foundation, services).pipe(
    Effect.provideService(DemoPlaces, places),
    Scope.provide(workers)
  )
  return yield* Effect.raceAllFirst([
    database.failure,
    processes?.failure ?? Effect.never,
    Effect.andThen(owned, Effect.never)
  ])
})

/** Runs only the workers on an existing database until the scope closes. */
export const work = Effect.fnUntraced(function*(print: Print) {
  const progress = yield* Progress
  const keys = yield* configuredSecretKeys
  const database = yield* awaitedDatabase(Effect.void)
  const foundation = { databaseUrl: database.url, ...keys }
  const services = yield* Layer.build(application(foundation))
  yield* Effect.provideContext(checkKeys, services)
  yield* Effect.provideContext(startWorkers, services)
  yield* startOwnedWork(foundation, services)
  const metrics = yield* serveMetrics()
  yield* progress.finish
  yield* warnOfExcess(database)
  print(`Working until it is ended: ${[...workerNames, "devices", "presale", "signing"].join(", ")}`)
  for (const line of describeMetrics(metrics)) print(line)
  return yield* database.failure
})

/**
 * Does the work that has one owner until the scope closes. It can't start while the database is away, but a server that answers should go on. Loaded
 * at its start, as cluster and devices are code that the rest does not need.
 */
const startOwnedWork = Effect.fnUntraced(function*(
  foundation: Foundation,
  services: Context.Context<DeviceReadings | PresaleWorker>
) {
  const { ownedWork } = yield* Effect.promise(() => import("./OwnedWork.ts"))
  const scope = yield* Scope.Scope
  yield* Effect.flatMap(
    Scope.fork(scope),
    (own) =>
      Effect.onError(Layer.buildWithScope(ownedWork(foundation, services), own), () => Scope.close(own, Exit.void))
  ).pipe(
    retryThroughOutage({ kind: "round", name: "signing" }),
    Effect.provideService(Outages, Context.get(services, Outages))
  )
})

// Loaded only for the demo; a real festival does not need it.
const showDemo = (standIns: StandIns) =>
  Effect.flatMap(Effect.promise(() => import("@wristbank/stand-ins/festival/Demo")), ({ demo }) => demo(standIns))

const startStandIns = (url: Redacted.Redacted) =>
  Effect.promise(() => import("@wristbank/stand-ins/festival/StandIns")).pipe(
    Effect.flatMap(({ standIns }) => standIns(ensureSecretFile)),
    Effect.provide(Database.layer({ url, connections: 1 }))
  )

/** A stand-in of the card provider as it is sent to other processes. */
const textOf = (cards: StandIns["cards"]) => cards === undefined ? null : { ...cards, url: cards.url.href }

const placeOf = (standIn: { readonly url: string } | undefined) =>
  standIn === undefined ? null : destinationOf(new URL(standIn.url))

import { DemoPlaces } from "@wristbank/core/base/DestinationRules"
import { ServingProcesses } from "@wristbank/core/base/ServingProcesses"
import { CardStandIn } from "@wristbank/core/card/CardStandIn"
import { DemoTag, DemoTags } from "@wristbank/core/till/TerminalConfig"
import { processMetrics } from "@wristbank/http/server/edge/CallMetrics"
import { DemoGuides } from "@wristbank/http/server/landing/DemoGuide"
import { Effect, Layer, Redacted } from "effect"
import { checkConnection } from "../postgres/DatabaseConnection.ts"
import { application, checkKeys } from "../serving/Application.ts"
import { startServer } from "../serving/Server.ts"
import type { Assignment, DemoAssignment } from "./ProcessMessage.ts"
import { answerMetrics, assigned, leaveAtEnd, report, reportFailure } from "./ServerProcess.ts"

/** Serves as one of the processes of a server, as the main process says, until the scope closes. */
export const serveAssigned = Effect.gen(function*() {
  yield* leaveAtEnd
  const { assignment, count, number } = yield* assigned
  return yield* serve(assignment).pipe(
    Effect.provideService(ServingProcesses, count),
    Effect.annotateLogs({ process: number })
  )
}).pipe(reportFailure)

const noDemo: DemoAssignment = {
  places: { device: null, ticketShop: null, deviceManagement: null },
  cards: null,
  tags: null,
  eventId: null
}

const serve = Effect.fnUntraced(function*({ databaseUrl, demo, previousSecretKeys, secretKey, webFolder }: Assignment) {
  const foundation = {
    databaseUrl: Redacted.make(databaseUrl),
    secretKey: Redacted.make(secretKey),
    previousSecretKeys: previousSecretKeys.map((key) => Redacted.make(key))
  }
  const { cards, eventId, places, tags } = demo ?? noDemo
  yield* checkConnection(foundation.databaseUrl)
  const services = yield* Layer.build(application(foundation)).pipe(
    Effect.provideService(CardStandIn, cards && { ...cards, url: new URL(cards.url) }),
    Effect.provideService(DemoPlaces, places),
    Effect.provideService(DemoTags, tags && { ...tags, tags: tags.tags.map((tag) => new DemoTag(tag)) })
  )
  yield* Effect.provideContext(checkKeys, services)
  const guide = eventId === null ? null : yield* Effect.provideContext(guideOf(eventId), services)
  const addresses = yield* Effect.provideContext(startServer({ webFolder, hasMetrics: false }), services).pipe(
    Effect.provideService(DemoGuides, guide)
  )
  yield* answerMetrics(processMetrics)
  yield* report({ _tag: "Serving", addresses })
  return yield* Effect.never
})

// Loaded only for the demo; a real festival does not need it.
const guideOf = (eventId: bigint) =>
  Effect.flatMap(Effect.promise(() => import("@wristbank/stand-ins/festival/Demo")), (demo) => demo.guideOf(eventId))

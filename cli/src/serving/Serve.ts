import type { Foundation } from "@wristbank/core/Embedded"
import { Effect, Layer } from "effect"
import { awaitedDatabase, warnOfExcess } from "../postgres/DatabaseServer.ts"
import type { ServerProcesses } from "../processes/ServerProcesses.ts"
import { configuredSecretKeys } from "../secrets/SecretKey.ts"
import { describe, describeReach } from "../views/AddressLines.ts"
import { Progress } from "../views/Progress.ts"
import { serveBy, serveHere } from "./Serving.ts"
import { startWaiting } from "./WaitingServer.ts"

/**
 * Serves on an existing database until the scope closes.
 * @param print prints a line for the operator
 * @param processes the processes that serve; null: this process serves by itself
 */
export const serve = Effect.fnUntraced(function*(print: (line: string) => void, processes: ServerProcesses | null) {
  const progress = yield* Progress
  const keys = yield* configuredSecretKeys
  const database = yield* awaitedDatabase(startWaiting)
  const foundation = { databaseUrl: database.url, ...keys }
  const addresses = yield* progress.step("Starting the server")(Effect.gen(function*() {
    return processes === null ? yield* serveAlone(foundation) : yield* serveBy(processes, foundation, null)
  }))
  yield* progress.finish
  yield* warnOfExcess(database)
  for (const line of [...describe(addresses), ...yield* describeReach]) print(line)
  return yield* Effect.raceFirst(database.failure, processes?.failure ?? Effect.never)
})

// Its code is all that a server has, which a main process with server processes does not need.
const serveAlone = Effect.fnUntraced(function*(foundation: Foundation) {
  const { application, checkKeys } = yield* Effect.promise(() => import("./Application.ts"))
  const services = yield* Layer.build(application(foundation))
  yield* Effect.provideContext(checkKeys, services)
  return yield* Effect.provideContext(serveHere, services)
})

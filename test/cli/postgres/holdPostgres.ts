// Starts an embedded PostgreSQL on a folder and holds it until a signal. Tests kill this process.
import { runMain } from "@effect/platform-node/NodeRuntime"
import { start } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { Effect, Redacted } from "effect"

const hold = Effect.gen(function*() {
  const server = yield* start({ folder: process.argv[2] ?? "" })
  process.stdout.write(`${Redacted.value(server.url)}\n`)
  return yield* server.failure
})

runMain(Effect.scoped(hold))

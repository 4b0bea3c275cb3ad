// Starts an embedded PostgreSQL on a folder and holds it until a signal. Tests kill this process.
import { NodeRuntime } from "@effect/platform-node"
import { start } from "@wristbank/cli/EmbeddedPostgres"
import { Effect, Redacted } from "effect"

const hold = Effect.gen(function*() {
  const server = yield* start({ folder: process.argv[2] ?? "" })
  process.stdout.write(`${Redacted.value(server.url)}\n`)
  return yield* server.failure
})

NodeRuntime.runMain(Effect.scoped(hold))

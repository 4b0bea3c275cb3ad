import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as ExactClient from "@wristbank/http/client"
import { Cause, Effect, Layer, Predicate } from "effect"
import type { HttpClient } from "effect/http"

/**
 * Runs an example with the arguments of its command line. Anyone who leaves one out reads how the example is called; a refusal
 * of the server is its message alone. Both end with 1. Chip numbers are read exactly.
 */
export const runExample = <const Names extends ReadonlyArray<string>>(
  command: string,
  names: Names,
  example: (...args: { [At in keyof Names]: string }) => Effect.Effect<void, unknown, HttpClient.HttpClient>
) => {
  const given: ReadonlyArray<string> = process.argv.slice(2)
  const run = isEach(names, given) ? example(...given) : Effect.fail(new Error(usage(command, names)))
  NodeRuntime.runMain(
    Effect.tapCause(run, (cause) => Effect.sync(() => process.stderr.write(`${describe(cause)}\n`))).pipe(
      Effect.provide(Layer.provide(ExactClient.layer, NodeHttpClient.layerUndici))
    ),
    { disableErrorReporting: true }
  )
}

const usage = (command: string, names: ReadonlyArray<string>) =>
  `Usage: npx node examples/${command} ${names.map((name) => `<${name}>`).join(" ")}`

const isEach = <Names extends ReadonlyArray<string>>(
  names: Names,
  given: ReadonlyArray<string>
): given is { [At in keyof Names]: string } => given.length === names.length

/** An expected failure has a message that a person can read; of a fault the cause is needed. */
const describe = (cause: Cause.Cause<unknown>): string => {
  const expected = Cause.findErrorOption(cause)
  return expected._tag === "Some" && Predicate.hasProperty(expected.value, "message")
    ? String(expected.value.message)
    : Cause.pretty(cause)
}

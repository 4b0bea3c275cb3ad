import { Context, type Effect, identity } from "effect"

/** Shows the long steps of a simulation while they run. A program with a screen provides it; without one nothing is shown. */
export const SimulationProgress = Context.Reference<{
  readonly step: (label: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>("stand-ins/reference/SimulationProgress", { defaultValue: () => ({ step: () => identity }) })

import { type Context, type Effect, Layer } from "effect"

/** The layer of a service without those that it brings, for tests that replace them. */
export const bare = <I, S, E, R>(service: Context.Key<I, S> & { readonly make: Effect.Effect<S, E, R> }) =>
  Layer.effect(service, service.make)

import { Schema } from "effect"

/**
 * The request of a statement that encodes its parts itself, as arrays or JSON: callers are held to the type, and nothing is
 * checked or copied when it runs.
 */
export const unencoded = <A>(): Schema.Codec<A> => Schema.Any

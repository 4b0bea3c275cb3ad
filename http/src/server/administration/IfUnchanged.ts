import type { AccessDenied, NotFound } from "@wristbank/core/base/Refusal"
import { Precondition, StaleVersion } from "@wristbank/core/organisation/Precondition"
import { Effect, Schema } from "effect"
import { matches } from "../../api/Versioned.ts"

/** A request that may name the version of the object that it replaces. */
export interface Conditional {
  readonly headers: { readonly "if-match"?: string }
}

/** How answers show an object. */
export type Shown<A> = Schema.Codec<A, { readonly version: string }>

/**
 * Makes functions that replace an object and refuse a request whose If-Match names another version than the present one. The
 * object is read as the call that shows it reads it, inside the transaction and under the locks of the change. Without If-Match
 * nothing is compared.
 */
export const ifUnchanged = <A, Caller, Request>(
  shown: Shown<A>,
  read: (caller: Caller, request: Request) => Effect.Effect<A, AccessDenied | NotFound>
) => {
  const encode = Schema.encodeSync(Schema.toCodecJson(shown))
  return <Own extends Request & Conditional, B, E, R>(
    replace: (caller: Caller, request: Own) => Effect.Effect<B, E, R>
  ) =>
  (caller: Caller, request: Own) => {
    const ifMatch = request.headers["if-match"]
    if (ifMatch === undefined) return replace(caller, request)
    const unchanged = Effect.gen(function*() {
      const current = encode(yield* read(caller, request)) as unknown as { readonly version: string }
      if (!matches(ifMatch, current.version)) return yield* new StaleVersion({ current })
    })
    return Effect.provideService(replace(caller, request), Precondition, unchanged)
  }
}

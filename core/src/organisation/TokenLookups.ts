import { Clock, Context, Effect, Layer } from "effect"
import { type Allowance, type AllowanceSize, fullAt, mayTake, take } from "../network/Allowance.ts"
import { BoundedMemory } from "../network/BoundedMemory.ts"
import { ServiceUnavailable, Unauthorized } from "../primitives/Refusal.ts"
import { AnonymousCalls } from "../sql/AnonymousCalls.ts"
import { hashToken } from "./Token.ts"

/** Unknown tokens that a network may show at once, and then each second. */
export const unknownTokens: AllowanceSize = { most: 100, perSecond: 5 }

/** Tokens and networks that are kept in memory at most. */
const mostRemembered = 20_000

/** How long a token that was verified may ask on the connections of those who are known, in milliseconds. */
const verifiedForMillis = 3_600_000

/**
 * Asks the database whose token it is. That of somebody who was known a moment ago is asked for on the connections that
 * bookings use, all others on those of anonymous callers, and a network that shows many unknown ones waits: it gets
 * `ServiceUnavailable`, which leaves a terminal its token, where `Unauthorized` would not.
 */
export class TokenLookups extends Context.Service<TokenLookups>()("core/TokenLookups", {
  make: Effect.gen(function*() {
    const { asAnonymous, asVerified } = yield* AnonymousCalls
    const verified = new BoundedMemory<true>(mostRemembered)
    const unknown = new BoundedMemory<Allowance>(mostRemembered)

    /** Whether a network showed so many unknown tokens that it waits, at a time in milliseconds since 1970. */
    const isOver = (network: string, now: number) => !mayTake(unknown.get(network, now), unknownTokens, now)

    /** Whether a token was verified a while ago at most, so that it needs no connection of anonymous callers. */
    const isVerified = (token: string, now: number) => verified.get(nameOf(token), now) === true

    /** Counts a token among those verified, by its hash: of somebody whom the database knows, before they call. */
    const expect = (hash: Uint8Array, now: number) => verified.note(nameOfHash(hash), true, now + verifiedForMillis)

    const ofAnonymous = Effect.fnUntraced(function*<A, E, R>(network: string, lookUp: Effect.Effect<A, E, R>) {
      if (isOver(network, yield* Clock.currentTimeMillis)) return yield* new ServiceUnavailable()
      return yield* Effect.tapError(asAnonymous(lookUp), (error) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          if (!(error instanceof Unauthorized)) return
          const left = take(unknown.get(network, now), unknownTokens, now)
          unknown.note(network, left, fullAt(left, unknownTokens))
        }))
    })

    /** Runs the look-up of a token that was shown from a network; it fails with `Unauthorized` when it finds nobody. */
    const verify = Effect.fnUntraced(function*<A, E, R>(
      token: string,
      network: string,
      lookUp: Effect.Effect<A, E, R>
    ) {
      const name = nameOf(token)
      const now = yield* Clock.currentTimeMillis
      const found = verified.get(name, now) === true
        ? yield* Effect.tapError(asVerified(lookUp), (error) =>
          Effect.sync(() => {
            if (error instanceof Unauthorized) verified.forget(name)
          }))
        : yield* ofAnonymous(network, lookUp)
      verified.note(name, true, now + verifiedForMillis)
      return found
    })

    return { expect, isOver, isVerified, verify }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const nameOfHash = (hash: Uint8Array) => Buffer.from(hash).toString("base64")
const nameOf = (token: string) => nameOfHash(hashToken(token))

import { Clock, Context, Effect, Layer } from "effect"
import { BoundedMemory } from "../base/BoundedMemory.ts"
import { type Allowance, fullAt, mayTake, take } from "../base/limits/Allowance.ts"
import { allowances } from "../base/limits/Limits.ts"
import { ServiceUnavailable, Unauthorized } from "../base/Refusal.ts"
import { AnonymousCalls } from "../sql/AnonymousCalls.ts"
import { hashToken } from "./Token.ts"

const { unknownTokens } = allowances

/** Largest numbers of tokens and of networks in memory. */
const mostRemembered = 20_000

/** Milliseconds for which a verified token is looked up on the connections of bookings. */
const verifiedForMillis = 3_600_000

/**
 * Looks up the owner of a token. A recently verified token is looked up on the connections of bookings, any other on
 * those of anonymous callers. A network that sends many unknown tokens must wait. It gets `ServiceUnavailable`, because
 * `Unauthorized` would make a terminal discard its token.
 */
export class TokenLookups extends Context.Service<TokenLookups>()("core/TokenLookups", {
  make: Effect.gen(function*() {
    const { asAnonymous } = yield* AnonymousCalls
    const verified = new BoundedMemory<true>(mostRemembered)
    const unknown = new BoundedMemory<Allowance>(mostRemembered)

    /** Whether a network has sent too many unknown tokens at this time (milliseconds since 1970) and must wait. */
    const isOver = (network: string, now: number) => !mayTake(unknown.get(network, now), unknownTokens, now)

    /** Whether a token was verified recently, so that it does not need the connections of anonymous callers. */
    const isVerified = (token: string, now: number) => verified.get(nameOf(token), now) === true

    /**
     * Marks a token as verified by its hash, before its first call in this process: the database is known to contain
     * it.
     */
    const markVerified = (hash: Uint8Array, now: number) =>
      verified.note(nameOfHash(hash), true, now + verifiedForMillis)

    const ofAnonymous = Effect.fnUntraced(function*<A, E, R>(network: string, lookUp: Effect.Effect<A, E, R>) {
      if (isOver(network, yield* Clock.currentTimeMillis)) return yield* new ServiceUnavailable()
      return yield* Effect.tapError(asAnonymous(lookUp), (error) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          if (!(error instanceof Unauthorized)) return
          const left = take(unknown.get(network, now), unknownTokens, now)
          unknown.note(network, left, fullAt(left, unknownTokens))
        }))
    })

    /** Runs the look-up of a token from a network; it fails as `Unauthorized` if the token is unknown. */
    const verify = Effect.fnUntraced(function*<A, E, R>(
      token: string,
      network: string,
      lookUp: Effect.Effect<A, E, R>
    ) {
      const name = nameOf(token)
      const now = yield* Clock.currentTimeMillis
      const found = verified.get(name, now) === true
        ? yield* Effect.tapError(lookUp, (error) =>
          Effect.sync(() => {
            if (error instanceof Unauthorized) verified.forget(name)
          }))
        : yield* ofAnonymous(network, lookUp)
      verified.note(name, true, now + verifiedForMillis)
      return found
    })

    return { markVerified, isOver, isVerified, verify }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const nameOfHash = (hash: Uint8Array) => Buffer.from(hash).toString("base64")
const nameOf = (token: string) => nameOfHash(hashToken(token))

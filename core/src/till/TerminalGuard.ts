import { Clock, Context, Effect, Layer } from "effect"
import type { EventConfiguration } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { hashToken } from "../organisation/Token.ts"
import { TokenLookups } from "../organisation/TokenLookups.ts"
import { Unauthorized } from "../primitives/Refusal.ts"
import type { SignedInTerminal } from "./Terminal.ts"
import { TerminalHeartbeats } from "./TerminalHeartbeats.ts"
import { TerminalSessionRepository } from "./TerminalSessionRepository.ts"
import { admitted, type TerminalRequirement, terminalState } from "./TerminalState.ts"

/** Sessions kept in memory at most; one that is not found is looked up again. */
const sessionLimit = 10_000

/** For how long a session that is kept in memory is not looked up, in milliseconds: long unused, it may have ended for that. */
const freshMillis = 24 * 60 * 60 * 1000

interface CachedSession {
  readonly session: SignedInTerminal
  /** When its token was last shown here, in milliseconds since 1970. */
  usedAt: number
}

const isFresh = ({ usedAt }: CachedSession, now: number) => now - usedAt < freshMillis

/** Knows terminals by their token and decides what they may do, without a query once both are in memory. */
export class TerminalGuard extends Context.Service<TerminalGuard>()("core/TerminalGuard", {
  make: Effect.gen(function*() {
    const configurations = yield* EventConfigurations
    const lastSeen = yield* TerminalHeartbeats
    const sessionRows = yield* TerminalSessionRepository
    const lookups = yield* TokenLookups
    const sessions = new Map<string, CachedSession>()

    /**
     * The terminal that a token belongs to. Its session may have ended since: whoever goes on reads the version of the
     * configuration, which tells. A token that is not in memory is looked up for the network it was shown from.
     */
    const signedIn = Effect.fnUntraced(function*(token: string, network: string) {
      const sessionHash = hashToken(token)
      const key = Buffer.from(sessionHash).toString("hex")
      const now = yield* Clock.currentTimeMillis
      const kept = sessions.get(key)
      const used = kept !== undefined && isFresh(kept, now)
        ? kept
        : yield* lookups.verify(token, network, lookUp(sessionHash, key, now))
      used.usedAt = now
      const { eventId, terminalId } = used.session
      yield* lastSeen.note({ eventId, terminalId, session: key, at: now })
      return used.session
    })

    /** Whether nothing is looked up for a token, at a time in milliseconds since 1970. */
    const remembers = (token: string, now: number) => {
      const kept = sessions.get(Buffer.from(hashToken(token)).toString("hex"))
      return kept !== undefined && isFresh(kept, now)
    }

    const lookUp = Effect.fnUntraced(function*(sessionHash: Uint8Array, key: string, now: number) {
      sessions.delete(key)
      const found = yield* Effect.orDie(sessionRows.find(sessionHash))
      if (found === undefined) return yield* new Unauthorized()
      if (sessions.size >= sessionLimit) sessions.clear()
      const kept: CachedSession = { session: { ...found, sessionHash }, usedAt: now }
      sessions.set(key, kept)
      return kept
    })

    /** Where the terminal stands in a configuration, once it may do what the requirement says. */
    const admit = (configuration: EventConfiguration, terminal: SignedInTerminal, requirement: TerminalRequirement) =>
      Effect.gen(function*() {
        const key = Buffer.from(terminal.sessionHash).toString("hex")
        const state = yield* Effect.onError(
          Effect.fromResult(terminalState(configuration, terminal.terminalId, key)),
          () => Effect.sync(() => sessions.delete(key))
        )
        return yield* Effect.fromResult(admitted(state, requirement))
      })

    /** As `admit`, in the configuration as it is now: one query when it is in memory. */
    const require = Effect.fnUntraced(function*(terminal: SignedInTerminal, requirement: TerminalRequirement) {
      const configuration = yield* Effect.orDie(configurations.current(terminal.eventId))
      return yield* admit(configuration, terminal, requirement)
    })

    return { admit, remembers, require, signedIn }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

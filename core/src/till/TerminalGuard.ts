import { Clock, Context, Effect, Layer, Result } from "effect"
import { Unauthorized } from "../base/Refusal.ts"
import type { EventConfiguration } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { hashToken } from "../organisation/Token.ts"
import { TokenLookups } from "../organisation/TokenLookups.ts"
import type { SignedInTerminal } from "./Terminal.ts"
import { TerminalHeartbeats } from "./TerminalHeartbeats.ts"
import { TerminalSessionRepository } from "./TerminalSessionRepository.ts"
import { admitted, type TerminalNeed, type TerminalRequirement, terminalState, type TillNeed } from "./TerminalState.ts"

/** The most sessions kept in memory; others are looked up again. */
const sessionLimit = 10_000

/**
 * Sessions in memory are used without a look-up for this long, in milliseconds. A session that was unused for longer may
 * have expired.
 */
const freshMillis = 24 * 60 * 60 * 1000

interface CachedSession {
  readonly session: SignedInTerminal
  /** When its token last came with a request to this process, in milliseconds since 1970. */
  usedAt: number
}

/** Only this file makes one: the protected member keeps objects made elsewhere from passing for it. */
class IssuedCall<out Need extends TerminalNeed> implements SignedInTerminal {
  readonly eventId: bigint
  readonly terminalId: bigint
  readonly sessionHash: Uint8Array
  /** Any one suffices, held by who is signed in. */
  protected readonly anyOf: ReadonlyArray<Need>

  constructor({ eventId, sessionHash, terminalId }: SignedInTerminal, anyOf: ReadonlyArray<Need>) {
    this.eventId = eventId
    this.terminalId = terminalId
    this.sessionHash = sessionHash
    this.anyOf = anyOf
  }

  /** All that the call requires of its terminal, when its service needs this. */
  requirement<Till extends boolean>(needs: TillNeed<Till>): TerminalRequirement<Need, Till> {
    return { ...needs, anyOf: this.anyOf }
  }
}

/**
 * A call of a terminal, with the privileges that its endpoint declares. `TerminalGuard` alone makes one, and a service says by
 * type which it takes: `TerminalCall<"can_book_orders">` succeeds only for users who may book. So no one can call a service
 * without having said who may.
 */
export type TerminalCall<Need extends TerminalNeed = TerminalNeed> = IssuedCall<Need>

const isFresh = ({ usedAt }: CachedSession, now: number) => now - usedAt < freshMillis

/** The sessions of terminals that were used lately, each looked up once. */
const sessionMemory = Effect.gen(function*() {
  const lastSeen = yield* TerminalHeartbeats
  const sessionRows = yield* TerminalSessionRepository
  const lookups = yield* TokenLookups
  const sessions = new Map<string, CachedSession>()

  /**
   * The terminal that a token belongs to. Its session may have ended since: code that continues reads the version of the
   * configuration, which tells. A token that is not in memory is looked up for the network it was shown from.
   */
  const signedIn = Effect.fnUntraced(function*(token: string, network: string) {
    const sessionHash = hashToken(token)
    const key = keyOf(sessionHash)
    const now = yield* Clock.currentTimeMillis
    const kept = sessions.get(key)
    return kept !== undefined && isFresh(kept, now)
      ? noted(kept, key, now)
      : noted(yield* lookups.verify(token, network, lookUp(sessionHash, key, now)), key, now)
  })

  const noted = (used: CachedSession, key: string, now: number): SignedInTerminal => {
    used.usedAt = now
    const { eventId, terminalId } = used.session
    lastSeen.note({ eventId, terminalId, session: key, at: now })
    return used.session
  }

  /** As `signedIn` at a time (milliseconds since 1970); `undefined` when the token has to be looked up. */
  const known = (token: string, now: number): SignedInTerminal | undefined => {
    const key = keyOf(hashToken(token))
    const kept = sessions.get(key)
    return kept !== undefined && isFresh(kept, now) ? noted(kept, key, now) : undefined
  }

  /** The terminal of a token that needs no look-up at the given time (milliseconds since 1970). */
  const cached = (token: string, now: number): SignedInTerminal | undefined => {
    const kept = sessions.get(keyOf(hashToken(token)))
    return kept !== undefined && isFresh(kept, now) ? kept.session : undefined
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

  return { cached, forget: (key: string) => Effect.sync(() => sessions.delete(key)), known, signedIn }
})

/** A call of a terminal that goes on only for who is signed in with one of these privileges. */
const call = <Need extends TerminalNeed>(terminal: SignedInTerminal, anyOf: ReadonlyArray<Need>): TerminalCall<Need> =>
  new IssuedCall(terminal, anyOf)

/**
 * Identifies terminals by their token and decides what they may do. Needs no query once session and configuration are in
 * memory.
 */
export class TerminalGuard extends Context.Service<TerminalGuard>()("core/TerminalGuard", {
  make: Effect.gen(function*() {
    const configurations = yield* EventConfigurations
    const { cached, forget, known, signedIn } = yield* sessionMemory

    /** The terminal in a configuration, once it has what the call demands and its service needs. */
    const admit = <Need extends TerminalNeed, Till extends boolean>(
      configuration: EventConfiguration,
      terminal: TerminalCall<Need>,
      needs: TillNeed<Till>
    ) => {
      const key = keyOf(terminal.sessionHash)
      const state = terminalState(configuration, terminal.terminalId, key)
      return Result.isFailure(state)
        ? Effect.andThen(forget(key), Effect.fail(state.failure))
        : Effect.fromResult(admitted(state.success, terminal.requirement(needs)))
    }

    /** As `admit`, with the current configuration: one query when it is in memory. */
    const require = Effect.fnUntraced(
      function*<Need extends TerminalNeed, Till extends boolean>(terminal: TerminalCall<Need>, needs: TillNeed<Till>) {
        const configuration = yield* Effect.orDie(configurations.current(terminal.eventId))
        return yield* admit(configuration, terminal, needs)
      }
    )

    return { admit, cached, call, known, require, signedIn }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([EventConfigurations.layer, TerminalHeartbeats.layer, TokenLookups.layer]),
    Layer.provide(TerminalSessionRepository.layer)
  )
}

const keyOf = (sessionHash: Uint8Array) => Buffer.from(sessionHash).toString("hex")

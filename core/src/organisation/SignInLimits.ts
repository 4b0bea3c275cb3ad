import { Cause, Clock, Context, Effect, Layer } from "effect"
import { ServingProcesses } from "../config/ServingProcesses.ts"
import { BoundedMemory } from "../network/BoundedMemory.ts"
import { isOutOfTime } from "../sql/Deadline.ts"
import type { admitSignIn } from "./PasswordHash.ts"
import { Secrets } from "./Secrets.ts"
import { type CountedSubject, SignInFailureRepository } from "./SignInFailureRepository.ts"
import { type Attempt, type Subject, TooManyAttempts, waitSeconds } from "./SignInLimit.ts"
import * as ThrottleQueue from "./ThrottleQueue.ts"

/** Largest number of subjects of each kind in memory; the database has all of them. */
const mostRemembered = 20_000

/** Milliseconds for which a process relies on its memory of a network, or of a target that is full for all networks. */
const knownForMillis = 60_000

/** A sign-in attempt with the check of its credentials. */
export interface Guarded<A, E, R> {
  readonly attempt: Attempt
  /** Refuses the try before it is counted if too many are in progress. */
  readonly admit?: typeof admitSignIn
  /** Checks the credentials; `undefined` means that they are wrong. */
  readonly check: Effect.Effect<A | undefined, E, R>
  /**
   * Whether nothing is missing; always by default. An incomplete try was not wrong and takes itself back, but earlier
   * failures of the account still count: somebody who has the password alone must not clear their wrong codes with it.
   */
  readonly isComplete?: (found: A) => boolean
  /**
   * The account of the credentials, where the PINs of several accounts are guessed together: each account remembers
   * networks of its own.
   */
  readonly accountOf?: (found: A) => string
}

/**
 * Slows down guessing. A try is counted as a failure before the credentials are checked, and taken back if they were
 * right, or if the server could not find out. Concurrent tries therefore gain nothing over consecutive ones. A full
 * subject is refused from memory until it is free again, so a flood causes no database queries.
 */
export class SignInLimits extends Context.Service<SignInLimits>()("core/SignInLimits", {
  make: Effect.gen(function*() {
    const failures = yield* SignInFailureRepository
    const { fingerprint } = yield* Secrets
    const processes = yield* ServingProcesses
    /** Closed subjects, with the time (milliseconds since 1970) until which they are closed. */
    const closed = new BoundedMemory<number>(mostRemembered)
    /** Subjects whose tries are slowed down. */
    const slowed = new BoundedMemory<true>(mostRemembered)
    /** Whether an earlier sign-in from a network succeeded, by realm and network. */
    const networks = new BoundedMemory<boolean>(mostRemembered)
    const queues = new BoundedMemory<ThrottleQueue.ThrottleQueue>(mostRemembered)

    /**
     * The refusal by `guard` and `consume` if memory shows that a subject is closed at this time (milliseconds since
     * 1970).
     */
    const refusalOf = (keys: ReadonlyArray<string>, now: number): TooManyAttempts | undefined => {
      const until = Math.max(0, ...keys.map((key) => closed.get(key, now) ?? 0))
      if (until <= now) return undefined
      return new TooManyAttempts({ retry_after_seconds: waitSeconds((until - now) / 1000) })
    }

    const refuseClosed = (subjects: ReadonlyArray<NamedSubject>) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const refusal = refusalOf(subjects.map(({ name }) => name), now)
        return refusal === undefined ? Effect.void : Effect.fail(refusal)
      })

    const noteClosed = (name: string, seconds: number | null, now: number) => {
      if (seconds !== null) closed.note(name, now + seconds * 1000, now + seconds * 1000)
    }

    /**
     * Counts a try unless a subject is closed. Returns the key for taking it back, and whether tries are to be slowed
     * down.
     */
    const count = Effect.fnUntraced(function*(closing: ReadonlyArray<NamedSubject>, everywhere?: NamedSubject) {
      const subjects = everywhere === undefined ? closing : [...closing, everywhere]
      const { countedAt, waits } = yield* failures.count(subjects)
      const now = yield* Clock.currentTimeMillis
      for (const [n, { name }] of closing.entries()) noteClosed(name, waits[n] ?? null, now)
      if (countedAt === null) {
        const longest = Math.max(...closing.map((_, n) => waits[n] ?? 0))
        return yield* new TooManyAttempts({ retry_after_seconds: waitSeconds(longest) })
      }
      const full = everywhere !== undefined && typeof waits[closing.length] === "number"
      if (full) slowed.note(everywhere.name, true, now + knownForMillis)
      return { countedAt, full }
    })

    const isKnown = Effect.fnUntraced(function*(realm: NamedSubject, network: Uint8Array) {
      const name = nameOf(realm.hash) + nameOf(network)
      const now = yield* Clock.currentTimeMillis
      const remembered = networks.get(name, now)
      if (remembered !== undefined) return remembered
      const known = yield* failures.knows(realm.hash, network)
      networks.note(name, known, now + knownForMillis)
      return known
    })

    /** Waits for a turn, unless an earlier sign-in from the network succeeded. */
    const slowDown = Effect.fnUntraced(function*(everywhere: NamedSubject, network: Uint8Array) {
      if (yield* isKnown(everywhere, network)) return
      const { name } = everywhere
      const from = nameOf(network)
      const now = yield* Clock.currentTimeMillis
      const { queue, startsAt } = yield* Effect.fromResult(
        ThrottleQueue.enter(queues.get(name, now) ?? ThrottleQueue.empty, from, now, processes)
      )
      queues.note(name, queue, queue.free)
      const left = Effect.sync(() => {
        const current = queues.get(name, now)
        if (current !== undefined) queues.note(name, ThrottleQueue.leave(current, from), current.free)
      })
      yield* Effect.ensuring(Effect.sleep(startsAt - now), left)
    })

    /** Runs a check of credentials; fails as `TooManyAttempts` if the caller must wait. */
    const guard = Effect.fnUntraced(function*<A, E, R>(
      { accountOf = () => "", admit = admitAll, attempt, check, isComplete = () => true }: Guarded<A, E, R>
    ) {
      const named = (subject: Subject | undefined, closes: boolean) => nameSubject(fingerprint, subject, closes)
      const account = named(attempt.account, true)
      const sender = named(attempt.sender, true)
      const everywhere = named(attempt.everywhere, false)
      const closing = [account, sender].filter((subject) => subject !== undefined)
      yield* refuseClosed(closing)
      const network = fingerprint(`network ${attempt.network}`)
      const slow = everywhere !== undefined &&
        slowed.get(everywhere.name, yield* Clock.currentTimeMillis) === true
      if (slow) yield* slowDown(everywhere, network)
      return yield* admit(Effect.gen(function*() {
        const { countedAt, full } = yield* count(closing, everywhere)
        if (full && !slow) yield* slowDown(everywhere!, network)
        const forgive = (ended: Subjects, kept: Subjects) =>
          Effect.map(failures.forgive(hashesOf(ended), hashesOf(kept), countedAt), () => {
            for (const { name } of closing) closed.forget(name)
          })
        const takeBack = forgive([], [account, sender, everywhere])
        return yield* Effect.gen(function*() {
          const found = yield* check
          if (found === undefined) return undefined
          if (!isComplete(found)) {
            yield* takeBack
            return found
          }
          yield* forgive([account], [sender, everywhere])
          if (everywhere !== undefined) {
            yield* failures.remember(everywhere.hash, fingerprint(accountOf(found)), network)
            networks.forget(nameOf(everywhere.hash) + nameOf(network))
          }
          return found
        }).pipe(
          Effect.onError((cause) => isUndecided(cause) ? Effect.ignoreCause(takeBack, { log: "Warn" }) : Effect.void)
        )
      }))
    })

    /** Counts a limited action, in the transaction of that action; fails as `TooManyAttempts`. */
    const consume = Effect.fnUntraced(function*(subject: Subject) {
      const closing = [nameSubject(fingerprint, subject, true)!]
      yield* refuseClosed(closing)
      yield* count(closing)
    })

    /**
     * As `consume`, for an action whose own statement calls `count_tries` first. `wait` is the number of seconds that this
     * returned for the full subject, which had nothing done; else null.
     */
    const consumeWith = Effect.fnUntraced(function*<A extends { readonly wait: number | null }, E, R>(
      subject: Subject,
      act: (counted: CountedSubject) => Effect.Effect<A, E, R>
    ) {
      const named = nameSubject(fingerprint, subject, true)!
      yield* refuseClosed([named])
      const done = yield* act(named)
      if (done.wait === null) return done
      noteClosed(named.name, done.wait, yield* Clock.currentTimeMillis)
      return yield* new TooManyAttempts({ retry_after_seconds: waitSeconds(done.wait) })
    })

    /** Deletes tries and networks that no longer count. */
    const prune = failures.prune

    /** Clears the memory of database answers, so that the database is queried again. */
    const forget = Effect.sync(() => [closed, slowed, networks].forEach((memory) => memory.clear()))

    return { forget, guard, prune, consume, consumeWith, refusalOf }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const admitAll: typeof admitSignIn = (effect) => effect

/**
 * Whether a check ended without saying if the credentials were right: the server was too slow, or failed. Whoever only went away
 * may have been guessing.
 */
const isUndecided = (cause: Cause.Cause<unknown>) => isOutOfTime(cause) || Cause.hasDies(cause)

type Subjects = ReadonlyArray<NamedSubject | undefined>

interface NamedSubject extends CountedSubject {
  /** The key in memory. */
  readonly name: string
}

const nameOf = (hash: Uint8Array) => Buffer.from(hash).toString("base64")

const hashesOf = (subjects: Subjects) => subjects.filter((subject) => subject !== undefined).map(({ hash }) => hash)

const nameSubject = (
  fingerprint: (text: string) => Uint8Array,
  subject: Subject | undefined,
  closes: boolean
): NamedSubject | undefined => {
  if (subject === undefined) return undefined
  return {
    name: subject.key,
    limit: subject.limit,
    closes,
    // Calculated only for a database query: a try that is refused from memory should cost no more than the look-up.
    get hash() {
      return fingerprint(subject.key)
    }
  }
}

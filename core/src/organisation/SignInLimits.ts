import { Clock, Context, Effect, Layer } from "effect"
import { BoundedMemory } from "../network/BoundedMemory.ts"
import type { admitSignIn } from "./PasswordHash.ts"
import { Secrets } from "./Secrets.ts"
import { type CountedSubject, SignInFailureRepository } from "./SignInFailureRepository.ts"
import { type Attempt, type Subject, TooManyAttempts, waitSeconds } from "./SignInLimit.ts"
import * as SlowLane from "./SlowLane.ts"

/** Subjects that are kept in memory at most, of each kind; the database knows all of them. */
const mostRemembered = 20_000

/** How long a process relies on what it knows of a subject that is full everywhere, or of a network, in milliseconds. */
const knownForMillis = 60_000

/** A try to sign in, with what is done for it. */
export interface Guarded<A, E, R> {
  readonly attempt: Attempt
  /** Refuses a try before it is counted when too many are under way. */
  readonly admit?: typeof admitSignIn
  /** Checks the credentials; `undefined` is its word for wrong ones. */
  readonly check: Effect.Effect<A | undefined, E, R>
  /** Whose the credentials are, where several people's are guessed at together: each keeps the networks of their own. */
  readonly accountOf?: (found: A) => string
}

/**
 * Slows guessing down. A try is counted as a failure before the credentials are looked at, and taken back when they were
 * right, so that many tries at once get no further than one after the other. A subject that is full is answered from memory
 * until it no longer is, so a flood asks nothing of the database.
 */
export class SignInLimits extends Context.Service<SignInLimits>()("core/SignInLimits", {
  make: Effect.gen(function*() {
    const failures = yield* SignInFailureRepository
    const { fingerprint } = yield* Secrets
    /** Subjects that are closed, until when in milliseconds since 1970. */
    const closed = new BoundedMemory<number>(mostRemembered)
    /** Subjects whose tries go slowly. */
    const slowed = new BoundedMemory<true>(mostRemembered)
    /** Whether somebody signed in from a network before, by realm and network. */
    const networks = new BoundedMemory<boolean>(mostRemembered)
    const lanes = new BoundedMemory<SlowLane.SlowLane>(mostRemembered)

    /** What `guard` and `consume` refuse a try with that memory knows to be closed, at a time in milliseconds since 1970. */
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

    /** Counts a try unless something is closed; says by what it is taken back and whether tries are to go slowly. */
    const count = Effect.fnUntraced(function*(closing: ReadonlyArray<NamedSubject>, everywhere?: NamedSubject) {
      const subjects = everywhere === undefined ? closing : [...closing, everywhere]
      const { countedAt, waits } = yield* failures.count(subjects)
      const now = yield* Clock.currentTimeMillis
      for (const [n, { name }] of closing.entries()) {
        const seconds = waits[n]
        if (typeof seconds === "number") closed.note(name, now + seconds * 1000, now + seconds * 1000)
      }
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

    /** Waits for a turn, unless somebody signed in from there before. */
    const slowDown = Effect.fnUntraced(function*(everywhere: NamedSubject, network: Uint8Array) {
      if (yield* isKnown(everywhere, network)) return
      const { name } = everywhere
      const from = nameOf(network)
      const now = yield* Clock.currentTimeMillis
      const { lane, startsAt } = yield* Effect.fromResult(
        SlowLane.enter(lanes.get(name, now) ?? SlowLane.empty, from, now)
      )
      lanes.note(name, lane, lane.free)
      const left = Effect.sync(() => {
        const current = lanes.get(name, now)
        if (current !== undefined) lanes.note(name, SlowLane.leave(current, from), current.free)
      })
      yield* Effect.ensuring(Effect.sleep(startsAt - now), left)
    })

    /** Runs a check of credentials; raises `TooManyAttempts` when it must wait. */
    const guard = Effect.fnUntraced(function*<A, E, R>(
      { accountOf = () => "", admit = admitAll, attempt, check }: Guarded<A, E, R>
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
        const found = yield* check
        if (found === undefined) return undefined
        const kept = [sender, everywhere].filter((subject) => subject !== undefined)
        yield* failures.forgive(account === undefined ? [] : [account.hash], kept.map(({ hash }) => hash), countedAt)
        for (const { name } of closing) closed.forget(name)
        if (everywhere !== undefined) {
          yield* failures.remember(everywhere.hash, fingerprint(accountOf(found)), network)
          networks.forget(nameOf(everywhere.hash) + nameOf(network))
        }
        return found
      }))
    })

    /** Counts what may be done only so often, with the transaction it is done in; raises `TooManyAttempts`. */
    const consume = Effect.fnUntraced(function*(subject: Subject) {
      const closing = [nameSubject(fingerprint, subject, true)!]
      yield* refuseClosed(closing)
      yield* count(closing)
    })

    /** Deletes what counts no longer. */
    const prune = failures.prune

    /** Forgets what is known from the database, so that it is asked again. */
    const forget = Effect.sync(() => [closed, slowed, networks].forEach((memory) => memory.clear()))

    return { forget, guard, prune, consume, refusalOf }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const admitAll: typeof admitSignIn = (effect) => effect

interface NamedSubject extends CountedSubject {
  /** By which it is kept in memory. */
  readonly name: string
}

const nameOf = (hash: Uint8Array) => Buffer.from(hash).toString("base64")

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
    // Taken only when the database is asked: a try that memory refuses costs no more than looking it up.
    get hash() {
      return fingerprint(subject.key)
    }
  }
}

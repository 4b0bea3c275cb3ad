import { Cause, Clock, Context, Effect, Layer, Option } from "effect"
import { BoundedMemory } from "../base/BoundedMemory.ts"
import type { Pace } from "../base/limits/Limits.ts"
import { ServingProcesses } from "../base/ServingProcesses.ts"
import { isOutOfTime } from "../sql/Deadline.ts"
import type { admitSignIn } from "./PasswordHash.ts"
import { Secrets } from "./Secrets.ts"
import { type CountedSubject, SignInFailureRepository } from "./SignInFailureRepository.ts"
import { type Attempt, type Subject, TooManyAttempts, waitSeconds } from "./SignInLimit.ts"
import { tryTurns, type WaitingLine } from "./TryTurns.ts"

/** Largest number of subjects of each kind in memory; the database has all of them. */
const mostRemembered = 20_000

/** Milliseconds for which a process relies on its memory of a network, or of a subject whose tries take turns. */
const knownForMillis = 60_000

/** A sign-in attempt with the check of its credentials. */
interface Guarded<A, E, R> {
  readonly attempt: Attempt
  /** Refuses the try before it is counted if too many are in progress. */
  readonly admit?: typeof admitSignIn
  /** Checks the credentials; `undefined` means that they are wrong. */
  readonly check: Effect.Effect<A | undefined, E, R>
  /**
   * Whether nothing is missing; always by default. An incomplete try was not wrong and takes itself back, but earlier
   * failures of the account still count: someone who has the password alone must not clear their wrong codes with it.
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
 * right, or if the server could not find out. Concurrent tries therefore gain nothing over consecutive ones. Tries of a
 * full subject take turns, or are refused if it has no pace; memory knows of both, so a flood causes no database queries.
 */
export class SignInLimits extends Context.Service<SignInLimits>()("core/SignInLimits", {
  make: Effect.gen(function*() {
    const failures = yield* SignInFailureRepository
    const { fingerprint } = yield* Secrets
    const processes = yield* ServingProcesses
    /** Closed subjects, with the time (milliseconds since 1970) until which they are closed. */
    const closed = new BoundedMemory<number>(mostRemembered)
    /** Full subjects whose tries take turns. */
    const slowed = new BoundedMemory<Pace>(mostRemembered)
    /** Whether an earlier sign-in from a network succeeded, by realm and network. */
    const networks = new BoundedMemory<boolean>(mostRemembered)
    const turns = tryTurns(mostRemembered, processes)

    const closedUntil = (keys: ReadonlyArray<string>, now: number): TooManyAttempts | undefined => {
      const until = Math.max(0, ...keys.map((key) => closed.get(key, now) ?? 0))
      return until <= now ? undefined : new TooManyAttempts({ retry_after_seconds: waitSeconds((until - now) / 1000) })
    }

    /**
     * The refusal by `guard` and `consume` if memory shows that a subject is closed at this time (milliseconds since
     * 1970), or that so many tries wait for their turn that there is no place for another.
     */
    const refusalOf = (keys: ReadonlyArray<string>, now: number): TooManyAttempts | undefined =>
      closedUntil(keys, now) ?? linesOf(keys, now).map((line) => turns.refusalOf(line, now)).find(Boolean)

    const linesOf = (keys: ReadonlyArray<string>, now: number): ReadonlyArray<WaitingLine> =>
      keys.flatMap((name) => {
        const pace = slowed.get(name, now)
        return pace === undefined ? [] : [{ name, pace }]
      })

    const refuseClosed = (subjects: ReadonlyArray<NamedSubject>) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const refusal = closedUntil(subjects.map(({ name }) => name), now)
        return refusal === undefined ? Effect.void : Effect.fail(refusal)
      })

    const noteClosed = (name: string, seconds: number | null, now: number) => {
      if (seconds !== null) closed.note(name, now + seconds * 1000, now + seconds * 1000)
    }

    /** Counts a try unless a subject is closed. Returns the key for taking it back, and the full subjects with a pace. */
    const count = Effect.fnUntraced(function*(subjects: ReadonlyArray<NamedSubject>) {
      const { countedAt, waits } = yield* failures.count(subjects)
      const now = yield* Clock.currentTimeMillis
      const full = subjects.filter((_, n) => typeof waits[n] === "number")
      for (const [n, { name, pace }] of subjects.entries()) {
        if (pace === undefined) noteClosed(name, waits[n] ?? null, now)
      }
      if (countedAt === null) {
        const longest = Math.max(...subjects.map(({ closes }, n) => closes ? waits[n] ?? 0 : 0))
        return yield* new TooManyAttempts({ retry_after_seconds: waitSeconds(longest) })
      }
      for (const { name, pace } of full) if (pace !== undefined) slowed.note(name, pace, now + knownForMillis)
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

    /**
     * The lines in which a try takes turns for its full subjects. At a target, networks without an earlier sign-in take
     * turns; those with many failures of their own do so apart, so that others don't wait among them.
     */
    const linesFor = Effect.fnUntraced(function*(
      { everywhere, sender }: Named,
      full: ReadonlyArray<NamedSubject>,
      network: Uint8Array
    ) {
      const lines: Array<WaitingLine> = []
      for (const subject of full) {
        const { name, pace } = subject
        if (pace === undefined || subject === everywhere && (yield* isKnown(subject, network))) continue
        const apart = subject === everywhere && sender !== undefined &&
          slowed.get(sender.name, yield* Clock.currentTimeMillis) !== undefined
        lines.push({ name: apart ? `${name} by full networks` : name, pace })
      }
      return lines
    })

    /** Runs the check of a counted try. The try is taken back unless the credentials were wrong. */
    const settle = Effect.fnUntraced(function*<A, E, R>(
      { accountOf = () => "", attempt, check, isComplete = () => true }: Guarded<A, E, R>,
      { ended, kept }: { readonly ended: Subjects; readonly kept: Subjects },
      { countedAt, lines }: { readonly countedAt: string; readonly lines: ReadonlyArray<WaitingLine> }
    ) {
      const forgive = (all: Subjects, one: Subjects) =>
        Effect.map(failures.forgive(hashesOf(all), hashesOf(one), countedAt), () => {
          for (const subject of [...all, ...one]) if (subject !== undefined) closed.forget(subject.name)
          for (const subject of all) {
            if (subject === undefined) continue
            slowed.forget(subject.name)
            turns.forget(subject.name)
          }
        })
      const takeBack = forgive([], [...ended, ...kept])
      return yield* Effect.gen(function*() {
        const found = yield* check
        if (found === undefined) return undefined
        yield* turns.giveBack(lines)
        if (!isComplete(found)) {
          yield* takeBack
          return found
        }
        yield* forgive(ended, kept)
        const realm = nameSubject(fingerprint, attempt.everywhere)
        if (realm !== undefined) {
          const network = fingerprint(`network ${attempt.network}`)
          yield* failures.remember(realm.hash, fingerprint(accountOf(found)), network)
          networks.forget(nameOf(realm.hash) + nameOf(network))
        }
        return found
      }).pipe(
        Effect.onError((cause) => isUndecided(cause) ? Effect.ignoreCause(takeBack, { log: "Warn" }) : Effect.void)
      )
    })

    /** Runs a check on the account of a known device; undefined if the device is closed. */
    const guardDevice = Effect.fnUntraced(function*<A, E, R>(guarded: Guarded<A, E, R>, device: NamedSubject) {
      const counted = yield* Effect.option(Effect.andThen(refuseClosed([device]), count([device])))
      if (Option.isNone(counted)) return undefined
      const { countedAt } = counted.value
      return { found: yield* settle(guarded, { ended: [device], kept: [] }, { countedAt, lines: [] }) }
    })

    /** Runs a check of credentials; fails as `TooManyAttempts` if the caller must wait. */
    const guard = Effect.fnUntraced(function*<A, E, R>(guarded: Guarded<A, E, R>) {
      const { admit = admitAll, attempt } = guarded
      const named = (subject: Subject | undefined) => nameSubject(fingerprint, subject)
      const device = named(attempt.device)
      if (device !== undefined) {
        const tried = yield* admit(guardDevice(guarded, device))
        if (tried !== undefined) return tried.found
      }
      const each = {
        account: named(attempt.account),
        sender: named(attempt.sender),
        everywhere: named(attempt.everywhere)
      }
      const { account, everywhere, sender } = each
      const subjects = [account, sender, everywhere].filter((subject) => subject !== undefined)
      yield* refuseClosed(subjects)
      const network = fingerprint(`network ${attempt.network}`)
      const now = yield* Clock.currentTimeMillis
      const slow = subjects.filter(({ name }) => slowed.get(name, now) !== undefined)
      const first = yield* linesFor(each, slow, network)
      yield* turns.wait(first, attempt.network)
      return yield* admit(Effect.gen(function*() {
        const { countedAt, full } = yield* count(subjects)
        const later = yield* linesFor(each, full.filter((subject) => !slow.includes(subject)), network)
        yield* turns.wait(later, attempt.network)
        return yield* settle(guarded, { ended: [account], kept: [sender, everywhere] }, {
          countedAt,
          lines: [...first, ...later]
        })
      }))
    })

    /** Counts a limited action, in the transaction of that action; fails as `TooManyAttempts`. */
    const consume = Effect.fnUntraced(function*({ key, limit, rule }: Subject) {
      const closing = [nameSubject(fingerprint, { key, limit })!]
      yield* Effect.andThen(refuseClosed(closing), count(closing)).pipe(
        Effect.mapError(({ retry_after_seconds }) =>
          new TooManyAttempts({ retry_after_seconds, ...(rule === undefined ? {} : { rule: rule.name }) })
        )
      )
    })

    /**
     * As `consume`, for an action whose own statement calls `count_tries` first. `wait` is the number of seconds that this
     * returned for the full subject, which had nothing done; else null.
     */
    const consumeWith = Effect.fnUntraced(function*<A extends { readonly wait: number | null }, E, R>(
      subject: Subject,
      act: (counted: CountedSubject) => Effect.Effect<A, E, R>
    ) {
      const named = nameSubject(fingerprint, { key: subject.key, limit: subject.limit })!
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
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(SignInFailureRepository.layer))
}

const admitAll: typeof admitSignIn = (effect) => effect

/**
 * Whether a check ended without saying if the credentials were right: the server was too slow, or failed. A caller who only went away
 * may have been guessing.
 */
const isUndecided = (cause: Cause.Cause<unknown>) => isOutOfTime(cause) || Cause.hasDies(cause)

type Subjects = ReadonlyArray<NamedSubject | undefined>

interface NamedSubject extends CountedSubject {
  /** The key in memory. */
  readonly name: string
  readonly pace: Pace | undefined
}

/** The subjects of an attempt that a stranger makes. */
type Named = { readonly [Kind in "account" | "sender" | "everywhere"]: NamedSubject | undefined }

const nameOf = (hash: Uint8Array) => Buffer.from(hash).toString("base64")

const hashesOf = (subjects: Subjects) => subjects.filter((subject) => subject !== undefined).map(({ hash }) => hash)

const nameSubject = (
  fingerprint: (text: string) => Uint8Array,
  subject: Subject | undefined
): NamedSubject | undefined => {
  if (subject === undefined) return undefined
  return {
    name: subject.key,
    limit: subject.limit,
    pace: subject.pace,
    closes: subject.pace === undefined,
    // Calculated only for a database query: a try that is refused from memory should cost no more than the look-up.
    get hash() {
      return fingerprint(subject.key)
    }
  }
}

import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Subject, subjectsOf, TooManyAttempts, waitSeconds, windowSeconds } from "./SignInLimit.ts"

/**
 * Slows guessing down. A try is counted as a failure before the password is looked at, and taken back when it was right, so
 * that many tries at once get no further than one after the other.
 */
export class SignInLimits extends Context.Service<SignInLimits>()("core/SignInLimits", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const failureAges = ({ key, limit }: Subject) =>
      Effect.map(
        sql<
          { age: number }
        >`select extract(epoch from clock_timestamp() - failed_at)::float8 as age from sign_in_failure
          where subject = ${key} and failed_at > clock_timestamp() - make_interval(secs => ${windowSeconds})
          order by failed_at desc limit ${limit}`,
        (rows) => rows.map((row) => row.age)
      )

    const count = Effect.fnUntraced(function*(subjects: ReadonlyArray<Subject>) {
      for (const { key } of subjects) yield* sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
      for (const subject of subjects) {
        const seconds = waitSeconds(yield* failureAges(subject), subject.limit)
        if (seconds > 0) return yield* new TooManyAttempts({ retry_after_seconds: seconds })
      }
      return yield* sql`insert into sign_in_failure (subject, failed_at)
        select subject, clock_timestamp() from unnest(${subjects.map(({ key }) => key)}::text[]) as subject`
    }, sql.withTransaction)

    /** The account is known to be right, so its failures end; of the address one try is taken back. */
    const forgive = ([account, address]: ReadonlyArray<Subject>) =>
      sql`delete from sign_in_failure where subject = ${account!.key} or ctid = (
          select ctid from sign_in_failure where subject = ${address!.key} order by failed_at desc limit 1
        ) or failed_at < clock_timestamp() - interval '1 day'`

    /** Runs a check of credentials; `undefined` is its word for wrong ones. */
    const guard = <A, E, R>(
      account: string,
      address: string,
      check: Effect.Effect<A | undefined, E, R>,
      addressLimit?: number
    ) =>
      Effect.gen(function*() {
        const subjects = subjectsOf(account, address, addressLimit)
        yield* Effect.catchTag(count(subjects), "SqlError", Effect.die)
        const found = yield* check
        if (found !== undefined) yield* Effect.orDie(forgive(subjects))
        return found
      })

    /** Counts what may be done only so often, with the transaction it is done in; raises `TooManyAttempts`. */
    const ration = (subject: Subject) => Effect.catchTag(count([subject]), "SqlError", Effect.die)

    return { guard, ration }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

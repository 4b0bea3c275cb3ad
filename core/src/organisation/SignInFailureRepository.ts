import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { windowSeconds } from "../base/limits/Limits.ts"

/** A subject as it is stored, with its limit and whether it closes when the limit is reached. */
export interface CountedSubject {
  readonly hash: Uint8Array
  readonly limit: number
  readonly closes: boolean
}

/** The result of counting a try. */
export interface Counted {
  /**
   * Identifies the try so that it can be taken back. Null if nothing was counted because a closing subject was full.
   */
  readonly countedAt: string | null
  /** For each subject, in the given order: seconds until it is no longer full; null if it is not full. */
  readonly waits: ReadonlyArray<number | null>
}

/** Number of networks that are remembered for an account; the latest ones. */
const networksOfAccount = 3

/** Days for which a network is remembered. */
export const networkDays = 30

/** The counted tries. Subjects, accounts and networks are stored as fingerprints. */
export class SignInFailureRepository
  extends Context.Service<SignInFailureRepository>()("core/SignInFailureRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({
      count: (subjects: ReadonlyArray<CountedSubject>): Effect.Effect<Counted> =>
        Effect.orDie(Effect.map(
          sql<{ counted_at: string | null; waits: ReadonlyArray<number | null> }>`
            select counted_at::text, waits from count_tries(
              ${subjects.map(({ hash }) => hash)}::bytea[], ${subjects.map(({ limit }) => limit)}::integer[],
              ${subjects.map(({ closes }) => closes)}::boolean[], make_interval(secs => ${windowSeconds}))`,
          ([row]) => ({ countedAt: row!.counted_at, waits: row!.waits })
        )),
      /** Deletes all tries of some subjects and takes one try back for others. */
      forgive: (ended: ReadonlyArray<Uint8Array>, kept: ReadonlyArray<Uint8Array>, countedAt: string) =>
        Effect.orDie(
          sql`select forgive_tries(${ended}::bytea[], ${kept}::bytea[], ${countedAt}::timestamptz)`
        ),
      knows: (realm: Uint8Array, network: Uint8Array) =>
        Effect.orDie(Effect.map(
          sql`select from sign_in_network where realm = ${realm} and network = ${network}
            and seen_at > now() - make_interval(days => ${networkDays}) limit 1`,
          (rows) => rows.length === 1
        )),
      /** The networks from which accounts of a realm signed in, oldest first, with the time until which they are known. */
      networksOf: (realm: Uint8Array, most: number) =>
        Effect.orDie(
          sql<{ network: Uint8Array; until: number }>`select network, until from (
              select network, extract(epoch from max(seen_at) + make_interval(days => ${networkDays}))::float8 * 1000 as until
              from sign_in_network where realm = ${realm} and seen_at > now() - make_interval(days => ${networkDays})
              group by network order by until desc limit ${most}
            ) as latest order by until`
        ),
      /** Remembers that an account signed in from a network. */
      remember: (realm: Uint8Array, account: Uint8Array, network: Uint8Array) =>
        Effect.orDie(
          sql`with noted as (
              insert into sign_in_network (realm, account, network, seen_at)
              values (${realm}, ${account}, ${network}, clock_timestamp())
              on conflict (realm, network, account) do update set seen_at = excluded.seen_at
            )
            delete from sign_in_network where realm = ${realm} and account = ${account} and network in (
              select network from sign_in_network
              where realm = ${realm} and account = ${account} and network <> ${network}
              order by seen_at desc offset ${networksOfAccount - 1}
            )`
        ),
      /** Deletes tries and networks that no longer count. */
      prune: Effect.andThen(
        sql`delete from sign_in_failure where latest < now() - make_interval(secs => ${windowSeconds})`,
        sql`delete from sign_in_network where seen_at < now() - make_interval(days => ${networkDays})`
      )
    }))
  })
{
  static readonly layer = Layer.effect(this, this.make)
}

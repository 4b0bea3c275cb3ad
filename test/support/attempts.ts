import { KnownSenders } from "@wristbank/core/organisation/KnownSenders"
import type { Subject } from "@wristbank/core/organisation/SignInLimit"
import { SignInLimits } from "@wristbank/core/organisation/SignInLimits"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Makes every counted attempt some minutes older, and lets the server read the counts from the database again. */
export const agePastAttempts = Effect.fnUntraced(function*(minutes: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update sign_in_failure
    set failed_at = array(select at - make_interval(mins => ${minutes}) from unnest(failed_at) as at order by at desc)`
  yield* SignInLimits.use(({ forget }) => forget)
})

/** Removes all counted attempts and known networks. */
export const noAttempts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from sign_in_failure`
  yield* sql`delete from sign_in_network`
  yield* KnownSenders.use(({ forget }) => forget)
  yield* SignInLimits.use(({ forget }) => forget)
})

/** Removes all counted attempts, uses up the limit of one subject, and closes it as far as memory tells. */
export const useUp = (subject: Subject) =>
  Effect.andThen(
    noAttempts,
    SignInLimits.use(({ consume }) =>
      Effect.andThen(
        Effect.forEach(Array.from({ length: subject.limit }), () => consume(subject), { discard: true }),
        Effect.ignore(consume(subject))
      )
    )
  )

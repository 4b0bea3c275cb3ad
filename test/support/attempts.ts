import type { Subject } from "@wristbank/core/organisation/SignInLimit"
import { SignInLimits } from "@wristbank/core/organisation/SignInLimits"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Makes every try that counts some minutes older, and lets the server ask the database about it. */
export const agePastAttempts = Effect.fnUntraced(function*(minutes: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update sign_in_failure
    set failed_at = array(select at - make_interval(mins => ${minutes}) from unnest(failed_at) as at order by at desc)`
  yield* SignInLimits.use(({ forget }) => forget)
})

/** Nobody has tried anything. */
export const noAttempts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from sign_in_failure`
  yield* sql`delete from sign_in_network`
  yield* SignInLimits.use(({ forget }) => forget)
})

/** Nobody has tried anything, but for one subject as much as is allowed. */
export const useUp = (subject: Subject) =>
  Effect.andThen(
    noAttempts,
    SignInLimits.use(({ consume }) =>
      Effect.forEach(Array.from({ length: subject.limit }), () => consume(subject), { discard: true })
    )
  )

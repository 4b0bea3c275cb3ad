import { Doctor } from "@wristbank/core/overview/Doctor"
import type { VerifiedSignatures } from "@wristbank/core/overview/GenuineSignatures"
import type { Diagnosis, InvariantName } from "@wristbank/core/overview/Invariants"
import { Data, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** Runs the doctor. */
export const diagnose = (limit = 20, verified: VerifiedSignatures = "all") =>
  Doctor.use((doctor) => doctor.diagnose(limit, verified))

/** The violated invariants. */
export const broken = (diagnosis: Diagnosis) =>
  diagnosis.examinations.filter(({ count }) => count > 0).map(({ invariant }) => invariant)

export const findingsOf = (diagnosis: Diagnosis, invariant: InvariantName) =>
  diagnosis.examinations.find((examination) => examination.invariant === invariant)!.findings

class Undo extends Data.TaggedError("Undo")<{ readonly diagnosis: Diagnosis }> {}

/** Runs the doctor after a change that bypasses the triggers, then undoes the change. */
export const diagnosedAfter = (
  change: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>,
  limit = 20,
  verified: VerifiedSignatures = "all"
) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function*() {
      yield* sql`set local session_replication_role = replica`
      yield* change(sql)
      const diagnosis = yield* diagnose(limit, verified)
      return yield* Effect.fail(new Undo({ diagnosis }))
    }).pipe(sql.withTransaction, Effect.catchTag("Undo", ({ diagnosis }) => Effect.succeed(diagnosis)))
  )

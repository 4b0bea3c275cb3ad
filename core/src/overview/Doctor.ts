import { Context, DateTime, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { WorkDone } from "../base/WorkDone.ts"
import { inSnapshot } from "../sql/Snapshot.ts"
import { balanceChecks, type Check } from "./BalanceChecks.ts"
import { cardChecks } from "./CardChecks.ts"
import { cashChecks } from "./CashChecks.ts"
import { catalogueChecks } from "./CatalogueChecks.ts"
import { fiscalChecks } from "./FiscalChecks.ts"
import { genuineSignatures, unverified, type VerifiedSignatures } from "./GenuineSignatures.ts"
import { Diagnosis, Examination, Finding, type InvariantName, invariants, Notice, remedyOf } from "./Invariants.ts"
import { notices } from "./Notices.ts"
import { orderChecks } from "./OrderChecks.ts"
import { payoutChecks } from "./PayoutChecks.ts"
import { referenceChecks } from "./ReferenceChecks.ts"
import { laterSchema, schemaGuards } from "./SchemaChecks.ts"
import { daySeals } from "./SealChecks.ts"
import { summaryChecks } from "./SummaryChecks.ts"
import { ticketChecks } from "./TicketChecks.ts"

/** The checks that compute more than SQL can. */
const computed = {
  "schema-guards": schemaGuards,
  "genuine-signatures": genuineSignatures,
  "day-seals": daySeals
} as const
type ComputedName = keyof typeof computed

const isComputed = (name: InvariantName): name is ComputedName => name in computed

const checks: Readonly<Record<Exclude<InvariantName, ComputedName>, Check>> = {
  ...balanceChecks,
  ...cashChecks,
  ...catalogueChecks,
  ...orderChecks,
  ...cardChecks,
  ...payoutChecks,
  ...fiscalChecks,
  ...referenceChecks,
  ...summaryChecks,
  ...ticketChecks
}

const Row = Schema.Struct({ ...Finding.fields, count: Schema.BigInt })
const decodeNotices = Schema.decodeUnknownEffect(Schema.Array(Notice))
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

/**
 * Recomputes the whole ledger and compares it with the stored results. Reads a consistent snapshot of a running system;
 * locks and changes nothing.
 */
export class Doctor extends Context.Service<Doctor>()("core/Doctor", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const examine = Effect.fn("Doctor.examine")(
      function*(invariant: InvariantName, limit: number, verified: VerifiedSignatures) {
        const remedy = remedyOf(invariant)
        if (isComputed(invariant)) {
          const { count, findings } = yield* Effect.provideService(
            computed[invariant](limit, verified),
            SqlClient.SqlClient,
            sql
          )
          return new Examination({ invariant, count, findings, remedy })
        }
        const rows = yield* Effect.flatMap(
          sql.unsafe(
            `select *, count(*) over () as count from (${
              checks[invariant]
            }) as finding order by event_id, ids limit $1`,
            [limit]
          ),
          decodeRows
        )
        return new Examination({
          invariant,
          count: Number(rows[0]?.count ?? 0n),
          findings: rows.map((row) => new Finding(Struct.omit(row, ["count"]))),
          remedy
        })
      }
    )

    /** Checks every invariant; lists the first `limit` findings of each, at least one. Verifying signatures takes longest by far. */
    const diagnose = Effect.fn("Doctor.diagnose")(
      function*(limit: number, verified: VerifiedSignatures = "all") {
        // Checking a million orders takes longer than the time limit of requests, and sorts faster in memory.
        yield* sql`set local statement_timeout = 0`
        // Signatures are verified between the pages that are read.
        yield* sql`set local idle_in_transaction_session_timeout = 0`
        yield* sql`set local work_mem = '128MB'`
        const names = Object.keys(invariants) as ReadonlyArray<InvariantName>
        const workDone = yield* WorkDone
        const examinations = yield* Effect.forEach(
          names,
          (invariant, at) =>
            Effect.tap(examine(invariant, Math.max(1, limit), verified), () => workDone(at + 1, names.length))
        )
        const ofEvents = yield* Effect.flatMap(sql.unsafe(notices), decodeNotices)
        const notes = [...ofEvents, ...yield* Effect.provideService(laterSchema, SqlClient.SqlClient, sql)]
        const left = yield* Effect.provideService(unverified(verified), SqlClient.SqlClient, sql)
        const unchecked = left === undefined ? [] : [left]
        return new Diagnosis({ examined_at: yield* DateTime.now, examinations, notices: notes, unchecked })
      },
      (effect) => inSnapshot(sql, effect)
    )

    return { diagnose }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

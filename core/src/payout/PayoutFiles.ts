import { Context, DateTime, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import * as Money from "../base/Money.ts"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { runInSlices, type SlicedWork } from "../base/SlicedWork.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { type ChangeOptions, Changes } from "../organisation/Changes.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { confirmed } from "../sql/Standby.ts"
import { csvOf, type ExportedRun, type SepaRequest, termsOf, type WrittenFile } from "./PayoutExport.ts"
import { PayoutFileRepository, type StoredFile } from "./PayoutFileRepository.ts"
import { payoutRules } from "./PayoutRules.ts"
import { mayPayOut } from "./PayoutRun.ts"
import { PayoutRunRepository } from "./PayoutRunRepository.ts"

/**
 * Makes files of payout runs for the bank and for accounting. Each file is kept as it was handed out, and every request is
 * audited.
 */
export class PayoutFiles extends Context.Service<PayoutFiles>()("core/PayoutFiles", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const events = yield* EventRepository
    const files = yield* PayoutFileRepository
    const runs = yield* PayoutRunRepository
    const confirm = confirmed(yield* SqlClient.SqlClient)

    const existing = Effect.fnUntraced(function*(caller: AtEvent, id: bigint) {
      yield* access.requireAt(caller, caller.eventId, mayPayOut)
      const run = yield* runs.find(caller.eventId, id)
      return run ?? (yield* new NotFound({ element_type: "payout_run", element_id: id }))
    })

    /** Keeps a file unless it equals the newest one of its kind. */
    const keep = Effect.fnUntraced(function*(file: Omit<StoredFile, "sha256">) {
      const sha256 = createHash("sha256").update(file.content).digest("hex")
      const last = yield* files.latest(file.eventId, file.runId, file.kind)
      if (last?.sha256 !== sha256) yield* files.insert({ ...file, sha256 })
      return sha256
    })

    /** Makes a file of a run under the lock of the run. */
    const exporting = (
      caller: AtEvent,
      id: bigint,
      kind: StoredFile["kind"],
      write: (run: ExportedRun) => SlicedWork<Result.Result<WrittenFile, InvalidArgument>>
    ) =>
      changes.run(
        caller,
        ({ count, name, sha256, sum }) => ({
          logType: "payout_run_exported",
          content: { id, kind, name, sha256, n_payouts: count, total_payout_amount: Money.toJson(sum) },
          nodeId: caller.eventId
        }),
        Effect.gen(function*() {
          const { eventId, userId } = caller
          yield* runs.lock(eventId, id)
          const run = yield* existing(caller, id)
          const lines = yield* files.lines(eventId, id)
          const settings = yield* events.settings(eventId)
          const terms = (yield* files.terms(eventId, id)) ?? termsOf(settings)
          const written = yield* Effect.flatMap(
            runInSlices(() => write({ run, lines, terms, settings })),
            Effect.fromResult
          )
          const sha256 = yield* keep({ eventId, runId: id, kind, userId, name: written.name, content: written.content })
          if (kind === "sepa") yield* files.markExported(eventId, id, terms)
          return { ...written, sha256 }
        }),
        withoutVersion
      ).pipe(Effect.map(({ content }) => content))

    /** The list for accounting, with all payouts as they were when the run was created. */
    const csv = Effect.fn("PayoutFiles.csv")((caller: AtEvent, id: bigint) =>
      exporting(caller, id, "csv", function*(run) {
        return Result.succeed(yield* csvOf(run))
      })
    )

    /** The bank file. Its export is recorded, as the bank may have the order from now on. */
    const sepa = Effect.fn("PayoutFiles.sepa")(function*(caller: AtEvent, id: bigint, request: SepaRequest) {
      const now = yield* DateTime.now
      // The XML library takes 20 MiB, which servers for terminals never need.
      const { sepaOf } = yield* Effect.promise(() => import("./SepaExport.ts"))
      return yield* exporting(caller, id, "sepa", (run) => sepaOf(run, request, now))
    })

    /** The newest bank file of a run, as it was handed out. */
    const previous = Effect.fn("PayoutFiles.previous")(
      function*(caller: AtEvent, id: bigint) {
        yield* existing(caller, id)
        const file = yield* files.latest(caller.eventId, id, "sepa")
        if (file === undefined) return yield* InvalidArgument.of(payoutRules.file_not_made)
        yield* confirm
        return file
      },
      dieOnInfrastructure
    )

    /** All files that were made of a run, the newest first. */
    const list = Effect.fn("PayoutFiles.list")(
      function*(caller: AtEvent, id: bigint) {
        yield* existing(caller, id)
        return yield* files.made(caller.eventId, id)
      },
      dieOnInfrastructure
    )

    /** A file of a run as it was handed out. */
    const kept = Effect.fn("PayoutFiles.kept")(
      function*(caller: AtEvent, id: bigint, fileId: bigint) {
        yield* existing(caller, id)
        const file = yield* files.find(caller.eventId, id, fileId)
        if (file === undefined) return yield* new NotFound({ element_type: "payout_file", element_id: fileId })
        yield* confirm
        return file
      },
      dieOnInfrastructure
    )

    return { csv, kept, list, previous, sepa }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer]),
    Layer.provide([EventRepository.layer, PayoutFileRepository.layer, PayoutRunRepository.layer])
  )
}

/** An export changes nothing that bookings depend on, and the lock of the run keeps the file consistent. */
const withoutVersion: ChangeOptions = { withoutVersion: true }

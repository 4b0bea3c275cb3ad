import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { SoftwareVersion } from "../base/SoftwareVersion.ts"
import { keepGoing } from "../sql/Outages.ts"
import { giveWay, inSnapshot } from "../sql/Snapshot.ts"
import { isTaken } from "../sql/UniqueKey.ts"
import {
  DaySeal,
  type DueDay,
  dueDay,
  idsOfPiece,
  inPieces,
  marginHours,
  sealedFrom,
  sealFormat,
  type SealKind,
  sealKinds,
  SealPiece,
  type Unhashed
} from "./DaySeal.ts"
import { DaySealRepository, type SealedEvent } from "./DaySealRepository.ts"
import { differencesOfEvent, differencesOfList, type KeptSeal } from "./SealComparison.ts"
import { SealedRowRepository } from "./SealedRowRepository.ts"
import { pieceHash, sealHash } from "./SealHashes.ts"

/** Ids that are read at a time: memory does not grow with a day. */
const idsAtOnce = 100 * idsOfPiece

/**
 * Seals business days that are over, one seal an event and day. Any number of processes may do it: one at a time does. It reads one
 * moment of the database, gives way to bookings and holds no lock that they need.
 */
export class DaySeals extends Context.Service<DaySeals>()("core/DaySeals", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const repository = yield* DaySealRepository
    const rows = yield* SealedRowRepository

    /** The pieces of one kind. */
    const piecesOf = Effect.fnUntraced(function*(kind: SealKind, seal: Seal, due: DueDay) {
      const { high, low } = yield* rows.bounds(kind, seal.event_id, due)
      const pieces: Array<SealPiece> = []
      let rest = low === null || high === null ? undefined : { low, high }
      while (rest !== undefined) {
        const ids: ReadonlyArray<bigint> = yield* rows.ids(kind, seal.event_id, due, rest, idsAtOnce)
        const ranges = inPieces(ids).map((part) => ({ low: part[0]!, high: part.at(-1)! }))
        const contents = yield* rows.contents(kind, seal.event_id, due, ranges)
        ranges.forEach((range, at) => {
          const { content, ...counts } = contents[at]!
          const piece = { kind, piece: pieces.length, first_id: range.low, last_id: range.high, ...counts }
          pieces.push(new SealPiece({ ...piece, hash: pieceHash(seal, piece, content) }))
        })
        yield* giveWay(sql)
        rest = ids.length < idsAtOnce ? undefined : { low: ids.at(-1)! + 1n, high: rest.high }
      }
      return pieces
    })

    /** Hashes a day and stores its seal; false if another process does it, or has done it. */
    const seal = Effect.fnUntraced(
      function*(eventId: bigint, due: DueDay, newest: DaySeal | undefined) {
        // A day takes longer than the time limit of requests. Plans depend on how much of a table it is.
        yield* sql`select set_config('statement_timeout', '10min', true), set_config('work_mem', '64MB', true),
          set_config('plan_cache_mode', 'force_custom_plan', true),
          set_config('idle_in_transaction_session_timeout', '0', true), give_way()`
        if (!(yield* repository.lock)) return false
        const sealed_at = yield* DateTime.now
        const begun = {
          event_id: eventId,
          number: (newest?.number ?? 0) + 1,
          day: due.day,
          covers_from: due.from,
          covers_until: due.to,
          format: sealFormat,
          previous_hash: newest?.hash ?? null,
          sealed_at,
          sealed_by: yield* SoftwareVersion
        }
        const pieces = (yield* Effect.forEach(sealKinds, (kind) => piecesOf(kind, begun, due))).flat()
        const unhashed: Unhashed = {
          ...begun,
          orders: sumOf(pieces.filter(({ kind }) => kind === "orders"), "ids"),
          rows: sumOf(pieces, "rows"),
          pieces: pieces.length
        }
        const made = new DaySeal({ ...unhashed, hash: sealHash(unhashed, pieces) })
        yield* repository.insert(made, pieces)
        yield* Effect.logInfo("A business day was sealed").pipe(
          Effect.annotateLogs({ event_id: String(eventId), day: made.day, orders: made.orders, hash: made.hash })
        )
        return true
      },
      (effect) =>
        Effect.provideService(
          sql.withTransaction(effect),
          SqlClient.BeginTransaction,
          "BEGIN ISOLATION LEVEL REPEATABLE READ"
        ).pipe(
          // Another process that began a moment earlier has sealed the same day.
          Effect.catchIf(isTaken, () => Effect.succeed(false))
        )
    )

    /** Seals the days of one event that are due, the earliest first. */
    const sealEvent = Effect.fnUntraced(function*(event: SealedEvent, settled: DateTime.Utc) {
      while (true) {
        const newest = yield* repository.newest(event.event_id)
        // Most of the time no day can be due, and no row needs to be read.
        if (newest !== undefined && dueDay(event, { first: newest.covers_until, newest, settled }) === undefined) return
        const first = yield* rows.firstFrom(event.event_id, newest?.covers_until ?? sealedFrom)
        const due = first === undefined ? undefined : dueDay(event, { first, newest, settled })
        if (due === undefined) return
        if (yield* rows.isWaiting(event.event_id, due.to, DateTime.subtract(settled, { hours: marginHours }))) return
        if (!(yield* seal(event.event_id, due, newest))) return
      }
    })

    /** A moment before which no transaction began that is running still; undefined if none is known yet. Sets the next mark. */
    const settledBefore = sql.withTransaction(Effect.gen(function*() {
      const mark = yield* repository.mark
      const hasEnded = mark !== undefined && !mark.is_foreign && mark.has_ended
      if (mark === undefined || mark.is_foreign || hasEnded) yield* repository.setMark
      return hasEnded ? mark.marked_at : undefined
    }))

    /** Seals every day that is due, of all events; what fails for one event is logged and does not keep others from it. */
    const sweep = Effect.fn("DaySeals.sweep")(function*() {
      const settled = yield* settledBefore
      if (settled === undefined) return
      const events = yield* repository.events
      yield* Effect.forEach(
        events,
        (event) =>
          keepGoing(
            "day seals",
            `A business day of event ${event.event_id} could not be sealed; it is tried again`,
            "Error"
          )(
            sealEvent(event, settled)
          ),
        { discard: true }
      )
    })

    /** The seals of an event, the first day first. */
    const list = Effect.fn("DaySeals.list")(repository.seals)

    /** Compares seals that were kept outside with those of the event, and these with the rows of their days, at one moment. */
    const check = Effect.fn("DaySeals.check")(
      function*(eventId: bigint, kept: ReadonlyArray<KeptSeal>) {
        yield* sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '64MB', true),
          set_config('plan_cache_mode', 'force_custom_plan', true),
          set_config('idle_in_transaction_session_timeout', '0', true)`
        const seals = yield* repository.seals(eventId)
        return [
          ...differencesOfList(eventId, kept, seals),
          ...yield* differencesOfEvent({ rows, seals: repository }, seals)
        ]
      },
      (effect) => inSnapshot(sql, effect)
    )

    return { check, list, sweep }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide(Layer.merge(DaySealRepository.layer, SealedRowRepository.layer))
  )
}

type Seal = Pick<Unhashed, "day" | "event_id" | "format" | "number">

const sumOf = (pieces: ReadonlyArray<SealPiece>, field: "ids" | "rows") =>
  pieces.reduce((sum, piece) => sum + piece[field], 0)

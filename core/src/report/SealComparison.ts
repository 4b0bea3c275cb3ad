import { DateTime, Effect, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import {
  type DaySeal,
  idsOfPiece,
  SealDay,
  sealedFrom,
  sealFormat,
  type SealKind,
  sealKinds,
  type SealPiece
} from "./DaySeal.ts"
import type { DaySealRepository } from "./DaySealRepository.ts"
import type { Bounds, Content, IdRange, SealedRowRepository } from "./SealedRowRepository.ts"
import { pieceHash, sealHash } from "./SealHashes.ts"

/** Something that is not as a seal says. */
export const SealDifference = Schema.Struct({
  event_id: Id,
  /** The business day; null for a hash of an unknown one. */
  day: nullOr(SealDay),
  object: Schema.String,
  /** The first and the last id of a piece, or the number of the seal. */
  ids: Schema.Array(Id),
  expected: Schema.String,
  found: Schema.String
})
export type SealDifference = typeof SealDifference.Type

/** What kinds are called in findings. */
const words: { readonly [Kind in SealKind]: string } = {
  orders: "orders with their lines, postings and signatures",
  postings: "postings without an order",
  closings: "closings by till",
  shifts: "shifts",
  products: "revisions of products",
  payouts: "payouts",
  tickets: "tickets that were handed out",
  ticket_history: "states of presale tickets",
  wristbands: "former wristbands",
  audit: "audit entries"
}

const counted = ({ ids, rows }: Pick<SealPiece, "ids" | "rows">) => `${ids} ids with ${rows} rows`

const ofSeal = ({ day, event_id, number }: DaySeal, expected: string, found: string): SealDifference => ({
  event_id,
  day,
  object: `seal of ${day}`,
  ids: [BigInt(number)],
  expected,
  found
})

/** Whether a seal is what its own row and its pieces hash to, and follows the seal before. */
const faultsOfSeal = (
  seal: DaySeal,
  before: DaySeal | undefined,
  pieces: ReadonlyArray<SealPiece>
): ReadonlyArray<SealDifference> => {
  const orders = pieces.reduce((sum, { ids, kind }) => kind === "orders" ? sum + ids : sum, 0)
  const rows = pieces.reduce((sum, piece) => sum + piece.rows, 0)
  const begins = before?.covers_until ?? sealedFrom
  return [
    ...seal.number === (before?.number ?? 0) + 1 ? [] : [
      ofSeal(seal, `number ${(before?.number ?? 0) + 1}, as no seal is missing before it`, `number ${seal.number}`)
    ],
    ...seal.previous_hash === (before?.hash ?? null) ? [] : [
      ofSeal(seal, `the seal before to be ${before?.hash ?? "none"}`, seal.previous_hash ?? "none")
    ],
    ...DateTime.Equivalence(seal.covers_from, begins) ? [] : [
      ofSeal(seal, `its time to begin at ${DateTime.formatIso(begins)}`, DateTime.formatIso(seal.covers_from))
    ],
    ...seal.hash === sealHash(seal, pieces) && seal.pieces === pieces.length && seal.rows === rows &&
        seal.orders === orders
      ? []
      : [
        ofSeal(
          seal,
          `${seal.pieces} pieces, ${seal.orders} orders and ${seal.rows} rows that hash to ${seal.hash}`,
          `${pieces.length} pieces, ${orders} orders and ${rows} rows that hash to ${sealHash(seal, pieces)}`
        )
      ]
  ]
}

/** The ranges that the pieces of a kind cover: together all ids that the day has, so that rows which came later are in one of them. */
export const rangesOf = (
  pieces: ReadonlyArray<Pick<SealPiece, "first_id" | "last_id">>,
  { high, low }: Bounds
): ReadonlyArray<IdRange> =>
  pieces.map(({ first_id, last_id }, at) => ({
    low: at > 0 ? pieces[at - 1]!.last_id + 1n : low !== null && low < first_id ? low : first_id,
    high: at < pieces.length - 1 ? last_id : high !== null && high > last_id ? high : last_id
  }))

const ofPiece = (seal: DaySeal, piece: SealPiece, content: Content): ReadonlyArray<SealDifference> => {
  const isSame = content.ids === piece.ids && content.rows === piece.rows
  if (isSame && pieceHash(seal, piece, content.content) === piece.hash) return []
  return [{
    event_id: seal.event_id,
    day: seal.day,
    object: `${words[piece.kind]} of ${seal.day}, piece ${piece.piece + 1}, from id to id`,
    ids: [piece.first_id, piece.last_id],
    expected: `${counted(piece)} as they were sealed`,
    found: isSame ? "as many, but not the same" : counted(content)
  }]
}

/** Where seals and the rows of their days are read. */
export interface SealReadings {
  readonly rows: SealedRowRepository["Service"]
  readonly seals: DaySealRepository["Service"]
}

/** What of one kind is not as it was sealed, a page of pieces at a time. */
const differencesOfKind = Effect.fnUntraced(
  function*({ rows }: SealReadings, seal: DaySeal, kind: SealKind, pieces: ReadonlyArray<SealPiece>) {
    const period = { from: seal.covers_from, to: seal.covers_until }
    const bounds = yield* rows.bounds(kind, seal.event_id, period)
    if (pieces.length === 0) {
      return bounds.low === null || bounds.high === null ? [] : [{
        event_id: seal.event_id,
        day: seal.day,
        object: `${words[kind]} of ${seal.day}, from id to id`,
        ids: [bounds.low, bounds.high],
        expected: "none, as none were sealed",
        found: String(bounds.ids)
      }]
    }
    const ranges = rangesOf(pieces, bounds)
    const found: Array<SealDifference> = []
    for (let at = 0; at < pieces.length; at += idsOfPiece) {
      const contents = yield* rows.contents(kind, seal.event_id, period, ranges.slice(at, at + idsOfPiece))
      contents.forEach((content, place) => found.push(...ofPiece(seal, pieces[at + place]!, content)))
    }
    return found
  }
)

/** What is not as a seal says: the chain to the seal before, the seal itself, or rows of its day. */
const differencesOfSeal = Effect.fnUntraced(
  function*(readings: SealReadings, seal: DaySeal, before: DaySeal | undefined) {
    if (seal.format !== sealFormat) {
      return [ofSeal(seal, `the form ${sealFormat}, which this version knows`, String(seal.format))]
    }
    const pieces = yield* readings.seals.pieces({ eventId: seal.event_id, number: seal.number })
    const ofKinds = yield* Effect.forEach(
      sealKinds,
      (kind) => differencesOfKind(readings, seal, kind, pieces.filter((piece) => piece.kind === kind))
    )
    return [...faultsOfSeal(seal, before, pieces), ...ofKinds.flat()]
  }
)

/** What is not as the seals of an event say, the first day first. */
export const differencesOfEvent = Effect.fnUntraced(
  function*(readings: SealReadings, seals: ReadonlyArray<DaySeal>) {
    const found = yield* Effect.forEach(seals, (seal, at) => differencesOfSeal(readings, seal, seals[at - 1]))
    return found.flat()
  }
)

/** A seal as it was kept outside the database: at least its hash. */
export type KeptSeal = Pick<DaySeal, "hash"> & Partial<Pick<DaySeal, "day" | "event_id" | "number">>

/** What of a list that was kept outside is not in the database, or is another there. */
export const differencesOfList = (
  eventId: bigint,
  kept: ReadonlyArray<KeptSeal>,
  seals: ReadonlyArray<DaySeal>
): ReadonlyArray<SealDifference> =>
  kept.flatMap(({ day, event_id = eventId, hash, number }) => {
    if (
      event_id === eventId && seals.some((seal) => seal.hash === hash && (number ?? seal.number) === seal.number)
    ) return []
    const there = seals.find((seal) => seal.number === number)
    return [{
      event_id,
      day: day ?? null,
      object: day === undefined ? "kept hash" : `kept seal of ${day}`,
      ids: number === undefined ? [] : [BigInt(number)],
      expected: event_id === eventId ? hash : `a seal of event ${eventId}`,
      found: event_id === eventId ? there?.hash ?? "no such seal" : `one of event ${event_id}`
    }]
  })

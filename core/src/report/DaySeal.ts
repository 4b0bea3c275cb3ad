import { DateTime, Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import { businessDay, type Period } from "./EventDay.ts"

/** The form in which rows are hashed: another one gets another number, and seals of earlier ones are read in theirs. */
export const sealFormat = 1

/** How many ids a piece has at most: a difference is named by the ids of its piece. */
export const idsOfPiece = 100

/** The kinds of rows that a seal covers, in the order in which their pieces are hashed. */
export const sealKinds = [
  "orders",
  "postings",
  "closings",
  "shifts",
  "products",
  "payouts",
  "tickets",
  "ticket_history",
  "wristbands",
  "audit"
] as const
export const SealKind = Schema.Literals(sealKinds)
export type SealKind = typeof SealKind.Type

/** A SHA-256 hash in hexadecimal. */
export const SealHash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))

/** A date, as 2026-07-11. */
export const SealDay = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/))

/** The rows of at most 100 ids of one kind. */
export class SealPiece extends Schema.Class<SealPiece>("SealPiece")({
  kind: SealKind,
  /** Counts from 0 in its kind. */
  piece: Schema.Int,
  first_id: Id,
  last_id: Id,
  ids: Schema.Int,
  /** An order has lines, postings and a signature. */
  rows: Schema.Int,
  hash: SealHash
}) {}

/** The seal of one business day of an event. */
export class DaySeal extends Schema.Class<DaySeal>("DaySeal")({
  event_id: Id,
  /** Counts from 1 in the event. */
  number: Schema.Int,
  /** The date of the business day, that on which it began. */
  day: SealDay,
  /** The end of the seal before, so that no moment is left out. */
  covers_from: Schema.DateTimeUtc,
  /** The end of the business day; not included. */
  covers_until: Schema.DateTimeUtc,
  format: Schema.Int,
  /** The hash of the seal before; null for the first. */
  previous_hash: nullOr(SealHash),
  hash: SealHash,
  orders: Schema.Int,
  rows: Schema.Int,
  pieces: Schema.Int,
  sealed_at: Schema.DateTimeUtc,
  /** The version that made it. */
  sealed_by: Schema.String
}) {}

/** What a seal says of itself, without the hash of it. */
export type Unhashed = Omit<typeof DaySeal.Type, "hash">

/** Ids of one kind, ascending, in pieces. */
export const inPieces = (ids: ReadonlyArray<bigint>): ReadonlyArray<ReadonlyArray<bigint>> =>
  Array.from(
    { length: Math.ceil(ids.length / idsOfPiece) },
    (_, at) => ids.slice(at * idsOfPiece, (at + 1) * idsOfPiece)
  )

/** The first seal covers all from this moment. */
export const sealedFrom = DateTime.makeUnsafe("1970-01-01T00:00:00Z")

/**
 * How long a day must be over, in hours. A transaction of a server lasts ten minutes at most and one of a booking seconds; clocks of
 * servers differ by less; a migration or a person's own transaction may take longer, which the mark of transactions waits for.
 */
export const marginHours = 2

/** What is known of an event's rows behind its newest seal. */
export interface Unsealed {
  /** The newest seal, if there is one. */
  readonly newest: Pick<DaySeal, "covers_until" | "day"> | undefined
  /** The moment of the first row behind it. */
  readonly first: DateTime.Utc
  /** No transaction is running any more that began before this moment. */
  readonly settled: DateTime.Utc
}

/** A business day to be sealed. */
export interface DueDay extends Period {
  readonly day: string
}

type DayTimes = Pick<EventSettings, "daily_end_time" | "time_zone">

const dateOf = (moment: DateTime.Utc) => DateTime.formatIsoDateUtc(moment)

const nextDate = (date: string, days = 1) => dateOf(DateTime.add(DateTime.makeUnsafe(`${date}T00:00:00Z`), { days }))

/** Days of an event without a daily end go from midnight to midnight. */
const periodOf = (times: DayTimes, date: string): Period =>
  Result.getOrThrow(businessDay({ ...times, daily_end_time: times.daily_end_time ?? "00:00:00" }, date))

/** The date of the business day in which a moment lies. */
export const dayOf = (times: DayTimes, moment: DateTime.Utc): string => {
  let date = nextDate(dateOf(moment), -2)
  while (!DateTime.isLessThan(moment, periodOf(times, date).to)) date = nextDate(date)
  return date
}

/**
 * The next day to be sealed, if it has been over for long enough: that of the first row without a seal. Days without rows get no
 * seal of their own; the next one covers their time as well, so a row that comes there later is found. No date is sealed twice, even if
 * the daily end or the time zone of the event is changed: then the next day lasts until its end by the new settings.
 */
export const dueDay = (times: DayTimes, { first, newest, settled }: Unsealed): DueDay | undefined => {
  let day = dayOf(times, first)
  const isFree = () =>
    newest === undefined
    || (day > newest.day && DateTime.isLessThan(newest.covers_until, periodOf(times, day).to))
  while (!isFree()) day = nextDate(day)
  const { to } = periodOf(times, day)
  const isOver = !DateTime.isLessThan(settled, DateTime.add(to, { hours: marginHours }))
  return isOver ? { day, from: newest?.covers_until ?? sealedFrom, to } : undefined
}

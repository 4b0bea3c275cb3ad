import { DateTime, Schema } from "effect"
import { Currency } from "../base/Currency.ts"
import { Id } from "../base/Id.ts"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import { mayManage } from "../organisation/Place.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { dayEndsIn, type ReportTime } from "../report/EventDay.ts"
import * as Takings from "../report/Takings.ts"
import { Alert, AlertFact } from "./Alert.ts"

/** Privileges to see what is taken, as for statistics. */
export const maySeeTakings: ReadonlyArray<Privilege> = ["node_administration", "view_node_stats"]

const Vouchers = Schema.Struct({
  /** Vouchers given to guests, less those taken back by the office. */
  issued: Schema.Int,
  /** Vouchers that guests paid with, less those returned by cancels. */
  spent: Schema.Int
})

/** The takings of the business day so far, and those of the day before up to the same time. */
export class TakingsToday extends Schema.Class<TakingsToday>("TakingsToday")({
  /** What was taken in the business day so far. */
  total: Takings.TakingsSums,
  /** What was taken the day before up to the same time. */
  compared: Takings.TakingsSums,
  /** Vouchers of both days, of the whole event; null at a node below it. */
  vouchers: nullOr(Schema.Struct({
    /** In the business day so far. */
    total: Vouchers,
    /** The day before up to the same time. */
    compared: Vouchers
  })),
  /** All hours of the business day; those to come have what was taken the day before alone. */
  hours: Schema.Array(Takings.TakingsRow),
  /** By till, the highest first. */
  tills: Schema.Array(Takings.TakingsRow),
  /** By node with tills, the highest first. */
  nodes: Schema.Array(Takings.TakingsRow),
  /** By payment method, the highest first. */
  methods: Schema.Array(Takings.TakingsRow)
}) {}

/** A till with its terminal and the person who works there. */
export class TillNow extends Schema.Class<TillNow>("TillNow")({
  id: Id,
  name: Schema.String,
  node_id: Id,
  /** Its terminal; null without one. */
  terminal_id: nullOr(Id),
  /** The name of its terminal; null without one. */
  terminal_name: nullOr(Schema.String),
  /** When the terminal last called; null if it never did. */
  last_seen: nullOr(Moment),
  /** The user who is signed in at it; null if there is none. */
  user_id: nullOr(Id),
  /** The name of that user; null if there is none. */
  user_name: nullOr(Schema.String),
  /** The role with which they are signed in; null if no user is. */
  role_name: nullOr(Schema.String),
  /** The register that lies in the till; null without one. */
  cash_register_id: nullOr(Id),
  /** The name of that register; null without one. */
  cash_register_name: nullOr(Schema.String),
  /** The cash that should be in that register; null without one, and for callers who may not see money. */
  drawer_balance: nullOr(Money.Cents),
  /** When the till last booked an order; null if it never did, and for callers who may not see money. */
  last_booked_at: nullOr(Moment)
}) {}

/** The state of an event, or of a node of it, at one moment. */
export class EventStatus extends Schema.Class<EventStatus>("EventStatus")({
  node_id: Id,
  /** When it was read. */
  at: Moment,
  /** The currency of the event as three letters (ISO 4217), such as `EUR`. */
  currency_identifier: Currency,
  /** The time zone of the event, by its IANA name. */
  time_zone: Schema.String,
  /** Whether the node is archived. */
  archived: Schema.Boolean,
  /** When the business day began: at the event's daily end time, or at midnight without one. */
  day_start: Moment,
  /** When the business day ends. */
  day_end: Moment,
  /** What was taken; null for callers who may not see statistics. */
  takings: nullOr(TakingsToday),
  /** The tills at the node and below, by name; null for callers who neither administer the node nor see statistics. */
  tills: nullOr(Schema.Array(TillNow)),
  /** What someone has to look after, the most urgent first; null for callers who don't administer the node. */
  needs_somebody: nullOr(Schema.Array(Alert))
}) {}

/** The till without its terminal and who works there. */
const withoutPeople = (till: TillNow) =>
  new TillNow({
    ...till,
    terminal_id: null,
    terminal_name: null,
    last_seen: null,
    user_id: null,
    user_name: null,
    role_name: null
  })

/** The status as a caller with these privileges may see it. */
export const seenWith = (status: EventStatus, privileges: ReadonlySet<Privilege>): EventStatus => {
  const takings = maySeeTakings.some((privilege) => privileges.has(privilege))
  const office = mayManage.some((privilege) => privileges.has(privilege))
  const { needs_somebody, tills } = status
  return new EventStatus({
    ...status,
    takings: takings ? status.takings : null,
    tills: office ? tills : takings ? tills?.map(withoutPeople) ?? null : null,
    needs_somebody: office ? needs_somebody : null
  })
}

/** The business day of a moment, with the day before, in the event's time zone. */
export interface BusinessDay {
  /** The whole day, without an end of days in between. */
  readonly time: ReportTime
  /** The same time of the day before. */
  readonly before: ReportTime
  readonly now: DateTime.Utc
  /** The same local time as now, a day before. */
  readonly sameTime: DateTime.Utc
}

/** Finds the business day of a moment. */
export const businessDay = (
  { daily_end_time, time_zone }: Pick<EventSettings, "daily_end_time" | "time_zone">,
  now: DateTime.Utc
): BusinessDay => {
  const timeZone = DateTime.zoneMakeNamedUnsafe(time_zone)
  const around = { from: DateTime.subtract(now, { days: 3 }), to: DateTime.add(now, { milliseconds: 1 }) }
  const ends = dayEndsIn(around, timeZone, daily_end_time ?? "00:00:00")
  const time: ReportTime = { period: { from: ends.at(-2)!, to: ends.at(-1)! }, timeZone, dayEnds: [] }
  const soFar = { ...time, period: { from: time.period.from, to: now } }
  return {
    time,
    before: Takings.comparedTime(time, "day_before"),
    now,
    sameTime: Takings.comparedTime(soFar, "day_before").period.to
  }
}

/** Sums of one key on one of the two days. */
export class DaySlice extends Takings.TakingsSlice.extend<DaySlice>("DaySlice")({
  by: Schema.Literals(["hour", "till", "method"]),
  /** Of the business day; otherwise of the day before. */
  today: Schema.Boolean,
  /** Booked before the same time, if of the day before. Null for hours. */
  counted: nullOr(Schema.Boolean)
}) {}

/** Vouchers of the two days, the day before up to the same time. */
export class DayVouchers extends Schema.Class<DayVouchers>("DayVouchers")({
  issued: Schema.Int,
  spent: Schema.Int,
  issued_before: Schema.Int,
  spent_before: Schema.Int
}) {}

/** Composes the takings of the day from slices of both days. */
export const takingsToday = (
  { before, time }: BusinessDay,
  slices: ReadonlyArray<DaySlice>,
  vouchers: DayVouchers | null,
  names: Takings.TakingsNames
): TakingsToday => {
  const divided = (by: Takings.TakingsBy, source: DaySlice["by"]) => {
    const some = slices.filter((slice) => slice.by === source && slice.counted !== false)
    const earlier = { period: before.period, slices: some.filter(({ today }) => !today) }
    const found = { slices: some.filter(({ today }) => today), earlier, compared: "day_before" as const }
    return Takings.takings(by, time, found, names, time.period.to)
  }
  const methods = divided("method", "method")
  return new TakingsToday({
    total: methods.total,
    compared: methods.compared?.total ?? Takings.sumOf([]),
    vouchers: vouchers === null ? null : {
      total: { issued: vouchers.issued, spent: vouchers.spent },
      compared: { issued: vouchers.issued_before, spent: vouchers.spent_before }
    },
    hours: divided("hour", "hour").rows,
    tills: divided("till", "till").rows,
    nodes: divided("node", "till").rows,
    methods: methods.rows
  })
}

/** Tills at which someone is signed in, as facts: a terminal that still calls was seen just now. */
export const silentTills = (tills: ReadonlyArray<TillNow>): ReadonlyArray<AlertFact> =>
  tills.filter(({ user_id }) => user_id !== null).map(({ id, last_seen, name, node_id }) =>
    new AlertFact({
      kind: "till_silent",
      subject: "till",
      id,
      name,
      node_id,
      count: 1,
      amount: null,
      since: last_seen,
      state: null
    })
  )

import { format } from "@wristbank/core/base/Money"
import { printable } from "@wristbank/core/base/VisibleText"
import type { TillNow } from "@wristbank/core/overview/EventStatus"
import stringWidth from "string-width"
import { type Bar, chartLines, leastChartRows } from "./WatchChart.ts"
import { type Choice, placeOf, shownMinutes, type Sort, sortedTills, sorts, type WatchState } from "./WatchState.ts"
import {
  ago,
  alertText,
  clock,
  lastMinutes,
  lookedUpBy,
  shortClock,
  signed,
  sparkline,
  statusText,
  takenOf
} from "./WatchText.ts"

/** A line of the screen, and how it is shown. */
export interface Line {
  readonly text: string
  readonly tone: "plain" | "title" | "red" | "amber" | "good" | "dim" | "chosen"
}

/** The size of a terminal. */
export interface Size {
  readonly columns: number
  readonly rows: number
  /** False for a page without an end, on which charts would have no size. */
  readonly hasCharts?: boolean
}

const line = (text: string, tone: Line["tone"] = "plain"): Line => ({ text, tone })

/** A text cut to a number of columns of a terminal. */
export const fitted = (text: string, columns: number): string => {
  if (stringWidth(text) <= columns) return text
  let cut = ""
  let width = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    width += stringWidth(segment)
    if (width > columns - 1) break
    cut += segment
  }
  return columns < 1 ? "" : `${cut}…`
}

const padded = (text: string, width: number, atEnd: boolean) => {
  const cell = fitted(text, width)
  const space = " ".repeat(width - stringWidth(cell))
  return atEnd ? space + cell : cell + space
}

interface Column {
  readonly title: string
  readonly sort: Sort | null
  readonly width: number
  readonly atEnd?: boolean
  readonly of: (till: TillNow, nowMillis: number) => string
}

/** The columns in the order of their importance, which is also that from left to right. */
const tillColumns: ReadonlyArray<Column> = [
  { title: "Till", sort: "name", width: 16, of: ({ name }) => printable(name) },
  { title: "Who", sort: "who", width: 14, of: ({ user_name }) => printable(user_name ?? "-") },
  {
    title: "Booking",
    sort: "booking",
    width: 9,
    atEnd: true,
    of: ({ last_booked_at }, now) => last_booked_at === null ? "-" : ago(last_booked_at, now)
  },
  {
    title: "Drawer",
    sort: "drawer",
    width: 11,
    atEnd: true,
    of: ({ drawer_balance }) => drawer_balance === null ? "-" : format(drawer_balance)
  },
  {
    title: "Seen",
    sort: null,
    width: 8,
    atEnd: true,
    of: ({ last_seen }, now) => last_seen === null ? "-" : ago(last_seen, now)
  },
  { title: "Terminal", sort: null, width: 16, of: ({ terminal_name }) => printable(terminal_name ?? "-") }
]

/** The columns that fit; the name always does, and has the room that is left. */
const columnsIn = (columns: number): ReadonlyArray<Column> => {
  let room = columns
  const fitting = tillColumns.filter(({ width }, at) => {
    room -= width + 2
    return at === 0 || room >= -2
  })
  const used = fitting.reduce((sum, { width }) => sum + width + 2, -2)
  return fitting.map((column, at) =>
    at === 0 ? { ...column, width: Math.max(1, Math.min(40, column.width + columns - used)) } : column
  )
}

const cells = (columns: ReadonlyArray<Column>, of: (column: Column) => string): string =>
  columns.map((column) => padded(of(column), column.width, column.atEnd === true)).join("  ").trimEnd()

/** The table of tills: its heading and as many rows as fit, with the chosen one among them. */
const tillTable = (
  state: WatchState,
  choice: Choice,
  { columns: width, rows }: Size,
  nowMillis: number
): ReadonlyArray<Line> => {
  const { tills: seen } = state.eventStatus
  if (rows < 2 || seen === null) return []
  const tills = sortedTills(state, choice)
  if (tills.length === 0) return [line("This event has no tills yet.", "dim")]
  const columns = columnsIn(width)
  const mark = choice.reversed ? "▲" : "▼"
  const heading = cells(columns, ({ sort, title }) => sort === choice.sort ? `${title} ${mark}` : title)
  const at = placeOf(tills, choice)
  const room = rows - 1
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), tills.length - room))
  return [
    line(heading, "dim"),
    ...tills.slice(first, first + room).map((till, row) =>
      line(cells(columns, ({ of }) => of(till, nowMillis)), first + row === at ? "chosen" : "plain")
    )
  ]
}

/** All that is known of one till. */
const tillDetails = (
  till: TillNow,
  { eventStatus: { time_zone } }: WatchState,
  nowMillis: number
): ReadonlyArray<Line> => {
  const at = (moment: TillNow["last_seen"]) =>
    moment === null ? "-" : `${clock(moment.epochMilliseconds, time_zone)}, ${ago(moment, nowMillis)} ago`
  const facts = [
    ["signed in", till.user_name === null ? "no one" : `${till.user_name} (${till.role_name ?? "-"})`],
    ["last booking", at(till.last_booked_at)],
    ["register", till.cash_register_name ?? "-"],
    ["drawer", till.drawer_balance === null ? "-" : format(till.drawer_balance)],
    ["terminal", till.terminal_name ?? "-"],
    ["last seen", at(till.last_seen)]
  ] as const
  return [
    line(`${printable(till.name)} (till ${till.id})`, "title"),
    ...facts.map(([name, value]) => line(`${name.padEnd(14)}${printable(value)}`))
  ]
}

const connectionLine = ({ connection, eventName, server, eventStatus }: WatchState, nowMillis: number): Line => {
  const name = printable(eventName)
  const at = clock(eventStatus.at.epochMilliseconds, eventStatus.time_zone)
  if (connection.kind === "live") return line(`${name} · ${at} · ${server}`, "title")
  const seconds = Math.max(0, Math.floor((nowMillis - connection.sinceMillis) / 1000))
  return line(`NO ANSWER for ${seconds} s, trying again · ${name} · as of ${at} · ${server}`, "red")
}

const needLines = (
  { eventStatus: { archived, needs_somebody } }: WatchState,
  { columns, room }: { readonly columns: number; readonly room: number },
  nowMillis: number
): ReadonlyArray<Line> => {
  if (archived) return [line("The event is archived.", "dim")]
  if (needs_somebody === null) return []
  if (needs_somebody.length === 0) return [line("✔ Nothing needs attention now.", "good")]
  const more = needs_somebody.length > room
  return [
    ...needs_somebody.slice(0, more ? room - 1 : room).map((alert) => {
      const text = `${alert.severity === "red" ? "✖" : "!"} ${alertText(alert)}${
        alert.since === null ? "" : `, since ${ago(alert.since, nowMillis)}`
      }`
      const looked = `${text} → ${lookedUpBy(alert.kind)}`
      return line(stringWidth(looked) <= columns ? looked : text, alert.severity)
    }),
    ...(more ? [line(`! and ${needs_somebody.length - room + 1} more`, "amber")] : [])
  ]
}

const label = (name: string) => name.padEnd(11)

/** Parts with a dot between them, in as many lines as they need; what does not fit into one alone is cut later. */
const flowed = (parts: ReadonlyArray<string>, columns: number, indent = ""): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const part of parts) {
    const joined = `${lines.at(-1)} · ${part}`
    if (lines.length > 0 && stringWidth(joined) <= columns) lines[lines.length - 1] = joined
    else lines.push(lines.length === 0 ? part : indent + part)
  }
  return lines
}

const todayLines = (
  { currency_identifier: currency, takings }: WatchState["eventStatus"],
  columns: number
): ReadonlyArray<Line> => {
  if (takings === null) return []
  const { compared, total } = takings
  const parts = [
    `${label("Today")}${format(takenOf(total))} ${currency} (${
      signed(takenOf(total) - takenOf(compared))
    } against yesterday)`,
    `top-ups ${format(total.top_ups)}`,
    `pay-outs ${format(total.pay_outs)}`,
    `entries ${total.entries}`
  ]
  return flowed(parts, columns, label("")).map((text) => line(text))
}

/** The hours of the day that have begun, oldest first. */
const hoursOf = ({ eventStatus: { takings } }: WatchState, nowMillis: number) =>
  (takings?.hours ?? []).flatMap(({ from_time, ...sums }) =>
    from_time === null || from_time.epochMilliseconds > nowMillis
      ? []
      : [{ from: from_time.epochMilliseconds, taken: takenOf(sums) }]
  )

const sparkLines = (state: WatchState, width: number, nowMillis: number): ReadonlyArray<Line> => {
  if (state.eventStatus.takings === null) return []
  const minutes = lastMinutes(state, nowMillis, Math.max(1, Math.min(shownMinutes, width - 30)))
  const newest = minutes.at(-1)
  const hours = hoursOf(state, nowMillis).map(({ taken }) => taken)
  return [
    line(
      `${label("Per minute")}${sparkline(minutes)} ${newest === undefined ? "" : format(newest)}`.trimEnd()
    ),
    line(
      `${label("Per hour")}${sparkline(hours)} ${hours.slice(-1).map(format).join("")}`.trimEnd()
    )
  ]
}

/** The most rows of a chart: more would not say more. */
const mostChartRows = 24

/** What was taken in the hours of the day and in the last minutes, as charts in the room that is left; none if that is too little. */
const charts = (state: WatchState, { columns, rows }: Size, nowMillis: number): ReadonlyArray<Line> => {
  const { currency_identifier: currency, takings, time_zone: zone } = state.eventStatus
  if (takings === null || rows < leastChartRows + 2) return []
  const perHour: ReadonlyArray<Bar> = hoursOf(state, nowMillis).map(({ from, taken }) => ({
    label: shortClock(from, zone).slice(0, 2),
    value: taken
  }))
  const first = (Math.floor(nowMillis / 60_000) - shownMinutes) * 60_000
  const perMinute: ReadonlyArray<Bar> = lastMinutes(state, nowMillis, shownMinutes).map((value, at) => ({
    label: shortClock(first + at * 60_000, zone),
    value
  }))
  const hours = (size: Size) => chartLines(`Taken per hour, ${currency}`, perHour, size)
  const minutes = (size: Size) => chartLines(`Taken per minute, ${currency}`, perMinute, size)
  if (columns >= 120) {
    const half = Math.floor((columns - 4) / 2)
    const size = { columns: half, rows: Math.min(mostChartRows, rows) }
    const right = minutes(size)
    return hours(size).map((text, at) => line(`${padded(text, half, false)}    ${right[at] ?? ""}`.trimEnd()))
  }
  const both = rows >= 2 * leastChartRows + 5
  const size = { columns, rows: Math.min(mostChartRows, both ? Math.floor((rows - 1) / 2) : rows) }
  return [...hours(size), ...(both ? ["", ...minutes(size)] : [])].map((text) => line(text))
}

const helpLines: ReadonlyArray<Line> = [
  line("Keys", "title"),
  ...Object.entries(sorts).map(([key, sort]) =>
    line(`${key}        sort the tills by ${sort}; again turns the order round`)
  ),
  line("↑ ↓, j k  choose a till"),
  line("Enter    show all of that till"),
  line("Esc      go back"),
  line("?        this page"),
  line("q        quit"),
  line(""),
  line("Signs", "title"),
  line("✖ at once, ! soon: what needs attention, with the command that shows more of it"),
  line("· a minute or an hour without takings; a space: not read yet"),
  line("Booking and Seen: how long ago the till booked and its terminal called")
]

const keysText = ({ help, open }: Choice, columns: number): string =>
  open || help
    ? "Esc back · q quit"
    : columns < 84
    ? "n w b d sort · ↑↓ choose · Enter open · ? keys · q quit"
    : `sort: ${
      Object.entries(sorts).map(([key, sort]) => `${key} ${sort}`).join(", ")
    } · ↑↓ choose · Enter open · ? keys · q quit`

/** What the person looks at, in the columns and rows that there are: the tills, one of them, or what the keys do. */
const wantedLines = (state: WatchState, choice: Choice, nowMillis: number) => {
  const till = choice.open ? sortedTills(state, choice).find(({ id }) => id === choice.till) : undefined
  return (columns: number, rows: number): ReadonlyArray<Line> => {
    if (choice.help) return helpLines.slice(0, rows)
    return till === undefined
      ? tillTable(state, choice, { columns, rows }, nowMillis)
      : tillDetails(till, state, nowMillis).slice(0, rows)
  }
}

/**
 * The whole screen: exactly as many lines as the terminal has at most, none of them wider. What matters most is on top and is
 * left out last.
 */
export const screenLines = (state: WatchState, choice: Choice, size: Size, nowMillis: number): ReadonlyArray<Line> => {
  const { columns, hasCharts = true, rows } = size
  // A low terminal has room for the tills, but then not for all sums.
  const isLow = rows < 16
  const above = [
    connectionLine(state, nowMillis),
    ...needLines(state, { columns, room: Math.max(1, Math.floor(rows / 4)) }, nowMillis),
    ...todayLines(state.eventStatus, columns).slice(0, isLow ? 1 : 2)
  ]
  const devices = isLow ? [] : flowed(statusText(state, nowMillis), columns).map((text) => line(text, "dim"))
  const room = (top: ReadonlyArray<Line>) => Math.max(0, rows - top.length - 3)
  const wanted = wantedLines(state, choice, nowMillis)
  const plainTop = [...above, ...devices].filter(({ text }) => text !== "")
  const spare = room(plainTop) - wanted(columns, room(plainTop)).length - 1
  const drawn = hasCharts ? charts(state, { columns, rows: spare }, nowMillis) : []
  const top = drawn.length > 0
    ? plainTop
    : [...above, ...sparkLines(state, columns, nowMillis).slice(0, isLow ? 1 : 2), ...devices]
      .filter(({ text }) => text !== "")
  const below = [...wanted(columns, room(top)), ...(drawn.length > 0 ? [line(""), ...drawn] : [])]
  const keys = rows > top.length + 1 ? [line(keysText(choice, columns), "dim")] : []
  const gap = below.length > 0 ? [line("")] : []
  return [...top, ...gap, ...below, ...gap, ...keys].slice(0, rows).map(({ text, tone }) =>
    line(fitted(text, columns), tone)
  )
}

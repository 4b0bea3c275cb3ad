import { assert, it } from "@effect/vitest"
import { chartLines } from "@wristbank/cli/watch/WatchChart"
import { fitted, screenLines } from "@wristbank/cli/watch/WatchLines"
import { news } from "@wristbank/cli/watch/WatchNews"
import {
  afterKey,
  type Choice,
  firstChoice,
  minuteOf,
  missingMinutes,
  shownMinutes,
  sortedTills,
  type WatchState,
  withMinutes
} from "@wristbank/cli/watch/WatchState"
import { sparkline } from "@wristbank/cli/watch/WatchText"
import { Alert } from "@wristbank/core/overview/Alert"
import { EventStatus, TillNow } from "@wristbank/core/overview/EventStatus"
import { Schema } from "effect"
import stringWidth from "string-width"
import { eventStatus, now, state } from "./WatchedFestival.ts"

const textOf = (of: WatchState, choice: Choice, columns: number, rows: number) =>
  screenLines(of, choice, { columns, rows }, now).map(({ text }) => text)

const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 210 }))

it("shows what needs attention on top, then takings, devices, tills and the hours of the day", () => {
  assert.deepStrictEqual(textOf(state, firstChoice, 100, 24), [
    "Festival · 22:15:30 · https://wristbank.example",
    "✖ 2 card payments are not confirmed, since 1 min → wristbank card unverified",
    "! Food is silent although someone is signed in, since 15 min → wristbank terminal list",
    "Today      100.50 EUR (+10.50 against yesterday) · top-ups 20.00 · pay-outs -5.00 · entries 3",
    "1 of 1 signing device active · queue 3 (oldest 8 s) · unsent mail 0 · unconfirmed card payments 2",
    "",
    "Till ▼                            Who               Booking       Drawer      Seen  Terminal",
    "Bar 1                             Anna                 12 s       120.50         -  -",
    "Entry?[2J                         -                     2 h            -         -  -",
    "Food                              Ben                     -       300.00         -  -",
    "",
    "Taken per hour, EUR",
    "    │         100",
    "100 │         ████████",
    "    │         ████████",
    "    │         ████████",
    " 50 │         ████████",
    "    │         ████████",
    "    │10       ████████",
    "  0 │▅▅▅▅▅▅▅▅ ████████",
    "    └──────────────────",
    "     20       21",
    "",
    "sort: n name, w who, b booking, d drawer · ↑↓ choose · Enter open · ? keys · q quit"
  ])
})

it("a large terminal has hours and minutes beside each other, a high one below each other, and one without an end neither", () => {
  const large = textOf(state, firstChoice, 199, 49)
  assert.isAbove(large.length, 30)
  assert.include(large.find((text) => text.startsWith("Taken per hour")), "Taken per minute, EUR")
  assert.match(large.findLast((text) => text.includes("22:14"))!, /^ +20 {7}21 +21:20 21:26.*22:08 22:14$/)
  const high = textOf(state, firstChoice, 79, 49)
  assert.isAbove(high.indexOf("Taken per minute, EUR"), high.indexOf("Taken per hour, EUR"))
  const page = screenLines(state, firstChoice, { columns: 100, rows: 10_000, hasCharts: false }, now)
  assert.isFalse(page.some(({ text }) => text.startsWith("Taken per")))
  assert.isTrue(page.some(({ text }) => text === "Per hour   ▁█ 100.50"))
})

it("the sums of the day are whole in 79 columns", () => {
  const lines = textOf(state, firstChoice, 79, 23)
  assert.include(lines, "Today      100.50 EUR (+10.50 against yesterday) · top-ups 20.00")
  assert.include(lines, "           pay-outs -5.00 · entries 3")
  assert.include(lines, "unconfirmed card payments 2")
})

it("? explains keys and signs until it is pressed again, and other keys wait", () => {
  const help = ["?", "d", "down"].reduce<Choice>((before, key) => afterKey(state, before, key), firstChoice)
  assert.deepStrictEqual(help, { ...firstChoice, help: true })
  const lines = textOf(state, help, 100, 30)
  assert.include(lines, "d        sort the tills by drawer; again turns the order round")
  assert.isFalse(lines.some((text) => text.startsWith("Till ▼")))
  assert.deepStrictEqual(afterKey(state, help, "?"), firstChoice)
  assert.deepStrictEqual(afterKey(state, help, "escape"), firstChoice)
})

const Amount = Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: -1_000_000n, maximum: 100_000_000n }))

it.prop("a chart has the rows and columns that it is given", [Schema.Array(Schema.UndefinedOr(Amount)), Size, Size], ([
  values,
  columns,
  rows
]) => {
  const bars = values.map((value, at) => ({ label: String(at % 24).padStart(2, "0"), value }))
  const lines = chartLines("Taken", bars, { columns, rows })
  assert.isTrue(lines.length === rows || lines.length === 0)
  if (rows >= 5 && columns >= 20) assert.lengthOf(lines, rows)
  for (const text of lines.slice(1)) assert.isAtMost(stringWidth(text), columns)
})

const Tills = Schema.NullOr(Schema.Array(TillNow))
const Needs = Schema.NullOr(Schema.Array(Alert))
const Keys = Schema.Array(Schema.Literals(["up", "down", "enter", "escape", "n", "w", "b", "d", "j", "k", "x", ""]))

it.prop(
  "fits any terminal after any keys, for any event, and keeps every till",
  [Tills, Needs, Schema.Boolean, Size, Size, Keys],
  ([tillsSeen, needs_somebody, archived, columns, rows, keys]) => {
    const any = { ...eventStatus, archived, tills: tillsSeen, needs_somebody, ...(archived ? { takings: null } : {}) }
    const some: WatchState = { ...state, eventStatus: new EventStatus(any) }
    const choice = keys.reduce<Choice>((before, key) => afterKey(some, before, key), firstChoice)
    const lines = screenLines(some, choice, { columns, rows }, now)
    assert.isAtMost(lines.length, rows)
    for (const { text } of lines) {
      assert.isAtMost(stringWidth(text), columns)
      assert.notMatch(text, /[\p{Cc}\u2028\u2029]/u)
    }
    const tills = tillsSeen ?? []
    assert.deepStrictEqual(new Set(sortedTills(some, choice)), new Set(tills))
    assert.lengthOf(sortedTills(some, choice), tills.length)
  }
)

it("keys sort, turn the order round, move and open", () => {
  const names = (choice: Choice) => sortedTills(state, choice).map(({ id }) => Number(id))
  const press = (...keys: ReadonlyArray<string>) =>
    keys.reduce<Choice>((before, key) => afterKey(state, before, key), firstChoice)
  assert.deepStrictEqual(names(press()), [1, 2, 3])
  assert.deepStrictEqual(names(press("n")), [3, 2, 1])
  assert.deepStrictEqual(names(press("b")), [1, 2, 3])
  assert.deepStrictEqual(names(press("d")), [3, 1, 2])
  assert.deepStrictEqual(names(press("w")), [1, 3, 2])
  assert.deepStrictEqual(press("down", "down", "down", "up").till, 2n)
  const open = textOf(state, press("down", "up", "enter"), 60, 24)
  assert.include(open, "Bar 1 (till 1)")
  assert.include(open, "signed in     Anna (lead)")
  assert.include(open, "last booking  22:15:18, 12 s ago")
  assert.include(open.at(-1), "Esc back")
  assert.isFalse(press("enter", "escape").open)
})

it("a low or narrow terminal keeps the warning and the tills", () => {
  assert.deepStrictEqual(textOf(state, firstChoice, 38, 10), [
    "Festival · 22:15:30 · https://wristba…",
    "✖ 2 card payments are not confirmed, …",
    "! Food is silent although someone is …",
    "Today      100.50 EUR (+10.50 against…",
    "Per minute       ▁█ 52.00",
    "",
    "Till ▼                  Who",
    "Bar 1                   Anna",
    "",
    "n w b d sort · ↑↓ choose · Enter open…"
  ])
})

it("a server that is away is shown, with the last state", () => {
  const away: WatchState = { ...state, connection: { kind: "away", sinceMillis: now - 12_000, message: "refused" } }
  const [first, ...rest] = screenLines(away, firstChoice, { columns: 100, rows: 24 }, now)
  assert.strictEqual(first?.tone, "red")
  assert.match(first!.text, /^NO ANSWER for 12 s, trying again · Festival · as of 22:15:30/)
  assert.deepStrictEqual(rest, screenLines(state, firstChoice, { columns: 100, rows: 24 }, now).slice(1))
})

it("prints what is new where the output is no terminal", () => {
  const summary = "22:15:30 taken 100.50 EUR today · 52.00 in the last minute · 2 of 3 tills signed in · " +
    "1 of 1 signing device active · queue 3 (oldest 8 s) · unsent mail 0 · unconfirmed card payments 2 · 2 need attention"
  assert.deepStrictEqual(news(null, state, now), [
    "22:15:30 red: 2 card payments are not confirmed",
    "22:15:30 amber: Food is silent although someone is signed in",
    summary
  ])
  assert.deepStrictEqual(news(state, state, now), [])
  const away: WatchState = { ...state, connection: { kind: "away", sinceMillis: now, message: "refused" } }
  assert.deepStrictEqual(news(state, away, now), ["22:15:30 no answer: refused"])
  assert.deepStrictEqual(news(away, away, now), [])
  const better: WatchState = {
    ...state,
    eventStatus: new EventStatus({ ...eventStatus, needs_somebody: eventStatus.needs_somebody!.slice(0, 1) })
  }
  assert.deepStrictEqual(news(away, better, now), [
    "22:15:30 the server answers again",
    "22:15:30 over: Food is silent although someone is signed in"
  ])
})

it.prop("bars are relative to the largest value", [Schema.Array(Schema.BigInt)], ([values]) => {
  const line = Array.from(sparkline(values))
  assert.lengthOf(line, values.length)
  const heights = "·▁▂▃▄▅▆▇█"
  for (const [at1, one] of values.entries()) {
    for (const [at2, other] of values.entries()) {
      if (one <= other) assert.isAtMost(heights.indexOf(line[at1]!), heights.indexOf(line[at2]!))
    }
  }
  if (values.some((value) => value > 0n)) assert.include(line, "█")
  assert.strictEqual(sparkline([undefined, 1n]), " █")
})

it("minutes are read once each, the newest first, and forgotten when they are no longer shown", () => {
  const minute = minuteOf(now)
  assert.deepStrictEqual(missingMinutes(state, now, 3), [minute - 3, minute - 4, minute - 5])
  const all = withMinutes(new Map(), Array.from({ length: 200 }, (_, ago) => [minute - 1 - ago, 1n] as const), now)
  assert.strictEqual(all.size, shownMinutes)
  assert.isEmpty(missingMinutes({ minutes: all }, now, 3))
})

it("cuts texts by their width on a terminal", () => {
  assert.strictEqual(fitted("Grüße", 5), "Grüße")
  assert.strictEqual(fitted("Grüße", 4), "Grü…")
  assert.strictEqual(fitted("日本語", 5), "日本…")
  assert.strictEqual(fitted("日本語", 4), "日…")
})

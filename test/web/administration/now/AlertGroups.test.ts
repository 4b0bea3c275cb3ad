import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { sentenceFor } from "../../../../web/administration/chart/Bars.tsx"
import { type Alert, alertGroups, isStale } from "../../../../web/administration/now/AlertGroups.ts"
import {
  mostRows,
  panelAfter,
  type PanelName,
  quietFirst,
  rowsThatFit
} from "../../../../web/administration/now/Panels.ts"

const alert = (over: Partial<Alert>): Alert => ({
  kind: "open_closing",
  severity: "amber",
  subject: "till",
  id: 1,
  name: "Bar 1",
  node_id: 1,
  count: 1,
  amount: null,
  since: null,
  until: null,
  ...over
})

const alerts = fc.array(
  fc.record({
    kind: fc.constantFrom<Alert["kind"]>("open_closing", "till_silent", "unsent_mail"),
    severity: fc.constantFrom<Alert["severity"]>("amber", "red"),
    id: fc.nat(200),
    since: fc.option(fc.integer({ min: 0, max: 2e9 }).map((seconds) => new Date(seconds * 1000).toISOString()))
  }).map(alert)
)

describe("alerts", () => {
  test("of one kind are one line, none is lost, and the most urgent come first", () =>
    fc.assert(fc.property(alerts, (all) => {
      const groups = alertGroups(all)
      expect(new Set(groups.map(({ kind }) => kind)).size).toBe(groups.length)
      expect(groups.flatMap((group) => group.alerts).toSorted((a, b) => all.indexOf(a) - all.indexOf(b))).toEqual(all)
      const red = groups.map(({ severity }) => severity === "red")
      expect(red.toSorted((one, other) => Number(other) - Number(one))).toEqual(red)
      for (const { alerts: own, since } of groups) {
        const times = own.flatMap((one) => one.since === null ? [] : [Date.parse(one.since)])
        expect(since === null ? Infinity : Date.parse(since)).toBe(Math.min(...times))
      }
    })))

  test("of a hundred silent tills and nineteen old closings are two lines, the red one first", () => {
    const silent = Array.from(
      { length: 100 },
      (_, id) => alert({ kind: "till_silent", id, severity: id > 50 ? "red" : "amber" })
    )
    const closings = Array.from({ length: 19 }, (_, id) => alert({ id }))
    expect(
      alertGroups([...closings, ...silent]).map(({ alerts: { length }, kind, severity }) => [kind, length, severity])
    )
      .toEqual([["till_silent", 100, "red"], ["open_closing", 19, "amber"]])
  })

  test("are stale from a day on", () => {
    const since = "2026-07-01T12:00:00Z"
    expect(isStale(since, Date.parse("2026-07-02T11:59:59Z"))).toBe(false)
    expect(isStale(since, Date.parse("2026-07-02T12:00:00Z"))).toBe(true)
  })
})

describe("the wall", () => {
  const names: ReadonlyArray<PanelName> = ["hours", "node", "tills"]

  test("comes to each panel in turn, also after one is gone", () => {
    expect(names.map((one) => panelAfter(names, one))).toEqual(["node", "tills", "hours"])
    expect(panelAfter(names, "method")).toBe("hours")
    expect(panelAfter([], "hours")).toBeUndefined()
  })

  test("says how many rows it leaves out, and never leaves out one alone", () =>
    fc.assert(fc.property(fc.array(fc.nat()), (rows) => {
      const { others, shown } = rowsThatFit(rows)
      expect(shown.length + others).toBe(rows.length)
      expect(shown.length).toBeLessThanOrEqual(mostRows)
      expect(others).not.toBe(1)
    })))

  test("shows the tills first that are silent for longest, and unused ones last", () => {
    const at = (last_booked_at: string | null) => ({ last_booked_at })
    const tills = [at(null), at("2026-07-02T12:00:00Z"), at("2026-07-01T12:00:00Z")]
    expect(quietFirst(tills)).toEqual([tills[2], tills[1], tills[0]])
  })
})

test("a chart without values, or with one, is a sentence", () => {
  const bar = (value: number, compared?: number) => ({ key: "10:00", label: "10:00", value, compared })
  const say = (...bars: ReadonlyArray<ReturnType<typeof bar>>) =>
    sentenceFor(bars, ({ label, value }) => `${label}: ${value}`, "none")
  expect(say()).toBe("none")
  expect(say(bar(0), bar(0, 0))).toBe("none")
  expect(say(bar(3))).toBe("10:00: 3")
  expect(say(bar(0), bar(0, 2))).toBeUndefined()
})

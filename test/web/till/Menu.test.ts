import fc from "fast-check"
import { expect, test } from "vitest"
import { menuOf, type Task } from "../../../web/till/Tasks.ts"

const all: ReadonlyArray<Task> = [
  "sale",
  "topUp",
  "payOut",
  "tickets",
  "guest",
  "vouchers",
  "freeTicket",
  "switchTag",
  "history",
  "register",
  "cash",
  "people",
  "statistics"
]

test("each task is in the menu once, in its order, and no more than five entries stand in the bar", () =>
  fc.assert(fc.property(fc.subarray([...all]), (tasks) => {
    const { bar, more } = menuOf(tasks)
    const entries = [...tasks, "bookings", "device"]
    expect([...bar, ...more].toSorted()).toEqual(entries.toSorted())
    for (const part of [bar, more]) expect(part).toEqual(entries.filter((entry) => part.includes(entry as Task)))
    expect(bar.length + (more.length > 0 ? 1 : 0)).toBeLessThanOrEqual(5)
    // "More" for a single entry would only hide it.
    expect(more.length).not.toBe(1)
  })))

test("what is used most stands in the bar", () => {
  expect(menuOf(all).bar).toEqual(["sale", "topUp", "payOut", "tickets"])
  expect(menuOf(["sale", "guest", "history", "register"]).bar).toEqual(["sale", "guest", "history", "register"])
  expect(menuOf(["guest", "register"])).toEqual({ bar: ["guest", "register", "bookings", "device"], more: [] })
})

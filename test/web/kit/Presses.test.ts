import fc from "fast-check"
import { expect, test } from "vitest"
import { isStray } from "../../../web/kit/Presses.ts"

const press = { at: 1000, x: 100, y: 100, control: "Dismiss" }

test.each([
  ["the tile below a dialog that closed", press, { ...press, at: 1299, control: "Beer" }, true],
  ["a button where nothing could be pressed", { ...press, control: undefined }, { ...press, at: 1100 }, true],
  ["the same button", press, { ...press, at: 1001 }, false],
  ["nothing that can be pressed", press, { ...press, at: 1001, control: undefined }, false],
  ["another button after a while", press, { ...press, at: 1300, control: "Beer" }, false],
  ["another button beside it", press, { ...press, at: 1001, x: 121, control: "Beer" }, false],
  ["the first press", undefined, press, false]
])("%s", (_, before, next, stray) => {
  expect(isStray(before, next)).toBe(stray)
})

test("who presses one button, however often, is always heard", () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat(300),
      fc.nat(2000),
      fc.nat(2000),
      (at, gap, x, y) => !isStray({ at, x, y, control: "Beer" }, { at: at + gap, x, y, control: "Beer" })
    )
  )
})

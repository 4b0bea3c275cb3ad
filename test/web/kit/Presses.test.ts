import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { isStray } from "../../../web/kit/Presses.ts"

const press = { at: 1000, x: 100, y: 100, control: "Dismiss" }

it.each([
  ["the tile below a dialog that closed", press, { ...press, at: 1299, control: "Beer" }, true],
  ["a button where nothing could be pressed", { ...press, control: undefined }, { ...press, at: 1100 }, true],
  ["the same button", press, { ...press, at: 1001 }, false],
  ["nothing that can be pressed", press, { ...press, at: 1001, control: undefined }, false],
  ["another button after a while", press, { ...press, at: 1300, control: "Beer" }, false],
  ["another button beside it", press, { ...press, at: 1001, x: 121, control: "Beer" }, false],
  ["the first press", undefined, press, false]
])("a press soon after one: %s", (_, before, next, stray) => {
  assert.strictEqual(isStray(before, next), stray)
})

it("presses of one button are all heard, however fast", () =>
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat(300),
      fc.nat(2000),
      fc.nat(2000),
      (at, gap, x, y) => {
        assert.isFalse(isStray({ at, x, y, control: "Beer" }, { at: at + gap, x, y, control: "Beer" }))
      }
    )
  ))

import fc from "fast-check"
import { expect, test } from "vitest"
import { attempts, fitting } from "../../../../web/administration/sell/buttons/PictureSize.ts"

const length = fc.integer({ min: 1, max: 20_000 })

test("a picture is made so small that it fits, never larger, and as wide to high as before", () =>
  fc.assert(fc.property(length, length, length, (width, height, longest) => {
    const size = fitting({ width, height }, longest)
    expect(Math.max(size.width, size.height)).toBe(Math.min(longest, Math.max(width, height)))
    expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
    // Within half a pixel of the same shape, unless a side would vanish.
    const by = Math.max(size.width, size.height) / Math.max(width, height)
    expect(Math.abs(size.width - Math.max(1, width * by))).toBeLessThanOrEqual(0.5)
    expect(Math.abs(size.height - Math.max(1, height * by))).toBeLessThanOrEqual(0.5)
  })))

test("the better ways to write a picture come first", () => {
  const sides = attempts.map(({ longest }) => longest)
  expect(sides).toEqual(sides.toSorted((a, b) => b - a))
  expect(sides[0]).toBe(512)
})

import { assert, it } from "@effect/vitest"
import { drawPins, pinLength, pinLetters } from "@wristbank/core/wristband/PinDraw"
import { hasGuessablePins } from "@wristbank/core/wristband/UserTag"
import { Schema } from "effect"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 300 }))
const Seed = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 30 }))

/** A small generator, so that PINs collide in small numbers as large ones do rarely. */
const randomFrom = (seed: number) => {
  let state = seed
  return (bound: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % bound
  }
}

it.prop("drawn PINs differ from each other and from those that exist, in any case", [Count, Seed], ([count, seed]) => {
  const taken = new Set(
    drawPins({ count, length: 3, taken: new Set() }, randomFrom(seed)).map((pin) => pin.toLowerCase())
  )
  const drawn = drawPins({ count, length: 3, taken }, randomFrom(seed))
  assert.lengthOf(drawn, count)
  assert.strictEqual(new Set(drawn.map((pin) => pin.toLowerCase())).size, count)
  for (const pin of drawn) {
    assert.isFalse(taken.has(pin.toLowerCase()))
    assert.match(pin, new RegExp(`^[${pinLetters}]{3}$`))
  }
})

it.prop("PINs of the usual length can't be guessed, and shorter ones can", [Count], ([count]) => {
  const of = (length: number) => Array.from({ length: count }, () => ({ pin: "X".repeat(length) }))
  assert.isFalse(hasGuessablePins(of(pinLength(count))))
  assert.isTrue(hasGuessablePins(of(pinLength(count) - 1)))
})

it("no two letters of PINs look alike", () => {
  assert.strictEqual(new Set(pinLetters).size, pinLetters.length)
  for (const alike of ["0OQD", "1IL", "2Z", "5S", "8B"]) {
    assert.isAtMost(Array.from(alike).filter((letter) => pinLetters.includes(letter)).length, 1, alike)
  }
})

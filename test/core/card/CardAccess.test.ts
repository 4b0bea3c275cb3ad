import { assert, it } from "@effect/vitest"
import { isFresh, isUsable } from "@wristbank/core/card/CardAccess"
import { DateTime, Redacted } from "effect"
import fc from "fast-check"

const instant = fc.integer({ min: 0, max: 4_000_000_000_000 })

it("access is fresh for as long as ten minutes are left and usable until two are", () =>
  fc.assert(fc.property(instant, fc.integer({ min: -3600, max: 3600 }), (now, secondsLeft) => {
    const access = {
      token: Redacted.make("access"),
      expiresAt: DateTime.makeUnsafe(now + secondsLeft * 1000)
    }
    assert.strictEqual(isFresh(access, DateTime.makeUnsafe(now)), secondsLeft >= 600)
    assert.strictEqual(isUsable(access, DateTime.makeUnsafe(now)), secondsLeft >= 120)
  })))

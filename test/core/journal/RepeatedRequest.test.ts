import { assert, it } from "@effect/vitest"
import { Uuid } from "@wristbank/core/base/Uuid"
import { isRepeated } from "@wristbank/core/journal/RepeatedRequest"
import { idWithout } from "@wristbank/core/journal/RepeatedRequestId"
import { requestHash } from "@wristbank/core/journal/RequestHash"
import { DateTime, Schema } from "effect"
import fc from "fast-check"

const moments = fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 }).map((millis) => DateTime.makeUnsafe(millis)), {
  nil: undefined
})

it("a request is a repeated one within ten seconds of the same, whichever clock is ahead", () =>
  fc.assert(fc.property(fc.integer({ min: -20_000, max: 20_000 }), (millis) => {
    const [before, now] = [DateTime.makeUnsafe(1_000_000), DateTime.makeUnsafe(1_000_000 + millis)]
    assert.strictEqual(isRepeated(before, now), Math.abs(millis) < 10_000)
    assert.isFalse(isRepeated(undefined, now))
  })))

it("the id of a request without one is a uuid, the same for the same content after the same one before", () =>
  fc.assert(fc.property(fc.string(), fc.string(), moments, moments, (content, other, before, later) => {
    const id = (text: string, last: DateTime.Utc | undefined) => idWithout(requestHash("test", { text }), last)
    assert.isTrue(Schema.is(Uuid)(id(content, before)))
    assert.strictEqual(id(content, before), id(content, before))
    assert.strictEqual(id(content, before) === id(other, before), content === other)
    const isSameMoment = before === undefined || later === undefined
      ? before === later
      : DateTime.Equivalence(before, later)
    assert.strictEqual(id(content, before) === id(content, later), isSameMoment)
  })))

import { assert, it } from "@effect/vitest"
import { blockTag } from "@wristbank/core/guest/TagBlock"
import { Result } from "effect"
import fc from "fast-check"

it("a guest blocks the tag that they have, unless someone works with it", () =>
  fc.assert(fc.property(fc.option(fc.bigInt({ min: 1n })), fc.boolean(), (tagId, isStaff) => {
    const decided = blockTag({ tagId, isStaff })
    if (tagId !== null && !isStaff) assert.deepStrictEqual(decided, Result.succeed(tagId))
    else {
      const rule = tagId === null ? "portal.no_tag_to_block" : "portal.tag_of_staff"
      assert.strictEqual(Result.isFailure(decided) && decided.failure.rule, rule)
    }
  })))

import fc from "fast-check"
import { assert, test } from "vitest"
import { type Kept, mostBytes, withPicture } from "../../../web/till/sale/KeptPictures.ts"

const sum = (kept: Kept) => Array.from(kept.values()).reduce((total, one) => total + one, 0)
const added = fc.tuple(fc.constantFrom(..."abcdefgh"), fc.integer({ min: 1, max: 1_400_000 }))

test("a till keeps the pictures that were added last, as many as there is room for", () =>
  fc.assert(fc.property(fc.array(added, { maxLength: 40 }), (pictures) => {
    const all = pictures.map(([hash]) => hash)
    let kept: Kept = new Map()
    for (const [at, [hash, bytes]] of pictures.entries()) {
      const before = kept
      const next = withPicture(kept, hash, bytes)
      kept = next.kept
      assert.isAtMost(sum(kept), mostBytes)
      assert.strictEqual(kept.get(hash), bytes)
      const latest = [...new Set(all.slice(0, at + 1).toReversed())]
      assert.deepStrictEqual(Array.from(kept.keys()), latest.slice(0, kept.size).toReversed())
      // None leaves as long as there is room for it.
      const last = next.removed.at(-1)
      if (last !== undefined) assert.isAbove(sum(kept) + before.get(last)!, mostBytes)
    }
  })))

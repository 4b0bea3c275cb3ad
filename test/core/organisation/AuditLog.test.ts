import { assert, it } from "@effect/vitest"
import { leftAsItWas, replaced } from "@wristbank/core/organisation/AuditLog"
import fc from "fast-check"

const left: ReadonlyArray<readonly [unknown, boolean]> = [
  // The whole object, or its settings, beside the earlier ones.
  [{ id: 7n, name: "Bar", old: { name: "Bar", id: 7n } }, true],
  [{ id: 7n, name: "Bar", old: { id: 7n, name: "Beer" } }, false],
  [{ id: 7n, name: "Bar", locked: null, old: { id: 7n, name: "Bar" } }, false],
  [{ id: 7n, old: { fee: 1 }, new: { fee: 1 } }, true],
  [{ id: 7n, old: { fee: 1 }, new: { fee: 1.5 } }, false],
  [{ key: "currency", old: null, new: null }, true],
  [{ id: 7n, old: { roles: [1, 2] }, new: { roles: [2, 1] } }, false],
  // Single fields.
  [{ id: 7n, comment: "torn", old_comment: "torn" }, true],
  [{ id: 7n, comment: null, old_comment: null }, true],
  [{ id: 7n, comment: "torn", old_comment: "" }, false],
  [{ till_id: 7n, old_terminal_id: null, new_terminal_id: null }, true],
  [{ till_id: 7n, old_terminal_id: 2n, new_terminal_id: null }, false],
  [{ old_a: 1, a: 1, old_b: 1, b: 2 }, false],
  // An act has no earlier state.
  [{ id: 7n }, false],
  [{}, false],
  [null, false],
  ["old", false]
]

for (const [content, expected] of left) {
  const shown = JSON.stringify(content, (_, value) => typeof value === "bigint" ? Number(value) : value)
  it(`a content ${expected ? "says" : "does not say"} that nothing changed: ${shown}`, () => {
    assert.strictEqual(leftAsItWas(content), expected)
  })
}

it("an object that was replaced by the same says so, whatever is in it", () => {
  fc.assert(fc.property(
    fc.dictionary(fc.string().filter((key) => !/^(?:old|new)|^__proto__$/.test(key)), fc.jsonValue()),
    (state) => {
      assert.isTrue(leftAsItWas(replaced(state, state)))
      assert.isFalse(leftAsItWas(replaced(state, { ...state, "one more": 1 + Number(state["one more"] ?? 0) })))
    }
  ))
})

import { assert, it } from "@effect/vitest"
import { recentFiles } from "@wristbank/core/base/RecentFiles"

it("files are kept up to their bytes, and those asked for lately stay", () => {
  const files = recentFiles<string>(10, ({ length }) => length)
  files.keep("a", "aaaa")
  files.keep("b", "bbbb")
  assert.strictEqual(files.find("a"), "aaaa")
  files.keep("c", "cccc")
  assert.deepStrictEqual(["a", "b", "c"].map(files.find), ["aaaa", undefined, "cccc"])
  // The same file again takes no further place.
  files.keep("c", "cccc")
  files.keep("c", "cc")
  assert.deepStrictEqual(["a", "c"].map(files.find), ["aaaa", "cc"])
  files.forget("a")
  files.keep("d", "dddddddd")
  assert.deepStrictEqual(["a", "c", "d"].map(files.find), [undefined, "cc", "dddddddd"])
  files.keep("e", "longer than all")
  assert.deepStrictEqual(["c", "d", "e"].map(files.find), [undefined, undefined, undefined])
})

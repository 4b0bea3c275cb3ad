import { assert, it } from "@effect/vitest"
import { tagsIn } from "@wristbank/core/wristband/TagFile"

const problemsOf = (text: string) =>
  tagsIn(text, ["VIP", "Crew"]).flatMap(({ line, problem }) => problem === undefined ? [] : [[line, problem]])

const rows = Array.from({ length: 20 }, (_, n) => `AAAA${2000 + n},${n % 2 === 0 ? "VIP" : "Crew"}\n`).join("")
const list = `pin,variants\n${rows}CCCC4444,VIP`

it("a list that ends within its last row is refused, wherever it was cut", () => {
  assert.deepStrictEqual(problemsOf(list), [])
  assert.deepStrictEqual(problemsOf(`${list}\r\n`), [])
  const last = list.lastIndexOf("\n") + 1
  for (let length = last + 1; length < list.length; length++) {
    const cut = list.slice(0, length)
    // A comma leaves an empty cell: then nothing tells that a kind is missing.
    if (!cut.endsWith(",")) assert.notDeepEqual(problemsOf(cut), [], cut)
  }
  assert.deepStrictEqual(problemsOf(list.slice(0, last + 5)), [[22, "cut"]])
  assert.deepStrictEqual(problemsOf(`${rows.replaceAll(/,.*/g, "")}CCC`), [[21, "cut"]])
})

it("a list that was typed is taken, with or without a last line break", () => {
  assert.deepStrictEqual(problemsOf("AAAA\nBB\nCCC"), [])
  assert.deepStrictEqual(problemsOf("AAAA\nBBBB\nCCC"), [])
  assert.deepStrictEqual(problemsOf(`${rows}CCC,VIP\n`), [])
  assert.deepStrictEqual(problemsOf("AAAA\nBB"), [])
  assert.deepStrictEqual(problemsOf("AAAA2222,VIP\nBBBB3333\nCCCC4444,VIP\nDDDD5555"), [])
})

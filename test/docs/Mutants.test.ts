import { assert, it } from "@effect/vitest"
import { runInNewContext } from "node:vm"
import { equivalents, matches } from "../../scripts/torture/mutants/Equivalents.ts"
import { mutatedDecisions } from "../../scripts/torture/mutants/MutatedDecisions.ts"
import { mutate } from "../../scripts/torture/mutants/MutatedSource.ts"

/** The mutants of a text, as "from → to". */
const mutantsOf = (text: string) => mutate("a.ts", text, 0).mutants.map(({ from, to }) => `${from} → ${to}`)

it("operators, limits, conditions, calls and names are changed, one at a time", () => {
  assert.deepStrictEqual(mutantsOf("const f = (a: number): number => a > 1 ? a : 0"), [
    "1 → 0",
    "a > 1 → a >= 1",
    "a > 1 → a <= 1",
    "a > 1 → true",
    "a > 1 → false",
    "0 → 0 + 1"
  ])
  assert.deepStrictEqual(mutantsOf("const f = () => Money.add(a?.b, c.filter(d) ?? [e])"), [
    "a?.b → a.b",
    "c.filter(d) → c",
    "[e] → []",
    "c.filter(d) ?? [e] → c.filter(d)",
    "c.filter(d) ?? [e] → ([e])",
    "Money.add(a?.b, c.filter(d) ?? [e]) → Money.subtract(a?.b, c.filter(d) ?? [e])"
  ])
  assert.deepStrictEqual(mutantsOf(`const f = (a) => {\n  g(a)\n  return a === "open"\n}`), [
    "g(a) → void 0",
    `"open" → ""`,
    `a === "open" → a !== "open"`
  ])
})

it("data at the top of a file, types and sentences are left as they are", () => {
  assert.deepStrictEqual(mutantsOf(`const accounts = ["cash", "card"]\nconst a: 1 | "b" = f<2>()`), [])
  assert.deepStrictEqual(mutantsOf(`const f = () => new Error("There is none")`), [])
  assert.deepStrictEqual(mutantsOf(`class A extends Schema.Class<A>("A")({ a: Schema.Literals(["b"]) }) {}`), [])
})

it("a file with its mutants does the same until one is active", () => {
  const { mutants, text } = mutate("a.ts", "const f = (a) => { let b = 0\n b += a\n return b * 2 }", 0)
  const valueWith = (active: number): unknown =>
    runInNewContext(`${text}\nf(3)`, { isMutated: (id: number) => id === active })
  assert.strictEqual(valueWith(-1), 6)
  assert.deepStrictEqual(mutants.map(({ id, to }) => [to, valueWith(id)]), [
    ["0 + 1", 8],
    ["b -= a", -6],
    ["2 + 1", 9],
    ["b / 2", 1.5]
  ])
})

it("each mutant that is marked as equivalent exists and is marked once, with a reason", () => {
  const { mutants } = mutatedDecisions()
  for (const mark of equivalents) {
    const name = `${mark.file} ${mark.within}: ${mark.from} → ${mark.to}`
    assert.isTrue(mutants.some((mutant) => matches(mark, mutant)), name)
    assert.isAbove(mark.reason.length, 20, name)
    assert.lengthOf(
      equivalents.filter((other) => mutants.some((one) => matches(mark, one) && matches(other, one))),
      1,
      name
    )
  }
})

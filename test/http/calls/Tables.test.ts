import { assert, it } from "@effect/vitest"
import { unused } from "../matrix/Expectation.ts"
import { declared } from "../matrix/Operation.ts"
import { everyExampleIsThere } from "./StoredExamples.ts"

it("the table of expectations names calls that there are", () => {
  const all = declared.flatMap(({ api, rows }) => rows.map(({ call }) => ({ api, name: call })))
  assert.deepStrictEqual(unused(all), [])
})

it("there is an example of each call, and of nothing else", everyExampleIsThere)

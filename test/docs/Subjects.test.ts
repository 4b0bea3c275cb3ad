import { assert, it } from "@effect/vitest"
import { wrongSubjects } from "../../scripts/subjects.js"

it("a subject has an area and 72 characters at most", () => {
  const right = ["payout: refuse a run without customers", "http/edge: end early", `a: ${"x".repeat(69)}`]
  const wrong = ["Refuse a run", "payout:refuse", "Payout: refuse", `a: ${"x".repeat(70)}`, ": x"]
  assert.deepStrictEqual(wrongSubjects([...right, ...wrong]), wrong)
})

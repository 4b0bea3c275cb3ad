import { assert, it } from "@effect/vitest"
import { together } from "@wristbank/cli/processes/ProcessMetrics"
import fc from "fast-check"

const names = ["one", "one_more", "other"]

/** The metrics of a process: values of some series, grouped by the name of the metric. */
const metrics = fc.dictionary(
  fc.constantFrom(...names),
  fc.dictionary(fc.constantFrom("", `call="a"`, `call="b",le="0.5"`, `text="a \\" } # HELP {"`), fc.nat())
)
type Metrics = Readonly<Record<string, Readonly<Record<string, number>>>>

const textOf = (given: Metrics) =>
  Object.entries(given).flatMap(([name, series]) => [
    `# HELP ${name} What it is`,
    `# TYPE ${name} counter`,
    ...Object.entries(series).map(([labels, value]) => `${name}${labels === "" ? "" : `{${labels}}`} ${value}`)
  ]).map((line) => `${line}\n`).join("")

it("all values of all processes are there once, each metric in one place", () =>
  fc.assert(fc.property(fc.array(metrics, { maxLength: 4 }), (given) => {
    const lines = together(given.map((one, n) => ({ process: `${n}`, text: textOf(one) }))).split("\n").slice(0, -1)
    const expected = given.flatMap((one, n) =>
      Object.entries(one).flatMap(([name, series]) =>
        Object.entries(series).map(([labels, value]) =>
          `${name}{process="${n}"${labels === "" ? "" : `,${labels}`}} ${value}`
        )
      )
    )
    assert.sameMembers(lines.filter((line) => !line.startsWith("#")), expected)
    const order = lines.map((line) => /^(?:# \w+ )?(\w+)/.exec(line)![1]!)
    const blocks = order.filter((name, n) => name !== order[n - 1])
    assert.deepStrictEqual(blocks, [...new Set(blocks)])
    for (const name of blocks) {
      assert.deepStrictEqual(lines.filter((line) => line.startsWith(`# `) && line.split(" ")[2] === name), [
        `# HELP ${name} What it is`,
        `# TYPE ${name} counter`
      ])
    }
  })))

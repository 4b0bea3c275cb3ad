import { assert, it } from "@effect/vitest"
import { metricsPage } from "@wristbank/docs/metrics"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")

it("docs/reference/metrics.md is what docs/generators/metrics.ts writes", () =>
  assert.strictEqual(read("docs/reference/metrics.md"), metricsPage()))

const sources = globSync("{core,http,cli}/src/**/*.{ts,tsx}", { cwd: root })

it("metrics are made from their definitions alone", () => {
  assert.isAbove(sources.length, 500)
  const making = sources.filter((path) =>
    /\bMetric\.(?:counter|gauge|histogram|frequency|summary|timer)\(/.test(read(path))
  )
  assert.deepStrictEqual(making, ["core/src/base/MetricDefinition.ts"])
})

it("each metric that is defined has its heading, and no other", () => {
  const defined = sources.flatMap((path) =>
    Array.from(read(path).matchAll(/\bname: "(wristbank_\w+)"/g), ([, name]) => name!)
  )
  const headings = Array.from(metricsPage().matchAll(/^### (\w+)$/gm), ([, name]) => name!)
  assert.sameMembers(headings, defined)
  assert.lengthOf(new Set(headings), headings.length)
})

it("the pages name no metric that is not there", () => {
  const known = new Set(Array.from(metricsPage().matchAll(/^### (\w+)$/gm), ([, name]) => name!))
  const others = ["wristbank_server", "wristbank_migration", "wristbank_migrations"]
  for (
    const page of globSync("docs/{administrator-documentation,user-guide,developer-documentation}/**/*.md", {
      cwd: root
    })
  ) {
    for (const [name] of read(page).matchAll(/\bwristbank_[a-z]\w+/g)) {
      assert.isTrue(known.has(name) || others.includes(name), `${page} names ${name}`)
    }
  }
})

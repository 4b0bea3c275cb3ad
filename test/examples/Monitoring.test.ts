import { assert, it } from "@effect/vitest"
import type { MetricDefinitions } from "@wristbank/core/base/MetricDefinition"
import { reconciliationMetrics } from "@wristbank/core/card/ReconciliationMetrics"
import { signingMetrics } from "@wristbank/core/fiscal/SigningMetrics"
import { baseCopyMetrics } from "@wristbank/core/sql/BaseCopies"
import { logCopyMetrics } from "@wristbank/core/sql/LogCopies"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { overloadMetrics } from "@wristbank/http/server/edge/BookingQueue"
import { callMetrics } from "@wristbank/http/server/edge/CallMetrics"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")

const Dashboard = Schema.Struct({
  panels: Schema.Array(Schema.Struct({
    title: Schema.String,
    targets: Schema.optionalKey(
      Schema.Array(Schema.Struct({ expr: Schema.String, legendFormat: Schema.String }))
    )
  }))
})

/** What a panel or a rule asks Prometheus for, and the text that names the labels of the answer. */
interface Query {
  readonly title: string
  readonly expression: string
  readonly text: string
}

const panels: ReadonlyArray<Query> = Schema.decodeUnknownSync(Schema.fromJsonString(Dashboard))(
  read("examples/deploy/grafana-dashboard.json")
).panels.flatMap(({ targets = [], title }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expression: expr, text: legendFormat }))
)

const rules: ReadonlyArray<Query> = read("examples/deploy/alerts.yaml").split(/^ *- alert: /m).slice(1).map((rule) => {
  const [, title = "", expression = ""] = /^(\w+)\n +expr: ([^]*?)\n +(?:for|labels):/.exec(rule) ?? []
  return { title, expression, text: rule }
})

const queries = [...panels, ...rules]

/** Labels that Prometheus adds to each metric, and the main process of a server with several. */
const added = ["job", "instance", "process"]

const defined = ([
  baseCopyMetrics,
  callMetrics,
  logCopyMetrics,
  overloadMetrics,
  reconciliationMetrics,
  signingMetrics
] satisfies ReadonlyArray<
  MetricDefinitions
>)
  .flatMap(({ counters = {}, gauges = {}, histograms = {} }: MetricDefinitions) => [
    ...Object.values(counters).map((metric) => ({ ...metric, kind: "counter" })),
    ...Object.values(gauges).map((metric) => ({ ...metric, kind: "gauge" })),
    ...Object.values(histograms).flatMap(({ labels, name }) => [
      { name: `${name}_bucket`, labels: { ...labels, le: "upper bound" }, kind: "bucket" },
      { name: `${name}_sum`, labels, kind: "counter" },
      { name: `${name}_count`, labels, kind: "counter" }
    ])
  ])

/** The labels and the kind of each metric, by the name that queries use. */
const metrics = new Map(
  [...defined, { name: "up", labels: {}, kind: "gauge" }].map(({ kind, labels, name }) => [
    name,
    { kind, labels: [...added, ...Object.keys(labels)] }
  ])
)

const metricOf = (name: string, title: string) =>
  metrics.get(name) ?? assert.fail(`${title}: there is no metric ${name}`)

const selectors = (expression: string) =>
  Array.from(expression.matchAll(/\b(wristbank_\w+|up)\b(?:\{([^}]*)\})?/g), ([, name = "", given = ""]) => ({
    name,
    given: Array.from(given.matchAll(/(\w+)(?:=~?|!=|!~)"((?:[^"\\]|\\.)*)"/g), ([, label = "", value = ""]) => ({
      label,
      value
    }))
  }))

it("panels and alerts ask for metrics and labels that there are", () => {
  assert.isAbove(panels.length, 15)
  assert.isAbove(rules.length, 10)
  for (const { expression, text, title } of queries) {
    const asked = selectors(expression)
    assert.isNotEmpty(asked, title)
    for (const { given, name } of asked) {
      for (const { label } of given) assert.include(metricOf(name, title).labels, label, `${title}: a label of ${name}`)
    }
    const known = asked.flatMap(({ name }) => metricOf(name, title).labels)
    const grouped = Array.from(expression.matchAll(/\bby \(([^)]*)\)/g), ([, by = ""]) => by.split(", ")).flat()
    const shown = Array.from(text.matchAll(/\{\{(?: *\$labels\.)?(\w+) *\}\}/g), ([, label = ""]) => label)
    for (const label of [...grouped, ...shown]) assert.include(known, label, title)
  }
})

it("rates are of what only rises, and quantiles of buckets", () => {
  // Counts up, though it is a gauge.
  const rising = new Set(["wristbank_process_cpu_seconds"])
  for (const { expression, title } of queries) {
    for (const [, name = ""] of expression.matchAll(/\b(?:rate|increase)\((\w+)/g)) {
      const { kind } = metricOf(name, title)
      assert.isTrue(rising.has(name) || kind === "counter" || kind === "bucket", `${title}: ${name} is a ${kind}`)
    }
    for (const [, name = ""] of expression.matchAll(/histogram_quantile\([^]*?rate\((\w+)/g)) {
      assert.strictEqual(metricOf(name, title).kind, "bucket", `${title}: ${name}`)
    }
  }
})

it("names of calls match the bookings of tills", () => {
  const calls = Object.values(TerminalApi.groups).flatMap((group) =>
    Object.values(group.endpoints).map((endpoint) => `terminal.${group.identifier}.${endpoint.identifier}`)
  )
  const patterns = queries.flatMap(({ expression }) => selectors(expression)).flatMap(({ given }) =>
    given.flatMap(({ label, value }) => label === "call" ? [new RegExp(`^(?:${value.replaceAll("\\\\", "\\")})$`)] : [])
  )
  assert.isAbove(patterns.length, 4)
  for (const pattern of patterns) {
    assert.deepStrictEqual(calls.filter((call) => pattern.test(call)), [
      "terminal.orders.bookSale",
      "terminal.orders.bookTopUp",
      "terminal.orders.bookPayOut",
      "terminal.orders.bookTicketSale"
    ])
  }
})

it("the page about monitoring says what to do about every alert", () => {
  const page = read("docs/administrator-documentation/monitoring.md")
  const named = Array.from(page.matchAll(/^\| `(Wristbank\w+)` \|/gm), ([, name = ""]) => name)
  assert.deepStrictEqual(named, rules.map(({ title }) => title))
})

/** Writes `docs/reference/metrics.md` from the metrics of the code: `node docs/generators/metrics.ts`. */
import type { HistogramDefinition, MetricDefinition, MetricDefinitions } from "@wristbank/core/base/MetricDefinition"
import { reconciliationMetrics } from "@wristbank/core/card/ReconciliationMetrics"
import { signingMetrics } from "@wristbank/core/fiscal/SigningMetrics"
import { baseCopyMetrics } from "@wristbank/core/sql/BaseCopies"
import { logCopyMetrics } from "@wristbank/core/sql/LogCopies"
import { overloadMetrics } from "@wristbank/http/server/edge/BookingQueue"
import { callMetrics } from "@wristbank/http/server/edge/CallMetrics"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { madeBy } from "./Markdown.ts"

const groups: ReadonlyArray<readonly [title: string, from: string, MetricDefinitions]> = [
  ["Calls and processes", "Of each process that serves, from its start on.", callMetrics],
  ["Overload", "Of each process that serves, from its start on.", overloadMetrics],
  [
    "Signing devices",
    "Of each process with workers: it counts what it signed itself. The gauges are read from the database and are the same in every process.",
    signingMetrics
  ],
  [
    "Card payments",
    "Of each event with a key of the card provider, updated every five minutes by a process with workers.",
    reconciliationMetrics
  ],
  [
    "Backups",
    "Updated by a process with workers: those of the log every 30 seconds, those of copies of the whole every five minutes. Absent if the database does not copy its log (`archive_mode`).",
    { gauges: { ...logCopyMetrics.gauges, ...baseCopyMetrics.gauges } }
  ]
]

const kinds = { counters: "counter", gauges: "gauge", histograms: "histogram" } as const

const isHistogram = (definition: MetricDefinition): definition is HistogramDefinition => "boundaries" in definition

const section = (kind: string, definition: MetricDefinition): string => {
  const labels = Object.entries<string>(definition.labels)
  return [
    `### ${definition.name}`,
    `${definition.description}.`,
    [
      `- Kind: ${kind}`,
      ...labels.map(([label, meaning]) => `- Label \`${label}\`: ${meaning}`),
      ...isHistogram(definition) ? [`- Upper bounds of the buckets: ${definition.boundaries.join(", ")}`] : []
    ].join("\n")
  ].join("\n\n")
}

/** The text of `docs/reference/metrics.md`. */
export const metricsPage = (): string =>
  `# Metrics

${madeBy("metrics", "the definitions of the metrics")}

Monitoring shows that signatures are late or card payments differ before a cashier notices. Metrics are at
\`http://<host>:<metricsPort>/metrics\` in the text format of Prometheus, once [metricsPort](settings.md#metricsport) is set.

A counter only rises and begins at 0 when the process starts. A gauge is the value of the moment. A histogram has \`_count\`, \`_sum\` and
a \`_bucket\` for each upper bound.

A server of several processes adds the label \`process\` to each value: the number of the server process, or \`main\`.

${
    groups.map(([title, from, definitions]) =>
      [
        `## ${title}`,
        from,
        ...(["histograms", "counters", "gauges"] as const).flatMap((kind) =>
          Object.values(definitions[kind] ?? {}).map((definition) => section(kinds[kind], definition))
        )
      ].join("\n\n")
    ).join("\n\n")
  }
`

if (import.meta.main) {
  writeFileSync(fileURLToPath(new URL("../reference/metrics.md", import.meta.url)), metricsPage())
}

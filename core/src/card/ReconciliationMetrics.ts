import { Effect, Metric } from "effect"
import { gauge, type MetricDefinition, type MetricDefinitions } from "../base/MetricDefinition.ts"
import type { ReconciliationState } from "./ReconciliationDayRepository.ts"

const labels = { event: "id of the event" }

export const reconciliationMetrics = {
  gauges: {
    compared: {
      name: "wristbank_card_days_compared",
      description: "Days of the last 31 that were compared",
      labels
    },
    overdue: { name: "wristbank_card_days_overdue", description: "Days that are over and were not compared", labels },
    lastCompared: {
      name: "wristbank_card_compared_timestamp_seconds",
      description: "When a day was last compared, since 1970",
      labels
    },
    unresolved: {
      name: "wristbank_card_differences_unresolved",
      description: "Differences to the card provider that need a look",
      labels
    },
    unverified: {
      name: "wristbank_card_payments_unverified",
      description: "Card payments that are listed as unverified",
      labels
    }
  }
} satisfies MetricDefinitions

const { gauges } = reconciliationMetrics

/** Publishes the state of an event's reconciliation as metrics. */
export const publishMetrics = (
  { compared, event_id, last_success, overdue, unresolved, unverified }: ReconciliationState
) => {
  const publish = (definition: MetricDefinition<"event">, value: number) =>
    Metric.update(gauge(definition, { event: String(event_id) }), value)
  return Effect.all([
    publish(gauges.compared, compared),
    publish(gauges.overdue, overdue),
    last_success === null ? Effect.void : publish(gauges.lastCompared, last_success),
    publish(gauges.unresolved, unresolved),
    publish(gauges.unverified, unverified)
  ], { discard: true })
}

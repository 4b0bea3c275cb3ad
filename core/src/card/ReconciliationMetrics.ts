import { Effect, Metric } from "effect"
import type { ReconciliationState } from "./ReconciliationDayRepository.ts"

const gauge = (name: string, description: string, eventId: bigint, value: number) =>
  Metric.update(Metric.gauge(name, { description, attributes: { event: String(eventId) } }), value)

/** Publishes the state of an event's reconciliation as metrics. */
export const publishMetrics = (
  { compared, event_id, last_success, overdue, unresolved, unverified }: ReconciliationState
) =>
  Effect.all([
    gauge("wristbank_card_days_compared", "Days of the last 31 that were compared", event_id, compared),
    gauge("wristbank_card_days_overdue", "Days that are over and were not compared", event_id, overdue),
    last_success === null ? Effect.void : gauge(
      "wristbank_card_compared_timestamp_seconds",
      "When a day was last compared, since 1970",
      event_id,
      last_success
    ),
    gauge(
      "wristbank_card_differences_unresolved",
      "Differences to the card provider that somebody has to look into",
      event_id,
      unresolved
    ),
    gauge("wristbank_card_payments_unverified", "Card payments that are listed as unverified", event_id, unverified)
  ], { discard: true })

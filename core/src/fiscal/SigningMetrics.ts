import { Effect, Metric } from "effect"
import { counter, gauge, histogram, type MetricDefinition, type MetricDefinitions } from "../base/MetricDefinition.ts"
import type { FailureReason } from "./Signature.ts"
import type { TseOwner } from "./TseOwner.ts"

const event = "id of the event"
const device = { event, tse: "id of the signing device" }

export const signingMetrics = {
  histograms: {
    signatures: {
      name: "wristbank_signature_seconds",
      description: "Orders signed by this process, by device, and how long each took",
      labels: device,
      /** Seconds from sending the start to the answer of the finish: a device takes about half a second. */
      boundaries: [0.05, 0.1, 0.25, 0.5, 0.75, 1, 2, 5, 10]
    }
  },
  counters: {
    failures: {
      name: "wristbank_signature_failures",
      description: "Orders that this process failed to have signed, by reason",
      labels: {
        reason:
          "`outage`, `no_tse`, `timeout`, `restart`, `answer_lost`, `bad_process_data`, `bad_signature`, or `device_error:` and the device's code"
      }
    },
    alarms: {
      name: "wristbank_tse_alarms",
      description: "A device counted from the beginning again, something else signed with it, or a signature was wrong",
      labels: { ...device, alarm: "`backwards`, `strangers` or `bad_signature`" }
    }
  },
  gauges: {
    usable: {
      name: "wristbank_tse_usable",
      description: "1 while a device is active, connected and without a fault",
      labels: device
    },
    connected: { name: "wristbank_tse_connected", description: "1 while a device is connected", labels: device },
    active: { name: "wristbank_tse_active", description: "1 while a device takes orders", labels: device },
    certificate: {
      name: "wristbank_tse_certificate_seconds",
      description: "Time until a device's certificate ends",
      labels: device
    },
    unsigned: {
      name: "wristbank_unsigned_orders",
      description: "Orders that wait for their signature",
      labels: { event }
    },
    oldest: {
      name: "wristbank_unsigned_oldest_seconds",
      description: "Time since the oldest of them was booked",
      labels: { event }
    }
  }
} satisfies MetricDefinitions

const { counters, gauges, histograms } = signingMetrics

const attributesOf = ({ eventId, tseId }: Omit<TseOwner, "epoch">) => ({ event: String(eventId), tse: String(tseId) })

/** Counts a signed order and its duration. */
export const countSignature = (owner: TseOwner, durationSeconds: number) =>
  Metric.update(histogram(histograms.signatures, attributesOf(owner)), durationSeconds)

/** Counts orders that failed for a reason. */
export const countFailures = (reason: FailureReason, orders: number) =>
  orders === 0 ? Effect.void : Metric.update(counter(counters.failures, { reason }), orders)

/** A device that this process owns counted backwards, issued numbers to another client, or returned an invalid signature. */
export const countAlarm = (owner: TseOwner, alarm: "backwards" | "strangers" | "bad_signature") =>
  Metric.update(counter(counters.alarms, { ...attributesOf(owner), alarm }), 1)

/** The state of a device. */
export interface MeasuredTse {
  readonly event_id: bigint
  readonly id: bigint
  readonly status: string
  readonly connected: boolean
  readonly faulty: boolean
  /** Until its certificate ends; null if that is unknown. */
  readonly certificate_seconds: number | null
}

export const measureTse = (tse: MeasuredTse) => {
  const attributes = attributesOf({ eventId: tse.event_id, tseId: tse.id })
  const measure = (definition: MetricDefinition<"event" | "tse">, value: number) =>
    Metric.update(gauge(definition, attributes), value)
  return Effect.all([
    measure(gauges.usable, tse.status === "active" && tse.connected && !tse.faulty ? 1 : 0),
    measure(gauges.connected, tse.connected ? 1 : 0),
    measure(gauges.active, tse.status === "active" ? 1 : 0),
    tse.certificate_seconds === null ? Effect.void : measure(gauges.certificate, tse.certificate_seconds)
  ], { discard: true })
}

/** The orders of an event that wait for their signature. */
export interface MeasuredQueue {
  readonly event_id: bigint
  readonly orders: number
  /** Since the oldest was booked; 0 if none waits. */
  readonly oldest_seconds: number
}

export const measureQueue = ({ event_id, oldest_seconds, orders }: MeasuredQueue) =>
  Effect.all([
    Metric.update(gauge(gauges.unsigned, { event: String(event_id) }), orders),
    Metric.update(gauge(gauges.oldest, { event: String(event_id) }), oldest_seconds)
  ], { discard: true })

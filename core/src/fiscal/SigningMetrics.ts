import { Effect, Metric } from "effect"
import type { TseOwner } from "./TseOwner.ts"

const attributesOf = ({ eventId, tseId }: Omit<TseOwner, "epoch">) => ({ event: String(eventId), tse: String(tseId) })

/** Seconds from sending the start to the answer of the finish: a device takes about half a second. */
const boundaries = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 2, 5, 10]

/** Counts a signed order and its duration. */
export const countSignature = (owner: TseOwner, durationSeconds: number) =>
  Metric.update(
    Metric.histogram("wristbank_signature_seconds", {
      description: "Orders signed by this process, by device, and how long each took",
      boundaries,
      attributes: attributesOf(owner)
    }),
    durationSeconds
  )

/** Counts orders that failed for a reason. */
export const countFailures = (reason: string, orders: number) =>
  orders === 0 ? Effect.void : Metric.update(
    Metric.counter("wristbank_signature_failures", {
      description: "Orders that this process failed to have signed, by reason",
      incremental: true,
      attributes: { reason }
    }),
    orders
  )

/** A device that this process owns counted backwards, issued numbers to another client, or returned an invalid signature. */
export const countAlarm = (owner: TseOwner, alarm: "backwards" | "strangers" | "bad_signature") =>
  Metric.update(
    Metric.counter("wristbank_tse_alarms", {
      description: "A device counted from the beginning again, somebody else signed with it, or a signature was wrong",
      incremental: true,
      attributes: { ...attributesOf(owner), alarm }
    }),
    1
  )

const gauge = (name: string, description: string, attributes: Record<string, string>, value: number) =>
  Metric.update(Metric.gauge(name, { description, attributes }), value)

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
  return Effect.all([
    gauge(
      "wristbank_tse_usable",
      "1 while a device is active, connected and without a fault",
      attributes,
      tse.status === "active" && tse.connected && !tse.faulty ? 1 : 0
    ),
    gauge("wristbank_tse_connected", "1 while a device is connected", attributes, tse.connected ? 1 : 0),
    gauge("wristbank_tse_active", "1 while a device takes orders", attributes, tse.status === "active" ? 1 : 0),
    tse.certificate_seconds === null ? Effect.void : gauge(
      "wristbank_tse_certificate_seconds",
      "Time until a device's certificate ends",
      attributes,
      tse.certificate_seconds
    )
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
    gauge("wristbank_unsigned_orders", "Orders that wait for their signature", { event: String(event_id) }, orders),
    gauge(
      "wristbank_unsigned_oldest_seconds",
      "Time since the oldest of them was booked",
      { event: String(event_id) },
      oldest_seconds
    )
  ], { discard: true })

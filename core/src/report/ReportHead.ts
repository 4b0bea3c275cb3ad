import { DateTime, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { Moment } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import type { Node } from "../organisation/Node.ts"
import type { Period } from "./EventDay.ts"

/** What every report says at its top: whose figures they are, of which time, and when they were read. */
export class ReportHead extends Schema.Class<ReportHead>("ReportHead")({
  event_id: Id,
  /** The node whose figures they are: of its tills and those of all nodes below it. */
  node_id: Id,
  node_name: Schema.String,
  node_description: Schema.String,
  /** The event as receipts name it: heading, issuer and address (both may have several lines), VAT id. */
  title: Schema.String,
  issuer: Schema.String,
  address: Schema.String,
  vat_id: Schema.String,
  /** ISO 4217; all amounts are in it. */
  currency: Schema.String,
  /** IANA name; times and days are to be shown in it. */
  time_zone: Schema.String,
  /** Bookings from here on count. */
  from_time: Moment,
  /** Not included. */
  to_time: Moment,
  /** The figures are those of this moment, without all later bookings; null for those of the reading. */
  as_of: nullOr(Moment),
  /** When the figures were read. */
  made_at: Moment
}) {}

/** The settings of an event that a report shows. */
type HeadSettings = Pick<
  EventSettings,
  "bon_address" | "bon_issuer" | "bon_title" | "currency_identifier" | "time_zone" | "ust_id"
>

/** Composes the head of a report. */
export const reportHead = (
  { as_of, eventId, made_at, node, period, settings }: {
    readonly eventId: bigint
    readonly node: Pick<Node, "description" | "id" | "name">
    readonly settings: HeadSettings
    readonly period: Period
    readonly as_of: DateTime.Utc | null
    readonly made_at: DateTime.Utc
  }
): ReportHead =>
  new ReportHead({
    event_id: eventId,
    node_id: node.id,
    node_name: node.name,
    node_description: node.description,
    title: settings.bon_title,
    issuer: settings.bon_issuer,
    address: settings.bon_address,
    vat_id: settings.ust_id,
    currency: settings.currency_identifier,
    time_zone: settings.time_zone,
    from_time: period.from,
    to_time: period.to,
    as_of,
    made_at
  })

import { Id } from "@wristbank/core/base/Id"
import { DayText, Moment } from "@wristbank/core/base/Moment"
import { ReceiptLanguage } from "@wristbank/core/fiscal/ReceiptWords"
import { mayManage } from "@wristbank/core/organisation/Place"
import { ReportFormat } from "@wristbank/core/report/ReportFiles"
import { ReportSheet } from "@wristbank/core/report/ReportSheet"
import { Effect, Schema, SchemaTransformation } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { LongCall } from "../LongCall.ts"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

const node = { node_id: Id }
const lang = Schema.optionalKey(ReceiptLanguage)

const form = {
  /** The form of the answer. A PDF has the other two inside as files. */
  format: ReportFormat.pipe(Schema.withDecodingDefaultKey(Effect.succeed("pdf" as const))),
  /** The language of its texts; without it the one that `Accept-Language` prefers. */
  lang
}

const asOf = {
  /** The figures are those of this moment, without what was booked later; without it those of now. */
  as_of: Schema.optionalKey(Moment)
}
const query = { ...form, ...asOf }

/** A report as PDF. With `format` the answer is the same figures as text/csv or application/json. */
const success = HttpApiSchema.WithHeaders(
  Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
  { "cache-control": Schema.String, "content-disposition": Schema.String, "x-content-type-options": Schema.String }
)

/** The nodes and the business day of a daily report. */
class GenerateDailyReportPayload extends Schema.Class<GenerateDailyReportPayload>("GenerateDailyReportPayload")({
  /** The nodes that the report is about, at least one and at most 1000; each is the node of the call or below it. */
  relevant_node_ids: Schema.Array(Id).check(Schema.isMaxLength(1000)),
  /** The day on which the business day begins, as 2026-06-30. */
  report_date: DayText
}) {}

/** Ids in one parameter, separated by commas. */
const IdsInQuery = Schema.String.check(Schema.isMaxLength(20_000), Schema.isPattern(/^\d{1,19}(?:,\d{1,19})*$/)).pipe(
  Schema.decodeTo(
    Schema.toType(Schema.Array(Id)),
    SchemaTransformation.transform({
      decode: (text): ReadonlyArray<bigint> => text.split(",").map(BigInt),
      encode: (ids) => ids.join(",")
    })
  )
)

/** Reports as pages show them, for screens. */
const shown = {
  query: {
    ...node,
    /** The language of its texts; without it the one that `Accept-Language` prefers. */
    lang,
    ...asOf
  },
  success: ReportSheet
}

/**
 * Reports about nodes of an event, as files to print and keep and as pages for screens. Each is made from one snapshot of the ledger, so its
 * figures equal those of the statistics and the money overview to the cent.
 */
export class ReportApi extends HttpApiGroup.make("reports").add(
  /**
   * Make a sample revenue report.
   *
   * Shows what the report looks like with the event's own head and logo; the sales in it were never booked. The answer is a PDF, or with
   * `format` the same figures as CSV or JSON.
   */
  HttpApiEndpoint.post("testRevenue", "/tree/events/:node_id/generate-test-report", {
    params: node,
    query: form,
    success
  }),
  /**
   * Make a sample revenue report (newer path).
   *
   * The same as `generate-test-report`, under the path that the newest published application calls.
   */
  HttpApiEndpoint.post("testRevenueNewest", "/tree/events/:node_id/generate-test-revenuereport", {
    params: node,
    query: form,
    success
  }),
  /**
   * Make a sample daily report.
   *
   * Shows what the report looks like with the event's own head and logo; the bookings in it were never made. The answer is a PDF, or with
   * `format` the same figures as CSV or JSON.
   */
  HttpApiEndpoint.post("testDaily", "/tree/events/:node_id/generate-test-daily-report", {
    params: node,
    query: form,
    success
  }),
  /**
   * Make the revenue report of a node.
   *
   * Sales at the tills of the node and below it in the period of the event, by business day, with the organiser's fee and the first 5,000
   * orders. Cancels count on the day on which they were booked. The event needs a start, an end and a daily end time. The answer is a PDF,
   * or with `format` the same figures as CSV or JSON.
   */
  HttpApiEndpoint.post("revenue", "/tree/nodes/:node_id/generate-revenue-report", { params: node, query, success }),
  /**
   * Make the daily report of some nodes.
   *
   * Everything that was booked on one business day at the tills of these nodes and below them: sales, tickets, top-ups and pay-outs by
   * payment method, taxes, products, vouchers, close-outs of registers and card payments that are not verified. The day begins at the
   * event's daily end time. The answer is a PDF, or with `format` the same figures as CSV or JSON.
   */
  HttpApiEndpoint.post("daily", "/tree/nodes/:node_id/generate-daily-report", {
    params: node,
    query,
    payload: GenerateDailyReportPayload,
    success
  }),
  /**
   * Make the payout report of an event.
   *
   * What became of the money on wristbands: balances that no one claimed and why, money in open payout runs, and the runs that are done.
   * Only at the event's own node. With `as_of`, the reasons are missing, as earlier bank data are not kept. The answer is a PDF, or with
   * `format` the same figures as CSV or JSON.
   */
  HttpApiEndpoint.post("payout", "/tree/nodes/:node_id/generate-payout-report", { params: node, query, success }),
  /**
   * Make the settlement of the stalls.
   *
   * A row for each node with tills, at the node and below it: its sales by payment method, the organiser's fee, and what the stall is owed.
   * For the period of the event, or for everything so far if the event has no dates. The answer is a PDF, or with `format` the same figures
   * as CSV or JSON.
   */
  HttpApiEndpoint.post("settlement", "/tree/nodes/:node_id/generate-settlement-report", {
    params: node,
    query,
    success
  }),
  /**
   * Show the daily report on a screen.
   *
   * The figures of the daily report as texts, tables and charts to be drawn, in the chosen language. Tables are cut after 200 rows.
   */
  HttpApiEndpoint.get("showDaily", "/reports/daily", {
    query: {
      ...shown.query,
      /** The day on which the business day begins, as 2026-06-30. */
      report_date: DayText,
      /** The nodes that the report is about, separated by commas; each is `node_id` or below it. Without it, that node. */
      relevant_node_ids: Schema.optionalKey(IdsInQuery)
    },
    success: ReportSheet
  }),
  /**
   * Show the revenue report on a screen.
   *
   * The figures of the revenue report as texts, tables and charts to be drawn, in the chosen language. Tables are cut after 200 rows.
   */
  HttpApiEndpoint.get("showRevenue", "/reports/revenue", shown),
  /**
   * Show the payout report on a screen.
   *
   * The figures of the payout report as texts, tables and charts to be drawn, in the chosen language. Only at the event's own node. Tables
   * are cut after 200 rows.
   */
  HttpApiEndpoint.get("showPayout", "/reports/payout", shown),
  /**
   * Show the settlement of the stalls on a screen.
   *
   * The figures of the settlement as texts, tables and charts to be drawn, in the chosen language. Tables are cut after 200 rows.
   */
  HttpApiEndpoint.get("showSettlement", "/reports/settlement", shown)
).annotateEndpoints(LongCall, true).annotate(Needs, mayManage).middleware(SignInRequired) {}

import { ReceiptLanguage } from "@wristbank/core/fiscal/ReceiptWords"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { DayText, Moment } from "@wristbank/core/primitives/Moment"
import { ReportFormat } from "@wristbank/core/report/ReportFiles"
import { ReportSheet } from "@wristbank/core/report/ReportSheet"
import { Effect, Schema, SchemaTransformation } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

const node = { node_id: Id }
const lang = Schema.optionalKey(ReceiptLanguage)

/** The form of a report; without a language the one that the caller accepts. */
const form = { format: ReportFormat.pipe(Schema.withDecodingDefaultKey(Effect.succeed("pdf" as const))), lang }

/** With `as_of` the figures are those of that moment, without what was booked later. */
const asOf = { as_of: Schema.optionalKey(Moment) }
const query = { ...form, ...asOf }

/** A report as PDF. With `format` the answer is the same figures as text/csv or application/json. */
const success = HttpApiSchema.WithHeaders(
  Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
  { "cache-control": Schema.String, "content-disposition": Schema.String, "x-content-type-options": Schema.String }
)

/** The nodes and the business day of a daily report. */
export class GenerateDailyReportPayload extends Schema.Class<GenerateDailyReportPayload>("GenerateDailyReportPayload")({
  /** Each is the node of the call or below it. */
  relevant_node_ids: Schema.Array(Id).check(Schema.isMaxLength(1000)),
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

/** Reports as pages show them, for screens. Without `relevant_node_ids` a day is that of the node itself. */
const shown = { query: { ...node, lang, ...asOf }, success: ReportSheet }

/** Reports about nodes of an event. */
export class ReportApi extends HttpApiGroup.make("reports").add(
  HttpApiEndpoint.post("testRevenue", "/tree/events/:node_id/generate-test-report", {
    params: node,
    query: form,
    success
  }),
  // The newest published application calls the same by this path.
  HttpApiEndpoint.post("testRevenueNewest", "/tree/events/:node_id/generate-test-revenuereport", {
    params: node,
    query: form,
    success
  }),
  HttpApiEndpoint.post("testDaily", "/tree/events/:node_id/generate-test-daily-report", {
    params: node,
    query: form,
    success
  }),
  HttpApiEndpoint.post("revenue", "/tree/nodes/:node_id/generate-revenue-report", { params: node, query, success }),
  HttpApiEndpoint.post("daily", "/tree/nodes/:node_id/generate-daily-report", {
    params: node,
    query,
    payload: GenerateDailyReportPayload,
    success
  }),
  HttpApiEndpoint.post("payout", "/tree/nodes/:node_id/generate-payout-report", { params: node, query, success }),
  HttpApiEndpoint.post("settlement", "/tree/nodes/:node_id/generate-settlement-report", {
    params: node,
    query,
    success
  }),
  HttpApiEndpoint.get("showDaily", "/reports/daily", {
    query: { ...shown.query, report_date: DayText, relevant_node_ids: Schema.optionalKey(IdsInQuery) },
    success: ReportSheet
  }),
  HttpApiEndpoint.get("showRevenue", "/reports/revenue", shown),
  HttpApiEndpoint.get("showPayout", "/reports/payout", shown),
  HttpApiEndpoint.get("showSettlement", "/reports/settlement", shown)
).annotate(Needs, mayManage).middleware(SignInRequired) {}

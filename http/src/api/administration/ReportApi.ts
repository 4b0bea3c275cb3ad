import { ReceiptLanguage } from "@wristbank/core/fiscal/ReceiptWords"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { ReportFormat } from "@wristbank/core/report/ReportFiles"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

const node = { node_id: Id }

/** The form of a report; without a language the one that the caller accepts. */
const form = {
  format: ReportFormat.pipe(Schema.withDecodingDefaultKey(Effect.succeed("pdf" as const))),
  lang: Schema.optionalKey(ReceiptLanguage)
}

/** A report as PDF. With `format` the answer is the same figures as text/csv or application/json. */
const success = HttpApiSchema.WithHeaders(
  Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
  { "cache-control": Schema.String, "content-disposition": Schema.String, "x-content-type-options": Schema.String }
)

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
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

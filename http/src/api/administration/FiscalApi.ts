import { UpdateFiscalSettings } from "@wristbank/core/fiscal/FiscalSettings"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { orNull } from "@wristbank/core/primitives/OptionalField"
import { SingleLine } from "@wristbank/core/primitives/Text"
import { EndClosings, OpenClosing } from "@wristbank/core/till/TillClosing"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { LongCall } from "../LongCall.ts"
import { Needs } from "../Needs.ts"
import { flag } from "../QueryFlag.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

const file = (contentType: string) =>
  HttpApiSchema.WithHeaders(
    Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType })),
    { "cache-control": Schema.String, "content-disposition": Schema.String, "x-content-type-options": Schema.String }
  )

/** The day on which all tills are taken out of use, if they are. */
export class Ao146aExportPayload extends Schema.Class<Ao146aExportPayload>("Ao146aExportPayload")({
  shutdown_date: orNull(SingleLine)
}) {}

/** Exports for the tax office, fiscal settings of an event, and the closings of its tills. */
export class FiscalApi extends HttpApiGroup.make("fiscal").add(
  HttpApiEndpoint.get("settings", "/tree/events/:node_id/fiscal-settings", {
    params: at,
    success: shown.fiscalSettings
  }),
  HttpApiEndpoint.post("update", "/tree/events/:node_id/fiscal-settings", {
    params: at,
    headers: ifMatch,
    payload: UpdateFiscalSettings,
    success: shown.fiscalSettings
  }),
  HttpApiEndpoint.post("exportBooks", "/tree/events/:node_id/export-dsfinvk", {
    params: at,
    query: {
      /** First and last day of closings, as 2026-06-30. */
      from: Schema.optionalKey(SingleLine),
      to: Schema.optionalKey(SingleLine),
      /** Whether closings that are still open are exported as well. */
      open: Schema.optionalKey(flag),
      /** Whether to export in spite of what is missing. */
      anyway: Schema.optionalKey(flag)
    },
    success: file("application/zip")
  }).annotate(LongCall, true),
  HttpApiEndpoint.post("reportTills", "/tree/events/:node_id/export-ao146a", {
    params: at,
    payload: Ao146aExportPayload,
    success: file("application/xml")
  }),
  HttpApiEndpoint.get("openClosings", "/tree/nodes/:node_id/open-closings", {
    params: at,
    success: Schema.Array(OpenClosing)
  }),
  HttpApiEndpoint.post("endClosings", "/tree/nodes/:node_id/end-closings", {
    params: at,
    payload: EndClosings,
    success: Schema.Array(OpenClosing)
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

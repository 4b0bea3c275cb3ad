import { UpdateFiscalSettings } from "@wristbank/core/fiscal/FiscalSettings"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { EndClosings, OpenClosing } from "@wristbank/core/till/TillClosing"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

/** Fiscal settings of an event, and the closings of its tills. */
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

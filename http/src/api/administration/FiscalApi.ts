import { mayManage } from "@wristbank/core/catalogue/Place"
import { FiscalSettings, UpdateFiscalSettings } from "@wristbank/core/fiscal/FiscalSettings"
import { Id } from "@wristbank/core/ledger/Id"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

const event = { node_id: Id }

/** What an event decides about its records for the tax office. */
export class FiscalApi extends HttpApiGroup.make("fiscal").add(
  HttpApiEndpoint.get("settings", "/tree/events/:node_id/fiscal-settings", { params: event, success: FiscalSettings }),
  HttpApiEndpoint.post("update", "/tree/events/:node_id/fiscal-settings", {
    params: event,
    payload: UpdateFiscalSettings,
    success: FiscalSettings
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

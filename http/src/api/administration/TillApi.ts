import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { NewTill, SwitchTerminalPayload } from "@wristbank/core/till/Till"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { till_id: Id }

/** Tills. */
export class TillApi extends HttpApiGroup.make("tills").add(
  HttpApiEndpoint.get("list", "/tills", { query: at, success: normalisedList(shown.till) }).annotate(Needs, "presence"),
  HttpApiEndpoint.post("create", "/tills", { query: at, payload: NewTill, success: shown.till }),
  HttpApiEndpoint.get("get", "/tills/:till_id", { params: one, query: at, success: shown.till }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("update", "/tills/:till_id", {
    params: one,
    query: at,
    headers: ifMatch,
    payload: NewTill,
    success: shown.till
  }),
  HttpApiEndpoint.delete("remove", "/tills/:till_id", { params: one, query: at, success: Schema.Null }),
  HttpApiEndpoint.post("removeFromTerminal", "/tills/:till_id/remove-from-terminal", {
    params: one,
    query: at,
    success: Schema.Null
  }),
  HttpApiEndpoint.post("switchTerminal", "/tills/:till_id/switch-terminal", {
    params: one,
    query: at,
    payload: SwitchTerminalPayload,
    success: Schema.Null
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { NewTill, SwitchTerminalPayload, Till } from "@wristbank/core/till/Till"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { till_id: Id }

/** Tills. */
export class TillApi extends HttpApiGroup.make("tills").add(
  HttpApiEndpoint.get("list", "/tills", { query: at, success: normalisedList(Till) }).annotate(Needs, "presence"),
  HttpApiEndpoint.post("create", "/tills", { query: at, payload: NewTill, success: Till }),
  HttpApiEndpoint.get("get", "/tills/:till_id", { params: one, query: at, success: Till }).annotate(Needs, "presence"),
  HttpApiEndpoint.post("update", "/tills/:till_id", { params: one, query: at, payload: NewTill, success: Till }),
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

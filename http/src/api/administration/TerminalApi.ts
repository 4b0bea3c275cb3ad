import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { NewTerminal } from "@wristbank/core/till/Terminal"
import { SwitchTillPayload } from "@wristbank/core/till/Till"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { terminal_id: Id }

/** The devices at the tills. */
export class TerminalApi extends HttpApiGroup.make("terminals").add(
  HttpApiEndpoint.get("list", "/terminal", { query: at, success: normalisedList(shown.terminal) }),
  HttpApiEndpoint.post("create", "/terminal", { query: at, payload: NewTerminal, success: shown.terminal }),
  HttpApiEndpoint.get("get", "/terminal/:terminal_id", { params: one, query: at, success: shown.terminal }),
  HttpApiEndpoint.post("update", "/terminal/:terminal_id", {
    params: one,
    query: at,
    headers: ifMatch,
    payload: NewTerminal,
    success: shown.terminal
  }),
  HttpApiEndpoint.delete("remove", "/terminal/:terminal_id", { params: one, query: at, success: Schema.Null }),
  HttpApiEndpoint.post("logout", "/terminal/:terminal_id/logout", { params: one, query: at, success: Schema.Null }),
  /** The former code and the device registered with it stop working; the terminal keeps its till. */
  HttpApiEndpoint.post("newCode", "/terminal/:terminal_id/new-code", {
    params: one,
    query: at,
    success: shown.terminal
  }),
  HttpApiEndpoint.post("switchTill", "/terminal/:terminal_id/switch-till", {
    params: one,
    query: at,
    payload: SwitchTillPayload,
    success: Schema.Null
  }),
  HttpApiEndpoint.post("forceLogoutUser", "/terminal/:terminal_id/force-logout-user", {
    params: one,
    query: at,
    success: Schema.Null
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

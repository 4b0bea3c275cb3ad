import { NewTse, SwitchedOver, SwitchOver, UpdateTse } from "@wristbank/core/fiscal/Tse"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { tse_id: Id }

/** Signing devices. */
export class TseApi extends HttpApiGroup.make("tses").add(
  HttpApiEndpoint.get("list", "/tses/", { query: at, success: normalisedList(shown.tse) }),
  HttpApiEndpoint.post("create", "/tses/", { query: at, payload: NewTse, success: shown.tse }),
  HttpApiEndpoint.post("update", "/tses/:tse_id", {
    params: one,
    query: at,
    headers: ifMatch,
    payload: UpdateTse,
    success: shown.tse
  }),
  HttpApiEndpoint.post("switchOver", "/tses/:tse_id/switch-over", {
    params: one,
    query: at,
    payload: SwitchOver,
    success: SwitchedOver
  }),
  HttpApiEndpoint.post("disable", "/tses/:tse_id/disable", { params: one, query: at, success: shown.tse }),
  HttpApiEndpoint.post("checkAgain", "/tses/:tse_id/check-again", { params: one, query: at, success: shown.tse })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

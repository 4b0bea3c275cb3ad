import { NewTillButton, TillButton } from "@wristbank/core/catalogue/TillButton"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { button_id: Id }

/** What one press at a till sells. */
export class TillButtonApi extends HttpApiGroup.make("till-buttons").add(
  HttpApiEndpoint.get("list", "/till-buttons", { query: at, success: normalisedList(TillButton) }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("create", "/till-buttons", { query: at, payload: NewTillButton, success: TillButton }),
  HttpApiEndpoint.get("get", "/till-buttons/:button_id", { params: one, query: at, success: TillButton }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("update", "/till-buttons/:button_id", {
    params: one,
    query: at,
    payload: NewTillButton,
    success: TillButton
  }),
  HttpApiEndpoint.delete("remove", "/till-buttons/:button_id", { params: one, query: at, success: Schema.Null })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

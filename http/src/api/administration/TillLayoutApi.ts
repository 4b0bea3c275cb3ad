import { NewTillLayout, TillLayout } from "@wristbank/core/catalogue/TillLayout"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { layout_id: Id }

/** Which buttons and tickets tills show, in which order. */
export class TillLayoutApi extends HttpApiGroup.make("till-layouts").add(
  HttpApiEndpoint.get("list", "/till-layouts", { query: at, success: normalisedList(TillLayout) }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("create", "/till-layouts", { query: at, payload: NewTillLayout, success: TillLayout }),
  HttpApiEndpoint.get("get", "/till-layouts/:layout_id", { params: one, query: at, success: TillLayout }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("update", "/till-layouts/:layout_id", {
    params: one,
    query: at,
    payload: NewTillLayout,
    success: TillLayout
  }),
  HttpApiEndpoint.delete("remove", "/till-layouts/:layout_id", { params: one, query: at, success: Schema.Null })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

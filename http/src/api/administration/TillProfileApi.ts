import { NewTillProfile, TillProfile } from "@wristbank/core/catalogue/TillProfile"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { profile_id: Id }

/** What tills show and may do. */
export class TillProfileApi extends HttpApiGroup.make("till-profiles").add(
  HttpApiEndpoint.get("list", "/till-profiles", { query: at, success: normalisedList(TillProfile) }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("create", "/till-profiles", { query: at, payload: NewTillProfile, success: TillProfile }),
  HttpApiEndpoint.get("get", "/till-profiles/:profile_id", { params: one, query: at, success: TillProfile }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("update", "/till-profiles/:profile_id", {
    params: one,
    query: at,
    payload: NewTillProfile,
    success: TillProfile
  }),
  HttpApiEndpoint.delete("remove", "/till-profiles/:profile_id", { params: one, query: at, success: Schema.Null })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

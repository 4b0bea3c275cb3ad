import { NewTaxRate, TaxRate } from "@wristbank/core/catalogue/TaxRate"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { tax_rate_id: Id }

/** The tax rates that products refer to. */
export class TaxRateApi extends HttpApiGroup.make("tax-rates").add(
  HttpApiEndpoint.get("list", "/tax-rates", { query: at, success: normalisedList(TaxRate) }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("create", "/tax-rates", { query: at, payload: NewTaxRate, success: TaxRate }),
  HttpApiEndpoint.get("get", "/tax-rates/:tax_rate_id", { params: one, query: at, success: TaxRate }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("update", "/tax-rates/:tax_rate_id", {
    params: one,
    query: at,
    payload: NewTaxRate,
    success: TaxRate
  }),
  HttpApiEndpoint.delete("remove", "/tax-rates/:tax_rate_id", { params: one, query: at, success: Schema.Null })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

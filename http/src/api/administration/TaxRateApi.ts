import { Id } from "@wristbank/core/base/Id"
import { NewTaxRate } from "@wristbank/core/event/TaxRate"
import { NewTaxRateVersion, TaxRateVersion } from "@wristbank/core/event/TaxRateVersion"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { catalogueCalls } from "./CatalogueCalls.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const calls = catalogueCalls({ id: "tax_rate_id", item: shown.taxRate, input: NewTaxRate })

/** The rates of value added tax that products and tickets refer to. Prices are gross: they contain the tax. */
export class TaxRateApi extends HttpApiGroup.make("tax-rates").add(
  /**
   * List the tax rates of a node.
   *
   * The rates of the node and of the nodes above it in its event, by name. Each event has the rate `none`, with which the system
   * books what is not taxed.
   */
  HttpApiEndpoint.get("list", "/tax-rates", calls.list).annotate(Needs, "presence"),
  /**
   * Create a tax rate.
   *
   * It belongs to the node; products and tickets of that node and of the nodes below can refer to it. Names are unique, so a repeated
   * call is refused. Without `tax_type` the type follows from the name or the percentage where it can.
   */
  HttpApiEndpoint.post("create", "/tax-rates", calls.create),
  /**
   * Show a tax rate.
   *
   * A rate of the node or of a node above it in its event.
   */
  HttpApiEndpoint.get("get", "/tax-rates/:tax_rate_id", calls.get).annotate(Needs, "presence"),
  /**
   * Replace a tax rate.
   *
   * All its products and tickets have the new rate from the next order on; orders keep the rate that they were booked with. The type
   * is fixed once something was sold with the rate, as it is in the books for the tax office. The rate of the system never changes.
   */
  HttpApiEndpoint.post("update", "/tax-rates/:tax_rate_id", calls.update),
  /**
   * Delete a tax rate.
   *
   * For rates that no product or ticket has and that nothing was sold with. Give products another rate first.
   */
  HttpApiEndpoint.delete("remove", "/tax-rates/:tax_rate_id", calls.remove),
  /**
   * List the versions of a tax rate.
   *
   * What the rate is, was, and is planned to be, the last to begin first. The rate of the system has none.
   */
  HttpApiEndpoint.get("versions", "/tax-rates/:tax_rate_id/versions", {
    ...calls.get,
    success: normalisedList(TaxRateVersion)
  }).annotate(Needs, "presence"),
  /**
   * Change a tax rate from a moment on.
   *
   * Every product and ticket that has the rate at that moment is sold with the new one from then on, by itself, and orders keep what
   * was sold. Gross prices stay; those that are to change too are in `price_changes`. The closing of each till ends with the change, so
   * none has both rates.
   */
  HttpApiEndpoint.post("createVersion", "/tax-rates/:tax_rate_id/versions", {
    params: calls.get.params,
    query: calls.get.query,
    payload: NewTaxRateVersion,
    success: TaxRateVersion
  }),
  /**
   * Delete a planned version of a tax rate.
   *
   * With the versions of products and tickets that follow from it. What has begun is history and stays.
   */
  HttpApiEndpoint.delete("removeVersion", "/tax-rates/:tax_rate_id/versions/:version_id", {
    params: { ...calls.get.params, version_id: Id },
    query: calls.get.query,
    success: Schema.Null
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

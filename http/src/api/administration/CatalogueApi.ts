import { NewProduct } from "@wristbank/core/catalogue/Product"
import { NewTaxRate } from "@wristbank/core/catalogue/TaxRate"
import { NewTicket } from "@wristbank/core/catalogue/Ticket"
import { NewTillButton } from "@wristbank/core/catalogue/TillButton"
import { NewTillLayout } from "@wristbank/core/catalogue/TillLayout"
import { NewTillProfile } from "@wristbank/core/catalogue/TillProfile"
import { NewUserTagVariant } from "@wristbank/core/catalogue/UserTagVariant"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { queryFlag } from "../QueryFlag.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

/** Calls that list, show, make, change and delete the items of one kind, at `/name` and `/name/:idName`. */
const catalogueGroup = <
  const Name extends string,
  const IdName extends string,
  Item extends Schema.Top,
  Input extends Schema.Top,
  ListQuery extends Schema.Struct.Fields = {}
>(
  name: Name,
  kind: { readonly id: IdName; readonly item: Item; readonly input: Input; readonly listQuery?: ListQuery }
) => {
  const { id, input, item, listQuery } = kind
  const params = { [id]: Id } as { readonly [K in IdName]: typeof Id }
  const path = `/${name}` as const
  const itemPath = `${path}/:${id}` as const
  return HttpApiGroup.make(name).add(
    HttpApiEndpoint.get("list", path, { query: { ...at, ...listQuery as ListQuery }, success: normalisedList(item) })
      .annotate(Needs, "presence"),
    HttpApiEndpoint.post("create", path, { query: at, payload: input, success: item }),
    HttpApiEndpoint.get("get", itemPath, { params, query: at, success: item }).annotate(Needs, "presence"),
    HttpApiEndpoint.post("update", itemPath, { params, query: at, headers: ifMatch, payload: input, success: item }),
    HttpApiEndpoint.delete("remove", itemPath, { params, query: at, success: Schema.Null })
  ).annotate(Needs, mayManage).middleware(SignInRequired)
}

/** The products of an event; `show_all` lists tickets and the products of the system too. */
export class ProductApi extends catalogueGroup("products", {
  id: "product_id",
  item: shown.product,
  input: NewProduct,
  listQuery: { show_all: queryFlag(false) }
}) {}

/** The tax rates that products refer to. */
export class TaxRateApi extends catalogueGroup("tax-rates", {
  id: "tax_rate_id",
  item: shown.taxRate,
  input: NewTaxRate
}) {}

/** Tickets, which let guests in and give their tags an account. */
export class TicketApi extends catalogueGroup("tickets", { id: "ticket_id", item: shown.ticket, input: NewTicket }) {}

/** Buttons of tills, each with the products that one press sells. */
export class TillButtonApi extends catalogueGroup("till-buttons", {
  id: "button_id",
  item: shown.tillButton,
  input: NewTillButton
}) {}

/** Which buttons and tickets tills show, in which order. */
export class TillLayoutApi extends catalogueGroup("till-layouts", {
  id: "layout_id",
  item: shown.tillLayout,
  input: NewTillLayout
}) {}

/** Profiles of tills: their layout and their permissions. */
export class TillProfileApi extends catalogueGroup("till-profiles", {
  id: "profile_id",
  item: shown.tillProfile,
  input: NewTillProfile
}) {}

/** The kinds of wristbands of an event, for which products may be barred and tickets made. */
export class UserTagVariantApi extends catalogueGroup("user-tag-variants", {
  id: "user_tag_variant_id",
  item: shown.userTagVariant,
  input: NewUserTagVariant
}) {}

import { Id } from "@wristbank/core/base/Id"
import { Moment } from "@wristbank/core/base/Moment"
import { ListedPrice } from "@wristbank/core/event/ListedPrice"
import { NewProduct } from "@wristbank/core/event/Product"
import { NewProductVersion, ProductVersion } from "@wristbank/core/event/ProductVersion"
import { SoldOut } from "@wristbank/core/event/SoldOut"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { queryFlag } from "../QueryFlag.ts"
import { catalogueCalls } from "./CatalogueCalls.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const calls = catalogueCalls({ id: "product_id", item: shown.product, input: NewProduct })

/**
 * The goods that an event sells, with their prices, tax rates and age limits. A guest can buy a product once it is locked and on a
 * button that a till shows.
 */
export class ProductApi extends HttpApiGroup.make("products").add(
  /**
   * List the products of a node.
   *
   * The products of the node and of the nodes above it in its event, by name. With `show_all` also its tickets and the products that
   * every event has for the system's own bookings, such as top-ups, pay-outs and discounts.
   */
  HttpApiEndpoint.get("list", "/products", {
    ...calls.list,
    query: {
      ...calls.list.query,
      /** Whether tickets and the products of the system are listed too. */
      show_all: queryFlag(false)
    }
  }).annotate(Needs, "presence"),
  /**
   * Create a product.
   *
   * It belongs to the node, and the buttons of that node and of the nodes below can show it. Names of products and tickets are unique,
   * so a repeated call is refused. To sell it, lock it (`is_locked`), put it on a button, and the button into the layout of a till's profile.
   */
  HttpApiEndpoint.post("create", "/products", calls.create),
  /**
   * Show a product.
   *
   * A product of the node or of a node above it in its event. Tickets are at `/tickets/{ticket_id}`; a product as it was when it was
   * sold is in the line items of the order.
   */
  HttpApiEndpoint.get("get", "/products/:product_id", calls.get).annotate(Needs, "presence"),
  /**
   * Replace a product.
   *
   * All fields are replaced; those left out get their default, except for `category_id`, which then stays. Once a product is locked
   * only its name and category can change here; its price changes with a version, at `/products/{product_id}/versions`. Orders keep the product as it was sold; tills sell the new one from their next order on.
   */
  HttpApiEndpoint.post("update", "/products/:product_id", calls.update),
  /**
   * Delete a product.
   *
   * For products that were never sold, as receipts and statistics show the others. The product disappears from all buttons. One that was
   * sold stays; take it off the buttons instead.
   */
  HttpApiEndpoint.delete("remove", "/products/:product_id", calls.remove),
  /**
   * List the versions of a product.
   *
   * What the product costs, cost, and is planned to cost, the last to begin first. The oldest is what it was when it was made ready to
   * sell; before that it has none.
   */
  HttpApiEndpoint.get("versions", "/products/:product_id/versions", {
    ...calls.get,
    success: normalisedList(ProductVersion)
  }).annotate(Needs, "presence"),
  /**
   * Change a product that is ready to sell.
   *
   * Price, price in vouchers, tax rate, account and kinds of wristbands can change, now or from a moment on; fields that are left out
   * stay as they are at that moment. Orders keep what was sold. Tills sell the new version from their next order on, and a planned one
   * from its moment on, without a further call. Later versions stay as they were planned. A product that is taken back keeps its price.
   */
  HttpApiEndpoint.post("createVersion", "/products/:product_id/versions", {
    params: calls.get.params,
    query: calls.get.query,
    payload: NewProductVersion,
    success: ProductVersion
  }),
  /**
   * Delete a planned version.
   *
   * The product stays as it is then by the version before. What has begun is history and stays.
   */
  HttpApiEndpoint.delete("removeVersion", "/products/:product_id/versions/:version_id", {
    params: { ...calls.get.params, version_id: Id },
    query: calls.get.query,
    success: Schema.Null
  }),
  /**
   * List what is sold out.
   *
   * The products that are marked as sold out at the node, at nodes above it in its event, and at nodes below, by name.
   */
  HttpApiEndpoint.get("soldOut", "/sold-out", { ...calls.list, success: Schema.Array(SoldOut) }).annotate(
    Needs,
    "presence"
  ),
  /**
   * Mark a product as sold out.
   *
   * Tills at the node and below refuse to sell it from their next order on; it can still be returned. A repeated call changes nothing.
   */
  HttpApiEndpoint.post("markSoldOut", "/products/:product_id/sold-out", { ...calls.get, success: Schema.Null }),
  /**
   * Mark a product as back.
   *
   * Removes the mark at the node. What was marked at a node above is marked as back there, and marks at nodes below stay.
   */
  HttpApiEndpoint.delete("markBack", "/products/:product_id/sold-out", { ...calls.get, success: Schema.Null }),
  /**
   * Show the price list of a moment.
   *
   * The products of the node and of the nodes above it in its event that were ready to sell at that moment, by name, with the price that
   * was or will be in force, the version that says so, and when the next one begins; with the price lists that hold then, at one till or any.
   */
  HttpApiEndpoint.get("priceList", "/price-list", {
    query: {
      ...calls.list.query,
      /** The moment; now if left out. */
      at: Schema.optionalKey(Moment),
      /** A till: then only what its buttons sell now. */
      till_id: Schema.optionalKey(Id),
      /** Whether products of the nodes below are listed too. */
      below: queryFlag(false)
    },
    success: normalisedList(ListedPrice)
  }).annotate(Needs, "presence")
).annotate(Needs, mayManage).middleware(SignInRequired) {}

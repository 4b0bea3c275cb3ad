import { NewProduct } from "@wristbank/core/event/Product"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
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
   * All fields are replaced; those left out get their default. Once a product is locked only its name can change, for good: make
   * another product for another price. Orders keep the product as it was sold; tills sell the new one from their next order on.
   */
  HttpApiEndpoint.post("update", "/products/:product_id", calls.update),
  /**
   * Delete a product.
   *
   * For products that were never sold, as receipts and statistics show the others. The product disappears from all buttons. One that was
   * sold stays; take it off the buttons instead.
   */
  HttpApiEndpoint.delete("remove", "/products/:product_id", calls.remove)
).annotate(Needs, mayManage).middleware(SignInRequired) {}

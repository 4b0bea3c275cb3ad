import { NewProductCategory } from "@wristbank/core/event/ProductCategory"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { catalogueCalls } from "./CatalogueCalls.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const calls = catalogueCalls({
  id: "product_category_id",
  item: shown.productCategory,
  input: NewProductCategory
})

/**
 * Categories of products, such as drinks and food, by which cashiers find buttons and price lists name many products at once. They
 * change no price by themselves.
 */
export class ProductCategoryApi extends HttpApiGroup.make("product-categories").add(
  /**
   * List the categories of a node.
   *
   * The categories of the node and of the nodes above it in its event, in the order of tills: by `sequence`, then by name.
   */
  HttpApiEndpoint.get("list", "/product-categories", calls.list).annotate(Needs, "presence"),
  /**
   * Create a category.
   *
   * It belongs to the node, and products of that node and of the nodes below can be in it. An event can have 50. Names are unique, so
   * a repeated call is refused.
   */
  HttpApiEndpoint.post("create", "/product-categories", calls.create),
  /**
   * Show a category.
   *
   * A category of the node or of a node above it in its event.
   */
  HttpApiEndpoint.get("get", "/product-categories/:product_category_id", calls.get).annotate(Needs, "presence"),
  /**
   * Replace a category.
   *
   * Tills show its new name, colour and place from their next configuration on.
   */
  HttpApiEndpoint.post("update", "/product-categories/:product_category_id", calls.update),
  /**
   * Delete a category.
   *
   * For categories that nothing uses any more; the refusal names what does.
   */
  HttpApiEndpoint.delete("remove", "/product-categories/:product_category_id", calls.remove)
).annotate(Needs, mayManage).middleware(SignInRequired) {}

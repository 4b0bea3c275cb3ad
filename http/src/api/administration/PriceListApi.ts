import { NewPriceList } from "@wristbank/core/event/PriceList"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { catalogueCalls } from "./CatalogueCalls.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const calls = catalogueCalls({ id: "price_list_id", item: shown.priceList, input: NewPriceList })

/**
 * Other prices at some times, at some tills or for some guests: happy hour, backstage bar, crew. Tickets, deposits and prices that are
 * typed in take no part.
 */
export class PriceListApi extends HttpApiGroup.make("price-lists").add(
  /**
   * List the price lists of a node.
   *
   * The price lists of the node and of the nodes above it in its event, the one that decides first: by rank, the highest first.
   */
  HttpApiEndpoint.get("list", "/price-lists", calls.list).annotate(Needs, "presence"),
  /**
   * Create a price list.
   *
   * It belongs to the node and holds at the tills of that node and of the nodes below. Of the lists for everyone that apply to a
   * product, the one with the highest rank decides, and may make it dearer. A list for kinds of wristbands counts where it makes the
   * product cheaper still. Lists never add up. Names and ranks are unique, so a repeated call is refused.
   */
  HttpApiEndpoint.post("create", "/price-lists", calls.create),
  /**
   * Show a price list.
   *
   * A price list of the node or of a node above it in its event.
   */
  HttpApiEndpoint.get("get", "/price-lists/:price_list_id", calls.get).annotate(Needs, "presence"),
  /**
   * Replace a price list.
   *
   * The new one holds from now on. What was sold stays as it is.
   */
  HttpApiEndpoint.post("update", "/price-lists/:price_list_id", calls.update),
  /**
   * Delete a price list.
   *
   * It no longer holds from now on. What was sold stays as it is.
   */
  HttpApiEndpoint.delete("remove", "/price-lists/:price_list_id", calls.remove)
).annotate(Needs, mayManage).middleware(SignInRequired) {}

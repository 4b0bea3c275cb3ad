import { NewUserTagVariant } from "@wristbank/core/event/UserTagVariant"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { catalogueCalls } from "./CatalogueCalls.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const calls = catalogueCalls({ id: "user_tag_variant_id", item: shown.userTagVariant, input: NewUserTagVariant })

/**
 * The kinds of wristbands of an event, such as guests under 16, crew or guests of honour. A product can be forbidden for a kind, and a
 * kind can have a ticket of its own. A wristband without a kind is for adults and may buy everything.
 */
export class UserTagVariantApi extends HttpApiGroup.make("user-tag-variants").add(
  /**
   * List the kinds of wristbands of an event.
   *
   * All kinds of the event, by priority and name. `node_id` can be any node of the event. Every event has `under_16` and `under_18`.
   */
  HttpApiEndpoint.get("list", "/user-tag-variants", calls.list).annotate(Needs, "presence"),
  /**
   * Create a kind of wristband.
   *
   * It belongs to the event and counts in all of it. Names are unique, whether in upper or lower case, so a repeated call is refused.
   */
  HttpApiEndpoint.post("create", "/user-tag-variants", calls.create),
  /**
   * Show a kind of wristband.
   *
   * One kind of the event. `node_id` can be any node of the event.
   */
  HttpApiEndpoint.get("get", "/user-tag-variants/:user_tag_variant_id", calls.get).annotate(Needs, "presence"),
  /**
   * Replace a kind of wristband.
   *
   * Replaces name, description and priority. Wristbands, products and tickets of this kind keep it. The kinds `under_16` and
   * `under_18` keep their names, as age limits are recognised by them.
   */
  HttpApiEndpoint.post("update", "/user-tag-variants/:user_tag_variant_id", calls.update),
  /**
   * Delete a kind of wristband.
   *
   * Possible while no wristband, product or ticket has the kind: a child's wristband without its kind would be an adult's. `under_16`
   * and `under_18` can't be deleted.
   */
  HttpApiEndpoint.delete("remove", "/user-tag-variants/:user_tag_variant_id", calls.remove)
).annotate(Needs, mayManage).middleware(SignInRequired) {}

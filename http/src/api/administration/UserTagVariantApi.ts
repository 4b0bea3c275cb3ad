import { NewUserTagVariant } from "@wristbank/core/catalogue/UserTagVariant"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { catalogueCalls } from "./CatalogueCalls.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const calls = catalogueCalls({ id: "user_tag_variant_id", item: shown.userTagVariant, input: NewUserTagVariant })

/**
 * The kinds of wristbands of an event, such as guests under 16, crew or guests of honour. A product can be barred for a kind, and a
 * kind can have a ticket of its own. A wristband without a kind is for adults and may buy everything.
 */
export class UserTagVariantApi extends HttpApiGroup.make("user-tag-variants").add(
  /**
   * List the kinds of wristbands of an event.
   *
   * All kinds of the event, whichever of its nodes is named, by priority and name. Every event has `under_16` and `under_18`.
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
   * Any kind of the event, whichever of its nodes is named.
   */
  HttpApiEndpoint.get("get", "/user-tag-variants/:user_tag_variant_id", calls.get).annotate(Needs, "presence"),
  /**
   * Replace a kind of wristband.
   *
   * Name, description and priority are replaced; wristbands, products and tickets keep the kind. The names `under_16` and `under_18`
   * stay, as age limits are recognised by them.
   */
  HttpApiEndpoint.post("update", "/user-tag-variants/:user_tag_variant_id", calls.update),
  /**
   * Delete a kind of wristband.
   *
   * For kinds that no wristband, product or ticket has: taking a kind off a child's wristband would make it an adult's. `under_16` and
   * `under_18` stay in every event.
   */
  HttpApiEndpoint.delete("remove", "/user-tag-variants/:user_tag_variant_id", calls.remove)
).annotate(Needs, mayManage).middleware(SignInRequired) {}

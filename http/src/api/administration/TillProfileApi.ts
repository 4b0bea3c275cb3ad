import { NewTillProfile } from "@wristbank/core/event/TillProfile"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { catalogueCalls } from "./CatalogueCalls.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const calls = catalogueCalls({ id: "profile_id", item: shown.tillProfile, input: NewTillProfile })

/** What a till may do and what it shows: a layout, the actions it allows and the payment methods it takes. Many tills can share one. */
export class TillProfileApi extends HttpApiGroup.make("till-profiles").add(
  /**
   * List the profiles of a node.
   *
   * The profiles of the node and of the nodes above it in its event, by name. Above events the list is empty.
   */
  HttpApiEndpoint.get("list", "/till-profiles", calls.list).annotate(Needs, "presence"),
  /**
   * Create a profile.
   *
   * It belongs to the node, and the tills of that node and of the nodes below can have it. Its layout must be one of the node or of a
   * node above it. Names are unique, so a repeated call is refused.
   */
  HttpApiEndpoint.post("create", "/till-profiles", calls.create),
  /**
   * Show a profile.
   *
   * A profile of the node or of a node above it in its event.
   */
  HttpApiEndpoint.get("get", "/till-profiles/:profile_id", calls.get).annotate(Needs, "presence"),
  /**
   * Replace a profile.
   *
   * The new version counts for every till with this profile from its next order on. What it no longer allows is refused, even before
   * the till's screen shows the change.
   */
  HttpApiEndpoint.post("update", "/till-profiles/:profile_id", calls.update),
  /**
   * Delete a profile.
   *
   * For profiles that no till has. Its layout stays.
   */
  HttpApiEndpoint.delete("remove", "/till-profiles/:profile_id", calls.remove)
).annotate(Needs, mayManage).middleware(SignInRequired) {}

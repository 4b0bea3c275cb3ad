import { NewTillLayout } from "@wristbank/core/event/TillLayout"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { catalogueCalls } from "./CatalogueCalls.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const calls = catalogueCalls({ id: "layout_id", item: shown.tillLayout, input: NewTillLayout })

/** Which buttons and tickets a till shows, and in which order. A profile gives its layout to the tills that use it. */
export class TillLayoutApi extends HttpApiGroup.make("till-layouts").add(
  /**
   * List the layouts of a node.
   *
   * The layouts of the node and of the nodes above it in its event, by name. Above events the list is empty.
   */
  HttpApiEndpoint.get("list", "/till-layouts", calls.list).annotate(Needs, "presence"),
  /**
   * Create a layout.
   *
   * It belongs to the node, and the profiles of that node and of the nodes below can use it. Each button and ticket can be in it once.
   * Each of its tickets may be for one kind of wristband at most, and two tickets may not be for the same kind.
   */
  HttpApiEndpoint.post("create", "/till-layouts", calls.create),
  /**
   * Show a layout.
   *
   * A layout of the node or of a node above it in its event.
   */
  HttpApiEndpoint.get("get", "/till-layouts/:layout_id", calls.get).annotate(Needs, "presence"),
  /**
   * Replace a layout.
   *
   * Send all buttons and tickets in the order in which tills are to show them; those left out are taken away. Tills sell by the new
   * layout from their next order on.
   */
  HttpApiEndpoint.post("update", "/till-layouts/:layout_id", calls.update),
  /**
   * Delete a layout.
   *
   * Possible while no profile uses the layout. The buttons and tickets in it are not deleted.
   */
  HttpApiEndpoint.delete("remove", "/till-layouts/:layout_id", calls.remove)
).annotate(Needs, mayManage).middleware(SignInRequired) {}

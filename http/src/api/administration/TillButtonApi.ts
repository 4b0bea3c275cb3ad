import { Id } from "@wristbank/core/base/Id"
import { ButtonPicture, NewButtonPicture } from "@wristbank/core/event/ButtonPicture"
import { NewTillButton } from "@wristbank/core/event/TillButton"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { catalogueCalls } from "./CatalogueCalls.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const calls = catalogueCalls({ id: "button_id", item: shown.tillButton, input: NewTillButton })

/** The buttons on the screens of tills. One press sells all products of the button, such as a drink with its deposit. */
export class TillButtonApi extends HttpApiGroup.make("till-buttons").add(
  /**
   * List the buttons of a node.
   *
   * The buttons of the node and of the nodes above it in its event, by name. Above events the list is empty.
   */
  HttpApiEndpoint.get("list", "/till-buttons", calls.list).annotate(Needs, "presence"),
  /**
   * Create a button.
   *
   * It belongs to the node, and the layouts of that node and of the nodes below can show it. Its products must be locked. At most one
   * may have a free price, one a price in vouchers and one be returnable, so that the price of a press is clear.
   */
  HttpApiEndpoint.post("create", "/till-buttons", calls.create),
  /**
   * Show a button.
   *
   * A button of the node or of a node above it in its event.
   */
  HttpApiEndpoint.get("get", "/till-buttons/:button_id", calls.get).annotate(Needs, "presence"),
  /**
   * Replace a button.
   *
   * Name and products are replaced, with the same rules as for a new button; short name, colour and picture stay as they are if left out. Tills whose layout has the button show it so when they
   * next read their configuration.
   */
  HttpApiEndpoint.post("update", "/till-buttons/:button_id", calls.update),
  /**
   * Delete a button.
   *
   * For buttons that no layout shows. Its products stay, and so do the orders that were booked with it.
   */
  HttpApiEndpoint.delete("remove", "/till-buttons/:button_id", calls.remove),
  /**
   * Upload a picture for buttons.
   *
   * A PNG, JPEG or WebP picture of at most 512 pixels a side and 64 KiB. It is stored without anything that does not draw, such as the
   * place where a photo was taken, so a photo that is stored turned is refused. The answer has its hash, which buttons name. The same
   * picture is stored once in an event, which can have 500. One that no button shows for a day is removed.
   */
  HttpApiEndpoint.post("uploadPicture", "/till-button-pictures", {
    query: { node_id: Id },
    payload: NewButtonPicture,
    success: ButtonPicture
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

import { Id } from "@wristbank/core/base/Id"
import { NewTicket } from "@wristbank/core/event/Ticket"
import { NewTicketVersion, TicketVersion } from "@wristbank/core/event/TicketVersion"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { catalogueCalls } from "./CatalogueCalls.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const calls = catalogueCalls({ id: "ticket_id", item: shown.ticket, input: NewTicket })

/**
 * Tickets let guests in: with its ticket a wristband gets an account and may be given money. The kind of the scanned wristband decides
 * which ticket of the till it gets.
 */
export class TicketApi extends HttpApiGroup.make("tickets").add(
  /**
   * List the tickets of a node.
   *
   * The tickets of the node and of the nodes above it in its event, by name. Tickets that guests bought before the event are at
   * `/tickets/external-tickets`.
   */
  HttpApiEndpoint.get("list", "/tickets", calls.list).annotate(Needs, "presence"),
  /**
   * Create a ticket.
   *
   * It belongs to the node, and the layouts of that node and of the nodes below can show it. Names of products and tickets are unique,
   * so a repeated call is refused. To sell it, lock it (`is_locked`) and put it into the layout of a till's profile that sells tickets.
   */
  HttpApiEndpoint.post("create", "/tickets", calls.create),
  /**
   * Show a ticket.
   *
   * A ticket of the node or of a node above it in its event.
   */
  HttpApiEndpoint.get("get", "/tickets/:ticket_id", calls.get).annotate(Needs, "presence"),
  /**
   * Replace a ticket.
   *
   * All fields are replaced, also those of a locked ticket, from now on; orders keep the ticket as it was sold. Its kinds of wristbands must differ
   * from those of all other tickets in the same layouts, so that a scanned wristband leads to one ticket.
   */
  HttpApiEndpoint.post("update", "/tickets/:ticket_id", calls.update),
  /**
   * Delete a ticket.
   *
   * Possible while the ticket was never sold and is in no layout, so take it out of the layouts first.
   */
  HttpApiEndpoint.delete("remove", "/tickets/:ticket_id", calls.remove),
  /**
   * List the versions of a ticket.
   *
   * What the admission costs, cost, and is planned to cost, the last to begin first. The oldest is what it was when it was made ready
   * to sell; before that it has none.
   */
  HttpApiEndpoint.get("versions", "/tickets/:ticket_id/versions", {
    ...calls.get,
    success: normalisedList(TicketVersion)
  }).annotate(Needs, "presence"),
  /**
   * Change the price of a ticket from a moment on.
   *
   * Price and tax rate can change, now or from a moment on; fields that are left out stay as they are at that moment. Orders keep what
   * was sold. Tills sell the new version from their next order on, and a planned one from its moment on, without a further call.
   */
  HttpApiEndpoint.post("createVersion", "/tickets/:ticket_id/versions", {
    params: calls.get.params,
    query: calls.get.query,
    payload: NewTicketVersion,
    success: TicketVersion
  }),
  /**
   * Delete a planned version of a ticket.
   *
   * The ticket stays as it is then by the version before. What has begun is history and stays.
   */
  HttpApiEndpoint.delete("removeVersion", "/tickets/:ticket_id/versions/:version_id", {
    params: { ...calls.get.params, version_id: Id },
    query: calls.get.query,
    success: Schema.Null
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

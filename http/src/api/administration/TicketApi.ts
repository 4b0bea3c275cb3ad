import { ExternalTicket } from "@wristbank/core/catalogue/ExternalTicket"
import { NewTicket, Ticket } from "@wristbank/core/catalogue/Ticket"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { ticket_id: Id }

/** What lets guests in and gives their tags an account. */
export class TicketApi extends HttpApiGroup.make("tickets").add(
  HttpApiEndpoint.get("list", "/tickets", { query: at, success: normalisedList(Ticket) }).annotate(Needs, "presence"),
  HttpApiEndpoint.post("create", "/tickets", { query: at, payload: NewTicket, success: Ticket }),
  /** Of other shops; none as long as no presale is imported. */
  HttpApiEndpoint.get("listExternal", "/tickets/external-tickets", {
    query: at,
    success: Schema.Array(ExternalTicket)
  }),
  HttpApiEndpoint.get("get", "/tickets/:ticket_id", { params: one, query: at, success: Ticket }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("update", "/tickets/:ticket_id", {
    params: one,
    query: at,
    payload: NewTicket,
    success: Ticket
  }),
  HttpApiEndpoint.delete("remove", "/tickets/:ticket_id", { params: one, query: at, success: Schema.Null })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

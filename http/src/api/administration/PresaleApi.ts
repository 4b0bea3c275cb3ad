import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { ExternalTicket, PresaleStats } from "@wristbank/core/presale/ExternalTicket"
import { SearchText } from "@wristbank/core/primitives/Text"
import { TicketState } from "@wristbank/core/tag/TicketVoucher"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { wholeOrSortedBy } from "../Page.ts"
import { flag } from "../QueryFlag.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

/** Tickets that a ticket shop sold before the event. */
export class PresaleApi extends HttpApiGroup.make("presale").add(
  HttpApiEndpoint.get("tickets", "/tickets/external-tickets", {
    query: {
      ...at,
      ...wholeOrSortedBy(["external_reference", "customer_name", "customer_email", "initial_top_up_amount"], "id"),
      search: Schema.optionalKey(SearchText),
      state: Schema.optionalKey(TicketState),
      checked_in: Schema.optionalKey(flag),
      with_credit: Schema.optionalKey(flag)
    },
    success: Schema.Array(ExternalTicket)
  }),
  HttpApiEndpoint.get("stats", "/tickets/stats/presale", { query: at, success: PresaleStats })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

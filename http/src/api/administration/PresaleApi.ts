import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { ExternalTicket, PresaleStats } from "@wristbank/core/presale/ExternalTicket"
import { ListedCase } from "@wristbank/core/presale/PresaleCase"
import { BrokenOrder, PresaleStatus, StoppedCheckIn } from "@wristbank/core/presale/PresaleStatus"
import { PretixCheckInList, PretixEntry, PretixProduct, ShopReport } from "@wristbank/core/presale/PretixShop"
import { orNull } from "@wristbank/core/primitives/OptionalField"
import { SearchText, SingleLine, Text } from "@wristbank/core/primitives/Text"
import { TicketState } from "@wristbank/core/tag/TicketVoucher"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { long, wholeOrSortedBy } from "../Page.ts"
import { flag } from "../QueryFlag.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

const WebhookType = Schema.Struct({ webhook_type: Schema.Literals(["pretix"]) })

/** Tickets that a ticket shop sold before the event, and their import. */
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
  HttpApiEndpoint.get("stats", "/tickets/stats/presale", { query: at, success: PresaleStats }),
  HttpApiEndpoint.get("status", "/presale/status", { query: at, success: PresaleStatus }),
  /** Has the workers read the shop at once. */
  HttpApiEndpoint.post("read", "/presale/read", {
    query: at,
    payload: Schema.Struct({ everything: Schema.Boolean }),
    success: Schema.Null
  }),
  HttpApiEndpoint.get("cases", "/presale/cases", {
    query: { ...at, ...long, settled: Schema.optionalKey(flag) },
    success: Schema.Array(ListedCase)
  }),
  HttpApiEndpoint.post("settle", "/presale/cases/:case_id/settle", {
    params: { case_id: Id },
    query: at,
    payload: Schema.Struct({ comment: orNull(Text) }),
    success: Schema.Null
  }),
  HttpApiEndpoint.get("brokenOrders", "/presale/broken-orders", {
    query: { ...at, limit: long.limit, cursor: Schema.optionalKey(SingleLine) },
    success: Schema.Array(BrokenOrder)
  }),
  HttpApiEndpoint.get("stoppedCheckIns", "/presale/stopped-check-ins", {
    query: { ...at, ...long },
    success: Schema.Array(StoppedCheckIn)
  }),
  HttpApiEndpoint.post("retryCheckIn", "/presale/stopped-check-ins/:ticket_voucher_id/retry", {
    params: { ticket_voucher_id: Id },
    query: at,
    success: Schema.Null
  }),
  /** Calls the shop of the saved settings. */
  HttpApiEndpoint.post("checkConnection", "/tree/events/:node_id/check-pretix-connection", {
    params: at,
    success: ShopReport
  }),
  HttpApiEndpoint.post("fetchProducts", "/tree/events/:node_id/fetch-pretix-products", {
    params: at,
    payload: PretixEntry,
    success: Schema.Array(PretixProduct)
  }),
  HttpApiEndpoint.post("fetchCheckInLists", "/tree/events/:node_id/fetch-pretix-check-in-lists", {
    params: at,
    payload: PretixEntry,
    success: Schema.Array(PretixCheckInList)
  }),
  /** The former address is invalid from then on. */
  HttpApiEndpoint.post("generateWebhookUrl", "/tree/events/:node_id/generate-webhook-url", {
    params: at,
    payload: WebhookType,
    success: Schema.Struct({ webhook_url: Schema.String })
  }),
  HttpApiEndpoint.post("revokeWebhookUrl", "/tree/events/:node_id/revoke-webhook-url", {
    params: at,
    payload: WebhookType,
    success: Schema.Null
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

/** Reports of a ticket shop about changed orders. The token is part of the address that the office made for the shop. */
export class WebhookApi extends HttpApiGroup.make("webhooks").add(
  HttpApiEndpoint.post("trigger", "/webhooks/hook", {
    query: { token: Schema.String.check(Schema.isMaxLength(1000)) },
    payload: Schema.Unknown,
    success: Schema.Null
  })
).annotate(Needs, "nothing") {}

import { Id } from "@wristbank/core/base/Id"
import { Moment } from "@wristbank/core/base/Moment"
import { orNull } from "@wristbank/core/base/OptionalField"
import { SearchText, SingleLine, Text } from "@wristbank/core/base/Text"
import { mayManage } from "@wristbank/core/organisation/Place"
import { ExternalTicket, PresaleStats } from "@wristbank/core/presale/ExternalTicket"
import { ListedCase } from "@wristbank/core/presale/PresaleCase"
import { BrokenOrder, PresaleStatus, StoppedCheckIn } from "@wristbank/core/presale/PresaleStatus"
import { DatedCheckInList, PretixEntry, PretixProduct, ShopReport } from "@wristbank/core/presale/PretixShop"
import { TicketState } from "@wristbank/core/wristband/TicketVoucher"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { long, wholeOrSortedBy } from "../Page.ts"
import { flag } from "../QueryFlag.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

const WebhookType = Schema.Struct({
  /** The kind of ticket shop. */
  webhook_type: Schema.Literals(["pretix"])
})

/** Tickets that a ticket shop sold before the event: their import, their check-ins, and what someone must decide about them. */
export class PresaleApi extends HttpApiGroup.make("presale").add(
  /**
   * List the presale tickets of an event.
   *
   * Tickets that a ticket shop or a CSV file brought, with their order, their guest, their credit and whether they were exchanged for a
   * wristband. Only tickets at nodes that the caller administers, in the order in which they were imported unless `sort` says otherwise.
   * With `Accept: text/csv` the answer is a file of all tickets that the filters select.
   */
  HttpApiEndpoint.get("tickets", "/tickets/external-tickets", {
    query: {
      ...at,
      ...wholeOrSortedBy(["external_reference", "customer_name", "customer_email", "initial_top_up_amount"], "id"),
      /** Part of the order, the code, the product, or the guest's name or e-mail address, in upper or lower case. */
      search: Schema.optionalKey(SearchText),
      /** Only tickets in this state. */
      state: Schema.optionalKey(TicketState),
      /** Only tickets that were exchanged for a wristband (`true`), or only others (`false`). */
      checked_in: Schema.optionalKey(flag),
      /** Only tickets with credit (`true`), or only those without (`false`). */
      with_credit: Schema.optionalKey(flag)
    },
    success: Schema.Array(ExternalTicket)
  }),
  /**
   * Show the figures of the presale.
   *
   * How many tickets were sold, exchanged, cancelled and suspended, and how much of the credit sold has reached wristbands. With `as_of`
   * as all this was at that time, as far as the import had come. Of tickets imported by a version that did not note changes, those from
   * before the upgrade are not known: they count from when they were bought, as they were at the upgrade.
   */
  HttpApiEndpoint.get("stats", "/tickets/stats/presale", {
    query: {
      ...at,
      /** The figures are those of this moment, without later imports and check-ins; without it those of now. */
      as_of: Schema.optionalKey(Moment)
    },
    success: PresaleStats
  }),
  /**
   * Show how the import of the presale stands.
   *
   * When the ticket shop was last read, what that reading found, what failed and when the next one is due; how many reported changes,
   * check-ins, broken orders and open cases wait.
   */
  HttpApiEndpoint.get("status", "/presale/status", { query: at, success: PresaleStatus }),
  /**
   * Ask for a reading of the ticket shop at once.
   *
   * A worker reads the shop as soon as it can, even in the pause after a failure; the call does not wait for it, so look at the status.
   * Reading again what is known changes nothing. Nothing is read while the presale is switched off.
   */
  HttpApiEndpoint.post("read", "/presale/read", {
    query: at,
    payload: Schema.Struct({
      /** `true` reads every order of the shop, `false` what changed since the last reading. */
      everything: Schema.Boolean
    }),
    success: Schema.Null
  }),
  /**
   * List the presale cases that someone must decide.
   *
   * Changes in the shop that would take money from a guest who has their wristband already, and credit that could not be booked: the import
   * never decides these by itself. Oldest first.
   */
  HttpApiEndpoint.get("cases", "/presale/cases", {
    query: {
      ...at,
      ...long,
      /** Only settled cases (`true`), or only open ones (`false`); all if it is left out. */
      settled: Schema.optionalKey(flag)
    },
    success: Schema.Array(ListedCase)
  }),
  /**
   * Settle a presale case.
   *
   * Notes that the caller has decided the case, with a comment for others. No money is moved: if the decision is to pay something back, do
   * that first. A settled case is refused. The case opens again if the shop changes the amount. With `cancel_ticket` a ticket of a shop
   * that is no longer read (`other_shop`) is cancelled; without it the ticket goes on admitting.
   */
  HttpApiEndpoint.post("settle", "/presale/cases/:case_id/settle", {
    params: { case_id: Id },
    query: at,
    payload: Schema.Struct({
      /** What was decided, for others. */
      comment: orNull(Text),
      /** Cancel the ticket of the case, which only `other_shop` allows; false by default. */
      cancel_ticket: Schema.optionalKey(Schema.Boolean)
    }),
    success: Schema.Null
  }),
  /**
   * List the shop's orders that could not be imported.
   *
   * Each with the rule that it violates, ordered by code. Readings try them again by themselves; they leave the list once they are
   * imported.
   */
  HttpApiEndpoint.get("brokenOrders", "/presale/broken-orders", {
    query: {
      ...at,
      limit: long.limit,
      /** The code of the last order of the page before; the list goes on after it. */
      cursor: Schema.optionalKey(SingleLine)
    },
    success: Schema.Array(BrokenOrder)
  }),
  /**
   * List check-ins that the ticket shop refused.
   *
   * The guest has their wristband, but the shop refused to check the ticket in, so it is not tried again by itself. Ordered by ticket. Fix
   * the cause in the shop or in the settings of the event, then ask for another try. Check-ins of tickets of a shop that the event no longer
   * imports from are listed as well (`is_of_former_shop`): they are sent to no shop, and need no decision.
   */
  HttpApiEndpoint.get("stoppedCheckIns", "/presale/stopped-check-ins", {
    query: { ...at, ...long },
    success: Schema.Array(StoppedCheckIn)
  }),
  /**
   * Try a refused check-in again.
   *
   * Puts the check-in back into the queue; the shop is called by a worker soon after. The shop accepts the same check-in any number of
   * times. A check-in that was not refused is not found, and one of a former shop can't be tried again.
   */
  HttpApiEndpoint.post("retryCheckIn", "/presale/stopped-check-ins/:ticket_voucher_id/retry", {
    params: {
      /** The ticket whose check-in was refused. */
      ticket_voucher_id: Id
    },
    query: at,
    success: Schema.Null
  }),
  /**
   * Check the connection to the ticket shop.
   *
   * Calls the shop with the settings that are saved, also while the presale is switched off. Answers what the shop has, and what the
   * settings name that it does not have. Nothing is imported or changed. Waits at most 25 seconds for the shop.
   */
  HttpApiEndpoint.post("checkConnection", "/tree/events/:node_id/check-pretix-connection", {
    params: at,
    success: ShopReport
  }),
  /**
   * List the products of a ticket shop.
   *
   * For a form in which the shop's address and key are entered but not saved yet. The stored key is used if the form has none, and only for
   * the shop that it was stored for. Nothing is saved.
   */
  HttpApiEndpoint.post("fetchProducts", "/tree/events/:node_id/fetch-pretix-products", {
    params: at,
    payload: PretixEntry,
    success: Schema.Array(PretixProduct)
  }),
  /**
   * List the check-in lists of a ticket shop.
   *
   * For a form in which the shop's address and key are entered but not saved yet. The stored key is used if the form has none, and only for
   * the shop that it was stored for. Nothing is saved.
   */
  HttpApiEndpoint.post("fetchCheckInLists", "/tree/events/:node_id/fetch-pretix-check-in-lists", {
    params: at,
    payload: PretixEntry,
    success: Schema.Array(DatedCheckInList)
  }),
  /**
   * Make the address for reports of the ticket shop.
   *
   * Enter it in the shop as a webhook for orders and check-ins. It holds a secret and is shown only once; the former address stops working,
   * so every call asks for a change in the shop. Without the webhook, changes are found by the regular readings. Unless the setting
   * `WRISTBANK_ADMINISTRATION_URL` names the address of this API, the answer has the path alone, to be put behind the server's address.
   */
  HttpApiEndpoint.post("generateWebhookUrl", "/tree/events/:node_id/generate-webhook-url", {
    params: at,
    payload: WebhookType,
    success: Schema.Struct({
      /** The address to enter in the shop; anyone who knows it can report changes. */
      webhook_url: Schema.String
    })
  }),
  /**
   * Revoke the address for reports of the ticket shop.
   *
   * Reports to it are not found from then on. If there is no address, the call is refused as not found. The regular readings go on.
   */
  HttpApiEndpoint.post("revokeWebhookUrl", "/tree/events/:node_id/revoke-webhook-url", {
    params: at,
    payload: WebhookType,
    success: Schema.Null
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

/** Reports of a ticket shop about changed orders. The token is part of the address that the office made for the shop. */
export class WebhookApi extends HttpApiGroup.make("webhooks").add(
  /**
   * Report a change from the ticket shop.
   *
   * Called by the shop, as pretix sends its webhooks. The report only says which order to read again; it is stored and worked later. The
   * same report again changes nothing; reports of other things are accepted and left out. An unknown token is not found.
   */
  HttpApiEndpoint.post("trigger", "/webhooks/hook", {
    query: {
      /** The secret in the address that was made for the shop. */
      token: Schema.String.check(Schema.isMaxLength(1000))
    },
    payload: Schema.Unknown,
    success: Schema.Null
  })
).annotate(Needs, "nothing") {}

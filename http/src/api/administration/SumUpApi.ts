import { Id } from "@wristbank/core/base/Id"
import { CardAuthorisation, CardTokenPayload, NewCardAuthorisation } from "@wristbank/core/card/CardAuthorisation"
import { SumUpCheckout, SumUpTransaction } from "@wristbank/core/card/ListedPayment"
import { maySeePayments } from "@wristbank/core/card/ListedPayment"
import { Reconciliation, ReconciliationDetail } from "@wristbank/core/card/ReconciliationReport"
import { OrderUuid } from "@wristbank/core/journal/Order"
import { UnverifiedPayment } from "@wristbank/core/sale/PendingOrder"
import { SettledPayment, SettlementPayload } from "@wristbank/core/sale/Settlement"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { long } from "../Page.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const inProvidersList = {
  limit: long.limit,
  /** The cursor of the `Link` header: time and id of the last entry of the page before. */
  cursor: Schema.optionalKey(Schema.String)
}

/**
 * Card payments of an event: what the card provider (SumUp) has, how it compares with what was booked, and the payments that someone must
 * decide on. Card payments belong to the event as a whole, so the privilege is needed at the event.
 */
export class SumUpApi extends HttpApiGroup.make("sumup").add(
  /**
   * List checkouts at the card provider.
   *
   * Payments that guests began on the web, as the card provider has them now, the newest first. Those of other systems at the same merchant
   * account are left out. Refused for archived events.
   */
  HttpApiEndpoint.get("checkouts", "/sumup/checkouts", {
    query: { ...at, ...inProvidersList },
    success: Schema.Array(SumUpCheckout)
  }),
  /**
   * Show a checkout at the card provider.
   *
   * As the card provider has it now, with each attempt to pay it. Refused for archived events.
   */
  HttpApiEndpoint.get("checkout", "/sumup/checkouts/:checkout_id", {
    params: {
      /** The card provider's id of the checkout. */
      checkout_id: Schema.String
    },
    query: at,
    success: SumUpCheckout
  }),
  /**
   * List transactions at the card provider.
   *
   * All movements of money of the event's merchant account, as the card provider has them now, the newest first, whichever system made
   * them. Refused for archived events.
   */
  HttpApiEndpoint.get("transactions", "/sumup/transactions", {
    query: { ...at, ...inProvidersList },
    success: Schema.Array(SumUpTransaction)
  }),
  /**
   * List the daily comparisons with the provider.
   *
   * An hour after each day, a worker compares the card provider's history with the orders booked. One entry a day, the newest first, with
   * the sums and how many differences need attention.
   */
  HttpApiEndpoint.get("reconciliations", "/sumup/reconciliations", {
    query: { ...at, ...long },
    success: Schema.Array(Reconciliation)
  }),
  /**
   * Show the comparison of one day.
   *
   * Its sums and a page of its differences: payments without an order, orders without a payment, other amounts, payments made twice, and
   * money that went back.
   */
  HttpApiEndpoint.get("reconciliation", "/sumup/reconciliations/:reconciliation_id", {
    params: {
      /** The comparison, from the list of them. */
      reconciliation_id: Id
    },
    query: { ...at, ...long },
    success: ReconciliationDetail
  }),
  /**
   * List card payments that someone must look into.
   *
   * Payments that a terminal reported and that were booked before the card provider confirmed them, and payments whose order can't be
   * booked; the oldest first. The provider is asked again, so most are settled within minutes without anyone's help.
   */
  HttpApiEndpoint.get("unverified", "/sumup/unverified-payments", {
    query: {
      ...at,
      limit: long.limit,
      /** The UUID of the last order of the page before; the list goes on after it. */
      cursor: Schema.optionalKey(OrderUuid)
    },
    success: Schema.Array(UnverifiedPayment)
  }),
  /**
   * Settle an unverified card payment.
   *
   * Look at the payment at the card provider first: the decision is final, and the provider is not asked again. `book` books the order as
   * it was prepared, `dismiss` gives it up, `acknowledge` leaves a booked order as it is. No money is given back by it. A second call is
   * refused.
   */
  HttpApiEndpoint.post("settle", "/sumup/unverified-payments/:order_uuid/settle", {
    params: {
      /** The UUID of the order, from the list of unverified payments. */
      order_uuid: OrderUuid
    },
    query: at,
    payload: SettlementPayload,
    success: SettledPayment
  }),
  /**
   * Begin to connect the event to the provider.
   *
   * Answers the address of the card provider's page on which an administrator allows the access, and a state that must come back with the
   * code within 15 minutes. Enter the merchant code and the OAuth client in the settings of the event first. Only at the event's own node.
   */
  HttpApiEndpoint.post("beginAuthorization", "/tree/nodes/:node_id/begin-sumup-authorization", {
    params: at,
    payload: NewCardAuthorisation,
    success: CardAuthorisation
  }),
  /**
   * Finish connecting the event to the provider.
   *
   * Exchanges the code that the card provider sent back for access of the event's card readers. The code must belong to the merchant
   * account named in the settings of the event. Replaces access that was stored before. Only at the event's own node.
   */
  HttpApiEndpoint.post("configureToken", "/tree/nodes/:node_id/configure-sumup-token", {
    params: at,
    payload: CardTokenPayload,
    success: Schema.Null
  })
).annotate(Needs, maySeePayments).middleware(SignInRequired) {}

import { CardAuthorisation, CardTokenPayload, NewCardAuthorisation } from "@wristbank/core/card/CardAuthorisation"
import { SumUpCheckout, SumUpTransaction } from "@wristbank/core/card/ListedPayment"
import { maySeePayments } from "@wristbank/core/card/ListedPayment"
import { Reconciliation, ReconciliationDetail } from "@wristbank/core/card/Reconciliation"
import { Id } from "@wristbank/core/ledger/Id"
import { OrderUuid } from "@wristbank/core/order/Order"
import { UnverifiedPayment } from "@wristbank/core/order/PendingOrder"
import { SettledPayment, SettlementPayload } from "@wristbank/core/order/Settlement"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { long } from "../Page.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const inProvidersList = { limit: long.limit, cursor: Schema.optionalKey(Schema.String) }

/**
 * The card provider's payments of an event, their reconciliation with the bookings, and the payments that an operator must
 * decide on.
 */
export class SumUpApi extends HttpApiGroup.make("sumup").add(
  HttpApiEndpoint.get("checkouts", "/sumup/checkouts", {
    query: { ...at, ...inProvidersList },
    success: Schema.Array(SumUpCheckout)
  }),
  HttpApiEndpoint.get("checkout", "/sumup/checkouts/:checkout_id", {
    params: { checkout_id: Schema.String },
    query: at,
    success: SumUpCheckout
  }),
  HttpApiEndpoint.get("transactions", "/sumup/transactions", {
    query: { ...at, ...inProvidersList },
    success: Schema.Array(SumUpTransaction)
  }),
  HttpApiEndpoint.get("reconciliations", "/sumup/reconciliations", {
    query: { ...at, ...long },
    success: Schema.Array(Reconciliation)
  }),
  HttpApiEndpoint.get("reconciliation", "/sumup/reconciliations/:reconciliation_id", {
    params: { reconciliation_id: Id },
    query: { ...at, ...long },
    success: ReconciliationDetail
  }),
  HttpApiEndpoint.get("unverified", "/sumup/unverified-payments", {
    query: { ...at, limit: long.limit, cursor: Schema.optionalKey(OrderUuid) },
    success: Schema.Array(UnverifiedPayment)
  }),
  HttpApiEndpoint.post("settle", "/sumup/unverified-payments/:order_uuid/settle", {
    params: { order_uuid: OrderUuid },
    query: at,
    payload: SettlementPayload,
    success: SettledPayment
  }),
  HttpApiEndpoint.post("beginAuthorization", "/tree/nodes/:node_id/begin-sumup-authorization", {
    params: at,
    payload: NewCardAuthorisation,
    success: CardAuthorisation
  }),
  HttpApiEndpoint.post("configureToken", "/tree/nodes/:node_id/configure-sumup-token", {
    params: at,
    payload: CardTokenPayload,
    success: Schema.Null
  })
).annotate(Needs, maySeePayments).middleware(SignInRequired) {}

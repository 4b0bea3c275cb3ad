import { Cashier, CashierShift, CashierShiftStats, maxShiftOrders } from "@wristbank/core/cash/Cashier"
import { CloseOut, CloseOutResult } from "@wristbank/core/cash/CloseOut"
import { CloseOutProtocol } from "@wristbank/core/cash/CloseOutProtocol"
import { ReceiptLanguage } from "@wristbank/core/fiscal/ReceiptWords"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { longUpTo } from "../Page.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { cashier_id: Id }
const oneShift = { ...one, shift_id: Id }

/** Cashiers, their shifts and close-outs. */
export class CashierApi extends HttpApiGroup.make("cashiers").add(
  HttpApiEndpoint.get("list", "/cashiers", { query: at, success: normalisedList(Cashier) }),
  HttpApiEndpoint.get("get", "/cashiers/:cashier_id", { params: one, query: at, success: Cashier }),
  HttpApiEndpoint.get("shifts", "/cashiers/:cashier_id/shifts", {
    params: one,
    query: at,
    success: normalisedList(CashierShift)
  }),
  HttpApiEndpoint.get("shiftStats", "/cashiers/:cashier_id/shift-stats", {
    params: one,
    query: { ...at, ...longUpTo(maxShiftOrders), shift_id: Schema.optionalKey(Id) },
    success: CashierShiftStats
  }),
  HttpApiEndpoint.get("protocol", "/cashiers/:cashier_id/shifts/:shift_id/protocol", {
    params: oneShift,
    query: at,
    success: CloseOutProtocol
  }),
  HttpApiEndpoint.get("protocolPdf", "/cashiers/:cashier_id/shifts/:shift_id/protocol/pdf", {
    params: oneShift,
    query: { ...at, lang: Schema.optionalKey(ReceiptLanguage) },
    success: HttpApiSchema.WithHeaders(
      Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
      { "cache-control": Schema.String, "content-disposition": Schema.String, "x-content-type-options": Schema.String }
    )
  }),
  HttpApiEndpoint.post("closeOut", "/cashiers/:cashier_id/close-out", {
    params: one,
    query: at,
    payload: CloseOut,
    success: CloseOutResult
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

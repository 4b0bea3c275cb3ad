import { Cashier, CashierShift, CashierShiftStats, maxShiftOrders } from "@wristbank/core/cash/Cashier"
import { CloseOut, CloseOutResult } from "@wristbank/core/cash/CloseOut"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { longUpTo } from "../Page.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { cashier_id: Id }

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
  HttpApiEndpoint.post("closeOut", "/cashiers/:cashier_id/close-out", {
    params: one,
    query: at,
    payload: CloseOut,
    success: CloseOutResult
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

import { CashierShift } from "@wristbank/core/cash/Cashier"
import { TransferRegisterPayload } from "@wristbank/core/cash/RegisterTransfer"
import { CashRegisterStocking, NewCashRegisterStocking } from "@wristbank/core/cash/Stocking"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { CashRegister, NewCashRegister } from "@wristbank/core/till/CashRegister"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { register_id: Id }
const oneStocking = { stocking_id: Id }

/** Cash registers and the templates of their float. */
export class CashRegisterApi extends HttpApiGroup.make("till-registers").add(
  HttpApiEndpoint.get("list", "/till-registers", { query: at, success: normalisedList(CashRegister) }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("create", "/till-registers", { query: at, payload: NewCashRegister, success: CashRegister }),
  HttpApiEndpoint.get("get", "/till-registers/:register_id", { params: one, query: at, success: CashRegister })
    .annotate(Needs, "presence"),
  HttpApiEndpoint.post("update", "/till-registers/:register_id", {
    params: one,
    query: at,
    payload: NewCashRegister,
    success: CashRegister
  }),
  HttpApiEndpoint.delete("remove", "/till-registers/:register_id", {
    params: one,
    query: at,
    success: Schema.Literal(true)
  }),
  HttpApiEndpoint.post("transfer", "/till-registers/transfer-register", {
    query: at,
    payload: TransferRegisterPayload,
    success: CashRegister
  }),
  HttpApiEndpoint.get("shifts", "/till-registers/:register_id/cashier-shifts", {
    params: one,
    query: at,
    success: normalisedList(CashierShift)
  }),
  HttpApiEndpoint.get("listStockings", "/till-register-stockings", {
    query: at,
    success: normalisedList(CashRegisterStocking)
  }).annotate(Needs, "presence"),
  HttpApiEndpoint.post("createStocking", "/till-register-stockings", {
    query: at,
    payload: NewCashRegisterStocking,
    success: CashRegisterStocking
  }),
  HttpApiEndpoint.post("updateStocking", "/till-register-stockings/:stocking_id", {
    params: oneStocking,
    query: at,
    payload: NewCashRegisterStocking,
    success: CashRegisterStocking
  }),
  HttpApiEndpoint.delete("removeStocking", "/till-register-stockings/:stocking_id", {
    params: oneStocking,
    query: at,
    success: Schema.Null
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

import { CashierShift } from "@wristbank/core/cash/Cashier"
import { TransferRegisterPayload } from "@wristbank/core/cash/RegisterTransfer"
import { NewCashRegisterStocking } from "@wristbank/core/cash/Stocking"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { NewCashRegister } from "@wristbank/core/till/CashRegister"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { register_id: Id }
const oneStocking = { stocking_id: Id }

/** Cash registers and the templates of their float. */
export class CashRegisterApi extends HttpApiGroup.make("till-registers").add(
  HttpApiEndpoint.get("list", "/till-registers", { query: at, success: normalisedList(shown.cashRegister) }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("create", "/till-registers", {
    query: at,
    payload: NewCashRegister,
    success: shown.cashRegister
  }),
  HttpApiEndpoint.get("get", "/till-registers/:register_id", { params: one, query: at, success: shown.cashRegister })
    .annotate(Needs, "presence"),
  HttpApiEndpoint.post("update", "/till-registers/:register_id", {
    params: one,
    query: at,
    headers: ifMatch,
    payload: NewCashRegister,
    success: shown.cashRegister
  }),
  HttpApiEndpoint.delete("remove", "/till-registers/:register_id", {
    params: one,
    query: at,
    success: Schema.Literal(true)
  }),
  HttpApiEndpoint.post("transfer", "/till-registers/transfer-register", {
    query: at,
    payload: TransferRegisterPayload,
    success: shown.cashRegister
  }),
  HttpApiEndpoint.get("shifts", "/till-registers/:register_id/cashier-shifts", {
    params: one,
    query: at,
    success: normalisedList(CashierShift)
  }),
  HttpApiEndpoint.get("listStockings", "/till-register-stockings", {
    query: at,
    success: normalisedList(shown.stocking)
  }).annotate(Needs, "presence"),
  HttpApiEndpoint.post("createStocking", "/till-register-stockings", {
    query: at,
    payload: NewCashRegisterStocking,
    success: shown.stocking
  }),
  HttpApiEndpoint.post("updateStocking", "/till-register-stockings/:stocking_id", {
    params: oneStocking,
    query: at,
    headers: ifMatch,
    payload: NewCashRegisterStocking,
    success: shown.stocking
  }),
  HttpApiEndpoint.delete("removeStocking", "/till-register-stockings/:stocking_id", {
    params: oneStocking,
    query: at,
    success: Schema.Null
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

import { CashierAccountChangePayload, TransportAccountChangePayload } from "@wristbank/core/cash/CashChange"
import { TransferCashRegisterPayload } from "@wristbank/core/cash/RegisterTransfer"
import { CashRegisterStocking } from "@wristbank/core/cash/Stocking"
import { RegisterStockUpPayload } from "@wristbank/core/cash/StockUp"
import { CashRegister } from "@wristbank/core/till/CashRegister"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { queryFlag } from "../QueryFlag.ts"
import { fromTerminal } from "./SignedInTerminal.ts"

const carrying = fromTerminal(["cash_transport"])

/** Cash registers, their float, stock-ups, transfers, and cash brought to them. */
export class CashRegisterApi extends HttpApiGroup.make("cash-registers").add(
  HttpApiEndpoint.get("list", "/cash-registers", {
    query: { hide_assigned: queryFlag(true) },
    success: Schema.Array(CashRegister)
  }).middleware(fromTerminal(["node_administration", "cash_transport"])),
  HttpApiEndpoint.get("listStockings", "/cash-register-stockings", { success: Schema.Array(CashRegisterStocking) })
    .middleware(fromTerminal("token")),
  HttpApiEndpoint.post("stockUp", "/stock-up-cash-register", {
    payload: RegisterStockUpPayload,
    success: Schema.Literal(true)
  }).middleware(carrying),
  HttpApiEndpoint.post("changeBalance", "/change-cash-register-balance", {
    payload: CashierAccountChangePayload,
    success: Schema.Null
  }).middleware(carrying),
  HttpApiEndpoint.post("changeTransport", "/change-transport-register-balance", {
    payload: TransportAccountChangePayload,
    success: Schema.Null
  }).middleware(carrying),
  HttpApiEndpoint.post("transfer", "/transfer-cash-register", {
    payload: TransferCashRegisterPayload,
    success: CashRegister
  }).middleware(fromTerminal(["can_book_orders", "cash_transport"]))
) {}

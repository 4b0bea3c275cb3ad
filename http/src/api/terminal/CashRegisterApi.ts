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

/**
 * Cash at tills: registers are handed to cashiers with their float, passed on, and filled or emptied by people who carry cash.
 */
export class CashRegisterApi extends HttpApiGroup.make("cash-registers").add(
  /**
   * List cash registers.
   *
   * The registers of the till's node and of the nodes above it in its event, without those that someone holds unless
   * `hide_assigned` is false. The terminal must be at a till.
   */
  HttpApiEndpoint.get("list", "/cash-registers", {
    query: {
      /** Whether registers that someone holds are left out. */
      hide_assigned: queryFlag(true)
    },
    success: Schema.Array(CashRegister)
  }).middleware(fromTerminal(["node_administration", "cash_transport"])),
  /**
   * List stockings.
   *
   * The floats with which a register can be handed out: those of the till's node and of the nodes above it in its event. The
   * terminal must be at a till.
   */
  HttpApiEndpoint.get("listStockings", "/cash-register-stockings", { success: Schema.Array(CashRegisterStocking) })
    .middleware(fromTerminal("token")),
  /**
   * Hand a cash register to a cashier with its float.
   *
   * Moves the cash of the stocking from the vault to the register, adding to what is in it, and starts the cashier's shift. If
   * the cashier is signed in at a till that takes cash, the register goes into it. Neither may the cashier hold a register, nor
   * anyone this one. Answers `true`.
   */
  HttpApiEndpoint.post("stockUp", "/stock-up-cash-register", {
    payload: RegisterStockUpPayload,
    success: Schema.Literal(true)
  }).middleware(carrying),
  /**
   * Move cash between you and a cashier's register.
   *
   * For someone who brings change or collects cash during a shift: the amount goes from the transport account of the signed-in
   * user to the register that lies in the cashier's till, or back. Neither can fall below 0. It is
   * booked as an order at that till.
   */
  HttpApiEndpoint.post("changeBalance", "/change-cash-register-balance", {
    payload: CashierAccountChangePayload,
    success: Schema.Null
  }).middleware(carrying),
  /**
   * Move cash between the vault and a person.
   *
   * For someone who takes cash out of the vault to carry it to registers, or brings it back: the amount goes to their
   * transport account or from it. The account can't fall below 0.
   */
  HttpApiEndpoint.post("changeTransport", "/change-transport-register-balance", {
    payload: TransportAccountChangePayload,
    success: Schema.Null
  }).middleware(carrying),
  /**
   * Pass a cash register on to another cashier.
   *
   * For a change of cashiers in the middle of a shift, without counting: one shift with the register ends and the other starts.
   * Without `cash_transport` the signed-in user hands on their own register, or takes over that of someone who is signed in at no
   * other till. Answers the register.
   */
  HttpApiEndpoint.post("transfer", "/transfer-cash-register", {
    payload: TransferCashRegisterPayload,
    success: CashRegister
  }).middleware(fromTerminal(["can_book_orders", "cash_transport"]))
) {}

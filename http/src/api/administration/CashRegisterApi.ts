import { Id } from "@wristbank/core/base/Id"
import { CashierShift } from "@wristbank/core/cash/Cashier"
import { TransferRegisterPayload } from "@wristbank/core/cash/RegisterTransfer"
import { NewCashRegisterStocking } from "@wristbank/core/cash/Stocking"
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

/**
 * Cash registers are the drawers that cashiers carry from till to till; the cash in each is an account of its own. A stocking
 * says how many notes and coins a drawer starts with.
 */
export class CashRegisterApi extends HttpApiGroup.make("till-registers").add(
  /**
   * List cash registers.
   *
   * The registers of the node and of the nodes above it in its event, each with the cash in it, the cashier who holds it and
   * the till in which it lies.
   */
  HttpApiEndpoint.get("list", "/till-registers", { query: at, success: normalisedList(shown.cashRegister) }).annotate(
    Needs,
    "presence"
  ),
  /**
   * Create a cash register.
   *
   * It starts empty and lies in the office until a cashier gets it with its float at a terminal (stock-up). Names are unique,
   * so a repeated call is refused.
   */
  HttpApiEndpoint.post("create", "/till-registers", {
    query: at,
    payload: NewCashRegister,
    success: shown.cashRegister
  }),
  /**
   * Show a cash register.
   *
   * With the cash in it, who holds it and in which till it lies.
   */
  HttpApiEndpoint.get("get", "/till-registers/:register_id", { params: one, query: at, success: shown.cashRegister })
    .annotate(Needs, "presence"),
  /**
   * Rename a cash register.
   *
   * Only the name changes; cash, cashier and till stay.
   */
  HttpApiEndpoint.post("update", "/till-registers/:register_id", {
    params: one,
    query: at,
    headers: ifMatch,
    payload: NewCashRegister,
    success: shown.cashRegister
  }),
  /**
   * Delete a cash register.
   *
   * For a register that was never used, that no one holds and that no product is booked to: the others stay, as the books show
   * them. Answers `true`.
   */
  HttpApiEndpoint.delete("remove", "/till-registers/:register_id", {
    params: one,
    query: at,
    success: Schema.Literal(true)
  }),
  /**
   * Transfer a cash register to another cashier.
   *
   * For a change of cashiers in the middle of a shift, without counting: the first cashier's shift with the register ends and
   * the other's starts, with the cash that is in it. The other cashier must hold no register; if they are signed in at a till
   * that takes cash, the register goes into it. The close-out is that of the cashier who holds it last.
   */
  HttpApiEndpoint.post("transfer", "/till-registers/transfer-register", {
    query: at,
    payload: TransferRegisterPayload,
    success: shown.cashRegister
  }),
  /**
   * List the shifts of a cash register.
   *
   * The shifts that were closed out with this register, oldest first. A shift that has not been closed out is not among them.
   */
  HttpApiEndpoint.get("shifts", "/till-registers/:register_id/cashier-shifts", {
    params: one,
    query: at,
    success: normalisedList(CashierShift)
  }),
  /**
   * List stockings.
   *
   * The stockings of the node and of the nodes above it in its event. A terminal offers them when a cashier gets a register.
   */
  HttpApiEndpoint.get("listStockings", "/till-register-stockings", {
    query: at,
    success: normalisedList(shown.stocking)
  }).annotate(Needs, "presence"),
  /**
   * Create a stocking.
   *
   * It moves no money: cash moves from the vault to a register when a terminal hands the register out with this stocking.
   * Counts that are left out are 0.
   */
  HttpApiEndpoint.post("createStocking", "/till-register-stockings", {
    query: at,
    payload: NewCashRegisterStocking,
    success: shown.stocking
  }),
  /**
   * Replace a stocking.
   *
   * All counts are replaced; those left out become 0. Registers that were handed out with it keep their cash.
   */
  HttpApiEndpoint.post("updateStocking", "/till-register-stockings/:stocking_id", {
    params: oneStocking,
    query: at,
    headers: ifMatch,
    payload: NewCashRegisterStocking,
    success: shown.stocking
  }),
  /**
   * Delete a stocking.
   *
   * Registers that were handed out with it keep their cash. Terminals no longer offer it.
   */
  HttpApiEndpoint.delete("removeStocking", "/till-register-stockings/:stocking_id", {
    params: oneStocking,
    query: at,
    success: Schema.Null
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

import { Id } from "@wristbank/core/base/Id"
import { Moment } from "@wristbank/core/base/Moment"
import { Cashier, CashierShift, CashierShiftStats, maxShiftOrders } from "@wristbank/core/cash/Cashier"
import { CloseOut, CloseOutResult } from "@wristbank/core/cash/CloseOut"
import { CloseOutProtocol } from "@wristbank/core/cash/CloseOutProtocol"
import { ReceiptLanguage } from "@wristbank/core/fiscal/ReceiptWords"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { limitOf, long } from "../Page.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { cashier_id: Id }
const oneShift = { ...one, shift_id: Id }

/**
 * Cashiers are the users of an event as they work at tills: the register they hold, their shifts, and the close-out that counts
 * the drawer at the end of each.
 */
export class CashierApi extends HttpApiGroup.make("cashiers").add(
  /**
   * List the cashiers of an event.
   *
   * All users of the node and of the nodes above it who have not left, by login, with the cash in their registers and the
   * terminals where they are signed in.
   */
  HttpApiEndpoint.get("list", "/cashiers", { query: at, success: normalisedList(Cashier) }),
  /**
   * Show a cashier.
   *
   * With the register they hold, the cash in it, and the terminals where they are signed in.
   */
  HttpApiEndpoint.get("get", "/cashiers/:cashier_id", { params: one, query: at, success: Cashier }),
  /**
   * List the closed shifts of a cashier.
   *
   * Oldest first, also of a cashier who has left. The running shift has no entry until its close-out; `shift-stats` shows what
   * was booked in it.
   */
  HttpApiEndpoint.get("shifts", "/cashiers/:cashier_id/shifts", {
    params: one,
    query: at,
    success: normalisedList(CashierShift)
  }),
  /**
   * Show what a cashier booked in a shift.
   *
   * How many pieces of each product, best-selling first, and the orders, newest first. Without `shift_id` it is the running
   * shift: everything since the last close-out. With `as_of` it is the shift that ran at that time, with what was booked in it
   * by then; a shift that was closed out later is not found.
   */
  HttpApiEndpoint.get("shiftStats", "/cashiers/:cashier_id/shift-stats", {
    params: one,
    query: {
      ...at,
      /** The most orders in the answer, from 1 to 10,000; without it 10,000. */
      limit: limitOf(maxShiftOrders),
      cursor: long.cursor,
      /** A closed shift of the cashier; left out for the running one. */
      shift_id: Schema.optionalKey(Id),
      /** The moment whose state is wanted; left out for now. */
      as_of: Schema.optionalKey(Moment)
    },
    success: CashierShiftStats
  }),
  /**
   * Show the protocol of a close-out.
   *
   * What two people sign when the drawer was counted: the shift with the names of its cashier and of those who counted and
   * booked. It never changes. Also of a cashier who has left.
   */
  HttpApiEndpoint.get("protocol", "/cashiers/:cashier_id/shifts/:shift_id/protocol", {
    params: oneShift,
    query: at,
    success: CloseOutProtocol
  }),
  /**
   * Download the protocol of a close-out.
   *
   * The same as a page to print and sign, as PDF, with the issuer of the event's receipts. It is made anew for each call.
   */
  HttpApiEndpoint.get("protocolPdf", "/cashiers/:cashier_id/shifts/:shift_id/protocol/pdf", {
    params: oneShift,
    query: {
      ...at,
      /** The language of the page; German if left out. */
      lang: Schema.optionalKey(ReceiptLanguage)
    },
    success: HttpApiSchema.WithHeaders(
      Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
      { "cache-control": Schema.String, "content-disposition": Schema.String, "x-content-type-options": Schema.String }
    )
  }),
  /**
   * Close out a cashier.
   *
   * Ends a shift with the cash that was counted: the difference is booked to `cash_imbalance`, the counted cash goes to the
   * vault, and the empty register goes back to the office. The cashier must hold a register and be signed out at all terminals.
   * Repeated with the same `request_id` and content, the call books nothing and gives the first answer again.
   */
  HttpApiEndpoint.post("closeOut", "/cashiers/:cashier_id/close-out", {
    params: one,
    query: at,
    payload: CloseOut,
    success: CloseOutResult
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

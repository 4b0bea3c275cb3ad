import { Id } from "@wristbank/core/base/Id"
import { Transaction } from "@wristbank/core/guest/Transaction"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { amountsBetween, inTime, sortedBy } from "../Page.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

/** Postings: amounts and vouchers that moved from one account to another. They are never changed or deleted. */
export class TransactionApi extends HttpApiGroup.make("transactions").add(
  /**
   * Show a transaction.
   *
   * One posting: an amount or vouchers that moved from one account to another, with the order or the user behind it. It must belong to a
   * till of the node or below it, or to accounts at nodes that the caller administers.
   */
  HttpApiEndpoint.get("get", "/transactions/:transaction_id", {
    params: { transaction_id: Id },
    query: at,
    success: Transaction
  }),
  /**
   * List the transactions of a cash register.
   *
   * Every movement of its cash, the oldest first unless `sort` says otherwise: sales for cash, top-ups, pay-outs, floats and close-outs.
   * The caller must administer the node of the register. With `Accept: text/csv` the answer is a file of all transactions that the filters
   * select.
   */
  HttpApiEndpoint.get("ofRegister", "/till-registers/:register_id/transactions", {
    params: { register_id: Id },
    query: { ...at, ...sortedBy([], "id"), ...inTime, ...amountsBetween },
    success: normalisedList(Transaction)
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

import { Transaction } from "@wristbank/core/account/Transaction"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { amountsBetween, inTime, sortedBy } from "../Page.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

/** Transactions, one a posting. */
export class TransactionApi extends HttpApiGroup.make("transactions").add(
  HttpApiEndpoint.get("get", "/transactions/:transaction_id", {
    params: { transaction_id: Id },
    query: at,
    success: Transaction
  }),
  HttpApiEndpoint.get("ofRegister", "/till-registers/:register_id/transactions", {
    params: { register_id: Id },
    query: { ...at, ...sortedBy([], "id"), ...inTime, ...amountsBetween },
    success: normalisedList(Transaction)
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

import { UpdateBalancePayload, UpdateVoucherAmountPayload } from "@wristbank/core/account/Correction"
import { MoneyOverview } from "@wristbank/core/account/MoneyOverview"
import { Transaction } from "@wristbank/core/account/Transaction"
import { guardedTypes } from "@wristbank/core/ledger/Account"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Moment } from "@wristbank/core/primitives/Moment"
import { SearchText } from "@wristbank/core/primitives/Text"
import { Account } from "@wristbank/core/tag/Account"
import { FindAccountPayload, UpdateAccountCommentPayload } from "@wristbank/core/tag/AccountChange"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { amountsBetween, balanceBetween, inTime, long, oneOf, sortedBy } from "../Page.ts"
import { flag } from "../QueryFlag.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { account_id: Id }

/** Accounts and their money. */
export class AccountApi extends HttpApiGroup.make("accounts").add(
  HttpApiEndpoint.get("listSystem", "/system-accounts", {
    query: { ...at, ...long },
    success: normalisedList(Account)
  }),
  HttpApiEndpoint.get("list", "/accounts", {
    query: {
      ...at,
      ...sortedBy(["name", "balance", "vouchers"], "id"),
      ...balanceBetween,
      search: Schema.optionalKey(SearchText),
      type: Schema.optionalKey(oneOf(guardedTypes)),
      tagged: Schema.optionalKey(flag)
    },
    success: normalisedList(Account)
  }),
  HttpApiEndpoint.get("transactions", "/accounts/:account_id/transactions", {
    params: one,
    query: { ...at, ...sortedBy([], "-id"), ...inTime, ...amountsBetween },
    success: normalisedList(Transaction)
  }),
  // With `as_of` the balances of that moment, without what was booked later.
  HttpApiEndpoint.get("overview", "/money-overview", {
    query: { ...at, as_of: Schema.optionalKey(Moment) },
    success: MoneyOverview
  }),
  HttpApiEndpoint.post("find", "/accounts/find-accounts", {
    query: { ...at, ...long },
    payload: FindAccountPayload,
    success: normalisedList(Account)
  }),
  HttpApiEndpoint.get("get", "/accounts/:account_id", { params: one, query: at, success: Account }),
  HttpApiEndpoint.post("disable", "/accounts/:account_id/disable", { params: one, query: at, success: Schema.Null }),
  HttpApiEndpoint.post("updateBalance", "/accounts/:account_id/update-balance", {
    params: one,
    query: at,
    payload: UpdateBalancePayload,
    success: Schema.Null
  }),
  HttpApiEndpoint.post("updateVoucherAmount", "/accounts/:account_id/update-voucher-amount", {
    params: one,
    query: at,
    payload: UpdateVoucherAmountPayload,
    success: Schema.Null
  }),
  HttpApiEndpoint.post("updateComment", "/accounts/:account_id/update-comment", {
    params: one,
    query: at,
    payload: UpdateAccountCommentPayload,
    success: Account
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

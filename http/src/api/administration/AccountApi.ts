import { guardedTypes } from "@wristbank/core/base/Account"
import { Id } from "@wristbank/core/base/Id"
import { Moment } from "@wristbank/core/base/Moment"
import { SearchText } from "@wristbank/core/base/Text"
import { UpdateBalancePayload, UpdateVoucherAmountPayload } from "@wristbank/core/guest/Correction"
import { MoneyOverview } from "@wristbank/core/guest/MoneyOverview"
import { Transaction } from "@wristbank/core/guest/Transaction"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Account } from "@wristbank/core/wristband/Account"
import { FindAccountPayload, UpdateAccountCommentPayload } from "@wristbank/core/wristband/AccountChange"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { amountsBetween, balanceBetween, inTime, long, oneOf, sortedBy } from "../Page.ts"
import { flag } from "../QueryFlag.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { account_id: Id }

/**
 * Accounts hold the money and vouchers of an event: those of guests, of cash registers, of people who carry cash, and the
 * event's own. Money moves from one account to another and is never created or lost.
 */
export class AccountApi extends HttpApiGroup.make("accounts").add(
  /**
   * List the event's own accounts.
   *
   * All accounts but those of guests, in the order of their ids and with their present balances: what was sold, cash and card
   * payments, the vault, cash registers and the cash that people carry. With `as_of` they are the accounts that there were at that
   * time, with their balances at that time; names and comments are the present ones. They belong to the event as a whole, so the caller must
   * administer the event and not only a node of it.
   */
  HttpApiEndpoint.get("listSystem", "/system-accounts", {
    query: {
      ...at,
      ...long,
      /** The moment whose balances are wanted; left out for now. */
      as_of: Schema.optionalKey(Moment)
    },
    success: normalisedList(Account)
  }),
  /**
   * List accounts of guests, registers and staff.
   *
   * The accounts that have a balance of their own, page by page: those of guests, cash registers and people who carry cash, at
   * the node and at the nodes above it in its event. With `Accept: text/csv` the answer is a file of all accounts that the
   * filters select.
   */
  HttpApiEndpoint.get("list", "/accounts", {
    query: {
      ...at,
      ...sortedBy(["name", "balance", "vouchers"], "id"),
      ...balanceBetween,
      /** Part of a name, comment, PIN or chip number; blank text finds all. */
      search: Schema.optionalKey(SearchText),
      /** Only accounts of these types, separated by commas: `private` is a guest, `transport` someone who carries cash. */
      type: Schema.optionalKey(oneOf(guardedTypes)),
      /** Only accounts that have a wristband now (`true`), or only those without one (`false`). */
      tagged: Schema.optionalKey(flag)
    },
    success: normalisedList(Account)
  }),
  /**
   * List the transactions of an account.
   *
   * What was posted to and from the account, each with its order where it belongs to one; the newest first unless `sort` says
   * otherwise. With `Accept: text/csv` the answer is a file of all transactions that the filters select.
   */
  HttpApiEndpoint.get("transactions", "/accounts/:account_id/transactions", {
    params: one,
    query: { ...at, ...sortedBy([], "-id"), ...inTime, ...amountsBetween },
    success: normalisedList(Transaction)
  }),
  /**
   * Show where the money of an event is.
   *
   * The balances of all accounts that are not guests', and the totals of guests and cash registers, read at one moment. With
   * `as_of` they are the balances at that time, without anything that was booked later. The caller must administer the event
   * and not only a node of it.
   */
  HttpApiEndpoint.get("overview", "/money-overview", {
    query: {
      ...at,
      /** The moment whose balances are wanted; left out for now. */
      as_of: Schema.optionalKey(Moment)
    },
    success: MoneyOverview
  }),
  /**
   * Find accounts by name, comment, PIN or chip.
   *
   * A text is found anywhere in the name, comment, PIN or chip number (decimal or hexadecimal) of the account and its
   * wristband, or of one that it had before; PINs are found however they are typed, and guests by the whole code of their presale
   * ticket. A blank text finds nothing. Accounts come in the order of their ids.
   */
  HttpApiEndpoint.post("find", "/accounts/find-accounts", {
    query: { ...at, ...long },
    payload: FindAccountPayload,
    success: normalisedList(Account)
  }),
  /**
   * Show an account.
   *
   * With its balance, its wristband and the wristbands that it had before.
   */
  HttpApiEndpoint.get("get", "/accounts/:account_id", { params: one, query: at, success: Account }),
  /**
   * Take the wristband off a guest's account.
   *
   * For a wristband that was lost or stolen: no one can pay with it any more, money and vouchers stay on the account, and the
   * guest is signed out of the portal. A user who works with the wristband loses it too; they must be signed out at all
   * terminals and have a password. Give the guest another one with `/customers/{customer_id}/switch-tag`. A repeated call
   * changes nothing.
   */
  HttpApiEndpoint.post("disable", "/accounts/:account_id/disable", { params: one, query: at, success: Schema.Null }),
  /**
   * Correct the balance of an account.
   *
   * For a balance that is wrong in the books: the difference is posted to or from the account `cash_imbalance`, with the
   * reason, and no cash moves. Only accounts of guests and of people who carry cash can be corrected. A balance that is right
   * already stays, and nothing is booked, so a repeated call does no harm.
   */
  HttpApiEndpoint.post("updateBalance", "/accounts/:account_id/update-balance", {
    params: one,
    query: at,
    payload: UpdateBalancePayload,
    success: Schema.Null
  }),
  /**
   * Correct the number of a guest's vouchers.
   *
   * The difference is posted from or to the account `voucher_create`, with the reason. If the number is right already nothing
   * is booked, so a repeated call does no harm.
   */
  HttpApiEndpoint.post("updateVoucherAmount", "/accounts/:account_id/update-voucher-amount", {
    params: one,
    query: at,
    payload: UpdateVoucherAmountPayload,
    success: Schema.Null
  }),
  /**
   * Replace the comment on an account.
   *
   * The comment is for the office; guests never see it. The former one is in the audit log.
   */
  HttpApiEndpoint.post("updateComment", "/accounts/:account_id/update-comment", {
    params: one,
    query: at,
    payload: UpdateAccountCommentPayload,
    success: Account
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}

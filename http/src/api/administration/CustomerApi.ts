import { Id } from "@wristbank/core/base/Id"
import { Moment } from "@wristbank/core/base/Moment"
import { SearchText } from "@wristbank/core/base/Text"
import { Customer } from "@wristbank/core/guest/Customer"
import { canBlockPayouts, canViewCustomers, FindCustomerPayload } from "@wristbank/core/guest/CustomerChange"
import { HistoryCursor, HistoryEntry, HistoryKind } from "@wristbank/core/guest/CustomerHistory"
import { canSwitchTags, SwitchCustomerTagPayload, SwitchTagOfPayload } from "@wristbank/core/till/TagSwitch"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { balanceBetween, long, sortedBy } from "../Page.ts"
import { flag } from "../QueryFlag.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { customer_id: Id }

/**
 * Customers are the guests of an event: their account and wristband, and what they want with the money that is left at the end.
 */
export class CustomerApi extends HttpApiGroup.make("customers").add(
  /**
   * Find guests.
   *
   * A text is found anywhere in the name, comment, PIN or chip number of the account, and in the e-mail address, account holder
   * and IBAN that the guest gave for payouts. Wristbands that the guest had before count too, such as a blocked one; PINs are found
   * however they are typed, and a presale ticket by its whole code. A blank text finds no one. Guests come in the order of their account
   * ids.
   */
  HttpApiEndpoint.post("find", "/customers/find-customers", {
    query: { ...at, ...long },
    payload: FindCustomerPayload,
    success: Schema.Array(Customer)
  }),
  /**
   * List guests.
   *
   * Page by page, with filters and in any order; `search` looks where `/customers/find-customers` looks. With `Accept:
   * text/csv` the answer is a file of all guests that the filters select.
   */
  HttpApiEndpoint.get("list", "/customers", {
    query: {
      ...at,
      ...sortedBy(["name", "balance", "vouchers", "account_name", "email", "last_posting"], "id"),
      ...balanceBetween,
      /** Part of a name, comment, PIN, chip number, e-mail address, account holder or IBAN; blank text finds all. */
      search: Schema.optionalKey(SearchText),
      /** Only guests whose payout is held back (`true`), or only the others (`false`). */
      blocked: Schema.optionalKey(flag),
      /** Only guests who said what to do with the remaining balance (`true`), or only the others (`false`). */
      has_entered_info: Schema.optionalKey(flag),
      /** Only guests who have a wristband now (`true`), or only those without one (`false`). */
      tagged: Schema.optionalKey(flag),
      /** Only guests who work at the event (`true`), or only the others (`false`). */
      staff: Schema.optionalKey(flag)
    },
    success: Schema.Array(Customer)
  }),
  /**
   * Show a guest.
   *
   * The guest's account with their wishes for the remaining balance and their latest payout.
   */
  HttpApiEndpoint.get("get", "/customers/:customer_id", { params: one, query: at, success: Customer }),
  /**
   * List everything that happened to a guest.
   *
   * Orders, money that moved without an order such as payouts and corrections, and changes of the account, newest first: what
   * someone needs who looks into a complaint. Each entry has its `key`, which is the `cursor` for what came before it.
   */
  HttpApiEndpoint.get("history", "/customers/:customer_id/history", {
    params: one,
    query: {
      ...at,
      limit: long.limit,
      /** The `key` of the last entry of the answer before; the next one continues after it. */
      cursor: Schema.optionalKey(HistoryCursor),
      /** Only entries of this kind: `transfer` moves money without an order, `change` moves none. */
      kind: Schema.optionalKey(HistoryKind),
      from_time: Schema.optionalKey(Moment),
      to_time: Schema.optionalKey(Moment)
    },
    success: Schema.Array(HistoryEntry)
  }),
  /**
   * List guests whose payout is held back.
   *
   * The guests whom someone excluded with `prevent-payout`, in the order of their account ids. Payout runs leave them out.
   */
  HttpApiEndpoint.get("blocked", "/customers-with-blocked-payout", {
    query: { ...at, ...long },
    success: Schema.Array(Customer)
  }),
  /**
   * Give a guest another wristband.
   *
   * For a wristband that was lost or broken, also of a guest who has none at the moment. Account, money and vouchers stay; the
   * old wristband can't pay any more, and portal sessions end. The new one must never have been used. If it is of another kind,
   * as for another age, `confirm_restriction_change` is needed. A repeated call is refused, as the new one is then used.
   */
  HttpApiEndpoint.post("switchTag", "/customers/:customer_id/switch-tag", {
    params: one,
    query: at,
    payload: SwitchTagOfPayload,
    success: Schema.Null
  }).annotate(Needs, canSwitchTags),
  /**
   * Give the wearer of a wristband another one.
   *
   * As `/customers/{customer_id}/switch-tag`, for a guest who is known by the PIN of their wristband instead of by id. The call
   * names no chip: a new wristband whose chip was never read is given without one.
   */
  HttpApiEndpoint.post("switchTagByPin", "/customers/switch-tag", {
    query: at,
    payload: SwitchCustomerTagPayload,
    success: Schema.Null
  }).annotate(Needs, canSwitchTags),
  /**
   * Exclude a guest from payout runs.
   *
   * For a guest whose case is to be looked into: their money stays on the account. Refused while a payout run has reserved the
   * money. A repeated call changes nothing.
   */
  HttpApiEndpoint.post("preventPayout", "/customers/:customer_id/prevent-payout", {
    params: one,
    query: at,
    success: Schema.Null
  }).annotate(Needs, canBlockPayouts),
  /**
   * Include a guest in payout runs again.
   *
   * The next payout run can pay the guest again. Refused while a payout run has reserved the guest's money. A repeated call changes
   * nothing.
   */
  HttpApiEndpoint.post("allowPayout", "/customers/:customer_id/allow-payout", {
    params: one,
    query: at,
    success: Schema.Null
  }).annotate(Needs, canBlockPayouts)
).annotate(Needs, canViewCustomers).middleware(SignInRequired) {}

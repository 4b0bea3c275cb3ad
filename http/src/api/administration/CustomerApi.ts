import { Customer } from "@wristbank/core/account/Customer"
import { canBlockPayouts, canViewCustomers, FindCustomerPayload } from "@wristbank/core/account/CustomerChange"
import { HistoryCursor, HistoryEntry, HistoryKind } from "@wristbank/core/account/CustomerHistory"
import { canSwitchTags, SwitchCustomerTagPayload, SwitchTagOfPayload } from "@wristbank/core/cash/TagSwitch"
import { Id } from "@wristbank/core/ledger/Id"
import { Moment } from "@wristbank/core/primitives/Moment"
import { SearchText } from "@wristbank/core/primitives/Text"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { balanceBetween, long, sortedBy } from "../Page.ts"
import { flag } from "../QueryFlag.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { customer_id: Id }

/** Guests and their payout data. */
export class CustomerApi extends HttpApiGroup.make("customers").add(
  HttpApiEndpoint.post("find", "/customers/find-customers", {
    query: { ...at, ...long },
    payload: FindCustomerPayload,
    success: Schema.Array(Customer)
  }),
  HttpApiEndpoint.get("list", "/customers", {
    query: {
      ...at,
      ...sortedBy(["name", "balance", "vouchers", "account_name", "email"], "id"),
      ...balanceBetween,
      search: Schema.optionalKey(SearchText),
      blocked: Schema.optionalKey(flag),
      has_entered_info: Schema.optionalKey(flag),
      tagged: Schema.optionalKey(flag)
    },
    success: Schema.Array(Customer)
  }),
  HttpApiEndpoint.get("get", "/customers/:customer_id", { params: one, query: at, success: Customer }),
  /** Everything that happened to a customer, newest first. */
  HttpApiEndpoint.get("history", "/customers/:customer_id/history", {
    params: one,
    query: {
      ...at,
      limit: long.limit,
      cursor: Schema.optionalKey(HistoryCursor),
      kind: Schema.optionalKey(HistoryKind),
      from_time: Schema.optionalKey(Moment),
      to_time: Schema.optionalKey(Moment)
    },
    success: Schema.Array(HistoryEntry)
  }),
  HttpApiEndpoint.get("blocked", "/customers-with-blocked-payout", {
    query: { ...at, ...long },
    success: Schema.Array(Customer)
  }),
  HttpApiEndpoint.post("switchTag", "/customers/:customer_id/switch-tag", {
    params: one,
    query: at,
    payload: SwitchTagOfPayload,
    success: Schema.Null
  }).annotate(Needs, canSwitchTags),
  HttpApiEndpoint.post("switchTagByPin", "/customers/switch-tag", {
    query: at,
    payload: SwitchCustomerTagPayload,
    success: Schema.Null
  }).annotate(Needs, canSwitchTags),
  HttpApiEndpoint.post("preventPayout", "/customers/:customer_id/prevent-payout", {
    params: one,
    query: at,
    success: Schema.Null
  }).annotate(Needs, canBlockPayouts),
  HttpApiEndpoint.post("allowPayout", "/customers/:customer_id/allow-payout", {
    params: one,
    query: at,
    success: Schema.Null
  }).annotate(Needs, canBlockPayouts)
).annotate(Needs, canViewCustomers).middleware(SignInRequired) {}

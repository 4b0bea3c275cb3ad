import { GuestAccounts } from "@wristbank/core/portal/GuestAccounts"
import { PayoutPreferences } from "@wristbank/core/portal/PayoutPreferences"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CustomerApi } from "../../api/customer/CustomerApi.ts"
import { SignedInCustomer } from "../../api/customer/SignedInCustomer.ts"
import { listPage } from "../ListPage.ts"

export const GuestAccountHandlers = HttpApiBuilder.group(
  CustomerApi,
  "account",
  Effect.fnUntraced(function*(handlers) {
    const accounts = yield* GuestAccounts
    const preferences = yield* PayoutPreferences
    return handlers.handleAll({
      orders: ({ query }) =>
        Effect.flatMap(SignedInCustomer, (guest) => listPage(query, (page) => accounts.orders(guest, page))),
      enterBank: ({ payload }) => Effect.flatMap(SignedInCustomer, (guest) => preferences.enterBank(guest, payload)),
      donateAll: () => Effect.flatMap(SignedInCustomer, preferences.donateAll),
      payoutInfo: () => Effect.flatMap(SignedInCustomer, accounts.payoutInfo),
      payoutTransactions: () => Effect.flatMap(SignedInCustomer, accounts.payoutTransactions)
    })
  })
)

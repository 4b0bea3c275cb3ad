import { GuestAccounts } from "@wristbank/core/portal/GuestAccounts"
import { PayoutPreferences } from "@wristbank/core/portal/PayoutPreferences"
import { TagBlocks } from "@wristbank/core/portal/TagBlocks"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CustomerApi } from "../../api/customer/CustomerApi.ts"
import { listPage } from "../ListPage.ts"
import { asGuest } from "./AsGuest.ts"

export const GuestAccountHandlers = HttpApiBuilder.group(
  CustomerApi,
  "account",
  Effect.fnUntraced(function*(handlers) {
    const accounts = yield* GuestAccounts
    const preferences = yield* PayoutPreferences
    const tags = yield* TagBlocks
    return handlers.handleAll({
      orders: asGuest((guest, { query }) => listPage(query, (page) => accounts.orders(guest, page))),
      enterBank: asGuest((guest, { payload }) => preferences.enterBank(guest, payload)),
      donateAll: asGuest(preferences.donateAll),
      blockTag: asGuest(tags.block),
      payoutInfo: asGuest(accounts.payoutInfo),
      payoutTransactions: asGuest(accounts.payoutTransactions)
    })
  })
)

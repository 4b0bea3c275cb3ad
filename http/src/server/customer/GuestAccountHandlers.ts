import { GuestAccounts } from "@wristbank/core/guest/GuestAccounts"
import { PayoutPreferences } from "@wristbank/core/guest/PayoutPreferences"
import { TagBlocks } from "@wristbank/core/guest/TagBlocks"
import { Effect } from "effect"
import { CustomerApi } from "../../api/customer/CustomerApi.ts"
import { listPage } from "../answers/ListPage.ts"
import { callLanguage } from "../answers/RefusalLanguage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { asGuest } from "./AsGuest.ts"

export const GuestAccountHandlers = groupHandlers(
  CustomerApi,
  "account",
  Effect.fnUntraced(function*(handlers) {
    const accounts = yield* GuestAccounts
    const preferences = yield* PayoutPreferences
    const tags = yield* TagBlocks
    return handlers.handleAll({
      orders: asGuest((guest, { query }) => listPage(query, (page) => accounts.orders(guest, page))),
      enterBank: asGuest((guest, { payload }) =>
        Effect.flatMap(callLanguage, (language) => preferences.enterBank(guest, payload, language))
      ),
      donateAll: asGuest(preferences.donateAll),
      blockTag: asGuest((guest) => Effect.flatMap(callLanguage, (language) => tags.block(guest, language))),
      payoutInfo: asGuest(accounts.payoutInfo),
      payoutTransactions: asGuest(accounts.payoutTransactions)
    })
  })
)

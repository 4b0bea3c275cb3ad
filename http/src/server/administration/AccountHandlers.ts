import { Accounts } from "@wristbank/core/account/Accounts"
import { Corrections } from "@wristbank/core/account/Corrections"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { listed, nothing } from "../Handler.ts"
import { listPage } from "../ListPage.ts"
import { callerAt } from "./CallerAt.ts"

export const AccountHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "accounts",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const writing = inEvent({ write: true })
    const accounts = yield* Accounts
    const corrections = yield* Corrections
    return handlers.handleAll({
      listSystem: listed(reading((caller, { query }) => listPage(query, (page) => accounts.internal(caller, page)))),
      overview: reading(accounts.overview),
      find: listed(
        reading((caller, { payload, query }) =>
          listPage(query, (page) => accounts.search(caller, payload.search_term, page))
        )
      ),
      get: reading((caller, { params }) => accounts.find(caller, params.account_id)),
      disable: nothing(writing((caller, { params }) => accounts.disable(caller, params.account_id))),
      updateBalance: nothing(
        writing((caller, { params, payload }) => corrections.balance(caller, params.account_id, payload.new_balance))
      ),
      updateVoucherAmount: nothing(
        writing((caller, { params, payload }) =>
          corrections.vouchers(caller, params.account_id, payload.new_voucher_amount)
        )
      ),
      updateComment: writing((caller, { params, payload }) =>
        accounts.comment(caller, params.account_id, payload.comment)
      )
    })
  })
)

import { Transactions } from "@wristbank/core/account/Transactions"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { listed } from "../Handler.ts"
import { listPage } from "../ListPage.ts"
import { callerAt } from "./CallerAt.ts"

export const TransactionHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "transactions",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const transactions = yield* Transactions
    return handlers.handleAll({
      get: reading((caller, { params }) => transactions.find(caller, params.transaction_id)),
      ofRegister: listed(
        reading((caller, { params, query }) =>
          listPage(query, (page) => transactions.ofRegister(caller, params.register_id, page))
        )
      )
    })
  })
)

import { Transactions } from "@wristbank/core/account/Transactions"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { listPage } from "../ListPage.ts"
import { callerAt } from "./CallerAt.ts"

export const TransactionHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "transactions",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent } = yield* callerAt
    const transactions = yield* Transactions

    return handlers.handleAll({
      get: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => transactions.find(caller, params.transaction_id)),
      ofRegister: ({ params, query }) =>
        Effect.map(
          Effect.flatMap(
            atEvent(query.node_id),
            (caller) => listPage(query, (page) => transactions.ofRegister(caller, params.register_id, page))
          ),
          toNormalisedList
        )
    })
  })
)

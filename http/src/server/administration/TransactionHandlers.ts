import { Transactions } from "@wristbank/core/guest/Transactions"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"
import { answerTransactions, transactionFilter } from "./LongLists.ts"

export const TransactionHandlers = groupHandlers(
  AdministrationApi,
  "transactions",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const transactions = yield* Transactions
    return handlers.handleAll({
      get: reading((caller, { params }) => transactions.find(caller, params.transaction_id)),
      ofRegister: reading((caller, { params, query }) =>
        Effect.flatMap(
          transactions.ofRegister(caller, params.register_id, transactionFilter(query)),
          (list) => answerTransactions(query, list, toNormalisedList)
        )
      )
    })
  })
)

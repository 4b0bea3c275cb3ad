import { Accounts } from "@wristbank/core/guest/Accounts"
import { Corrections } from "@wristbank/core/guest/Corrections"
import { Transactions } from "@wristbank/core/guest/Transactions"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { listed, nothing } from "../answers/Handler.ts"
import { listPage } from "../answers/ListPage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"
import { answerAccounts, answerTransactions, given, transactionFilter } from "./LongLists.ts"

export const AccountHandlers = groupHandlers(
  AdministrationApi,
  "accounts",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const writing = inEvent({ write: true })
    const accounts = yield* Accounts
    const transactions = yield* Transactions
    const corrections = yield* Corrections
    return handlers.handleAll({
      listSystem: listed(
        reading((caller, { query }) => listPage(query, (page) => accounts.internal(caller, query.as_of ?? null, page)))
      ),
      list: reading((caller, { query }) => {
        const { max_balance, min_balance, search, tagged, type } = query
        const wanted = { ...given({ search, tagged, types: type }), balance: { from: min_balance, to: max_balance } }
        return answerAccounts(query, {
          read: (page) => accounts.sortedPage(caller, wanted, page),
          count: accounts.count(caller, wanted)
        }, toNormalisedList)
      }),
      transactions: reading((caller, { params, query }) =>
        Effect.flatMap(
          transactions.ofAccount(caller, params.account_id, transactionFilter(query)),
          (list) => answerTransactions(query, list, toNormalisedList)
        )
      ),
      overview: reading((caller, { query }) => accounts.overview(caller, query.as_of ?? null)),
      find: listed(
        reading((caller, { payload, query }) =>
          listPage(query, (page) => accounts.search(caller, payload.search_term, page))
        )
      ),
      get: reading((caller, { params }) => accounts.find(caller, params.account_id)),
      disable: nothing(writing((caller, { params }) => accounts.disable(caller, params.account_id))),
      updateBalance: nothing(
        writing((caller, { params, payload }) => corrections.balance(caller, params.account_id, payload))
      ),
      updateVoucherAmount: nothing(
        writing((caller, { params, payload }) => corrections.vouchers(caller, params.account_id, payload))
      ),
      updateComment: writing((caller, { params, payload }) =>
        accounts.comment(caller, params.account_id, payload.comment)
      )
    })
  })
)

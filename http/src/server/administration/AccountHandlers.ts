import { Accounts } from "@wristbank/core/account/Accounts"
import { Corrections } from "@wristbank/core/account/Corrections"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { listPage } from "../ListPage.ts"
import { callerAt } from "./CallerAt.ts"

export const AccountHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "accounts",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent } = yield* callerAt
    const accounts = yield* Accounts
    const corrections = yield* Corrections

    const reading = (nodeId: bigint) => atEvent(nodeId)
    const writing = (nodeId: bigint) => atEvent(nodeId, { write: true })

    return handlers.handleAll({
      listSystem: ({ query }) =>
        Effect.map(
          Effect.flatMap(
            reading(query.node_id),
            (caller) => listPage(query, (page) => accounts.internal(caller, page))
          ),
          toNormalisedList
        ),
      overview: ({ query }) => Effect.flatMap(reading(query.node_id), accounts.overview),
      find: ({ payload, query }) =>
        Effect.map(
          Effect.flatMap(
            reading(query.node_id),
            (caller) => listPage(query, (page) => accounts.search(caller, payload.search_term, page))
          ),
          toNormalisedList
        ),
      get: ({ params, query }) =>
        Effect.flatMap(reading(query.node_id), (caller) => accounts.find(caller, params.account_id)),
      disable: ({ params, query }) =>
        Effect.as(
          Effect.flatMap(writing(query.node_id), (caller) => accounts.disable(caller, params.account_id)),
          null
        ),
      updateBalance: ({ params, payload, query }) =>
        Effect.as(
          Effect.flatMap(
            writing(query.node_id),
            (caller) => corrections.balance(caller, params.account_id, payload.new_balance)
          ),
          null
        ),
      updateVoucherAmount: ({ params, payload, query }) =>
        Effect.as(
          Effect.flatMap(
            writing(query.node_id),
            (caller) => corrections.vouchers(caller, params.account_id, payload.new_voucher_amount)
          ),
          null
        ),
      updateComment: ({ params, payload, query }) =>
        Effect.flatMap(
          writing(query.node_id),
          (caller) => accounts.comment(caller, params.account_id, payload.comment)
        )
    })
  })
)

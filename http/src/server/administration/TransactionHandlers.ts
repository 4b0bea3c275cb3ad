import { mayManage } from "@wristbank/core/catalogue/Place"
import { Transactions } from "@wristbank/core/ledger/Transactions"
import { Access } from "@wristbank/core/organisation/Access"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { pageOf } from "../../api/Page.ts"

export const TransactionHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "transactions",
  Effect.fnUntraced(function*(handlers) {
    const access = yield* Access
    const transactions = yield* Transactions

    const reading = (nodeId: bigint) =>
      Effect.flatMap(SignedIn, (signedIn) => access.atEvent(signedIn, nodeId, { privileges: mayManage }))

    return handlers.handleAll({
      get: ({ params, query }) =>
        Effect.flatMap(reading(query.node_id), (caller) => transactions.find(caller, params.transaction_id)),
      ofRegister: ({ params, query }) =>
        Effect.map(
          Effect.flatMap(
            reading(query.node_id),
            (caller) => transactions.ofRegister(caller, params.register_id, pageOf(query))
          ),
          toNormalisedList
        )
    })
  })
)

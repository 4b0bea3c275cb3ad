import { UnsentMails } from "@wristbank/core/mail/UnsentMails"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { listPage } from "../ListPage.ts"
import { callerAt } from "./CallerAt.ts"

export const MailHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "mails",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent } = yield* callerAt
    const mails = yield* UnsentMails
    const retry = (nodeId: bigint, id: bigint | null) =>
      atEvent(nodeId, { write: true }).pipe(
        Effect.flatMap((caller) => mails.retry(caller, id)),
        Effect.map((ids) => ({ ids }))
      )

    return handlers.handleAll({
      list: ({ query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => listPage(query, (page) => mails.list(caller, page))),
      retryAll: ({ query }) => retry(query.node_id, null),
      retry: ({ params, query }) => retry(query.node_id, params.mail_id)
    })
  })
)

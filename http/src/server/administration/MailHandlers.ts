import { TestMails } from "@wristbank/core/mail/TestMails"
import { UnsentMails } from "@wristbank/core/mail/UnsentMails"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { listPage } from "../answers/ListPage.ts"
import { callLanguage } from "../answers/RefusalLanguage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"

export const MailHandlers = groupHandlers(
  AdministrationApi,
  "mails",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const writing = inEvent({ write: true })
    const mails = yield* UnsentMails
    const tests = yield* TestMails
    return handlers.handleAll({
      list: inEvent()((caller, { query }) => listPage(query, (page) => mails.list(caller, page))),
      retryAll: writing((caller) => Effect.map(mails.retry(caller, null), (ids) => ({ ids }))),
      retry: writing((caller, { params }) => Effect.map(mails.retry(caller, params.mail_id), (ids) => ({ ids }))),
      sendTest: writing(Effect.fnUntraced(function*(caller, { payload }) {
        return yield* tests.send(caller, payload.recipient, yield* callLanguage)
      }))
    })
  })
)

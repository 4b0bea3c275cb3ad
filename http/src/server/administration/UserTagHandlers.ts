import { UserTags } from "@wristbank/core/wristband/UserTags"
import { UserTagSecrets } from "@wristbank/core/wristband/UserTagSecrets"
import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { listed, nothing } from "../answers/Handler.ts"
import { listPage } from "../answers/ListPage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"
import { answerTags, given } from "./LongLists.ts"

/** A header carries the warning, as the published answer has no field for it (RFC 7234, 5.5: 299 is a persistent one). */
const warnOfPins = (_: unknown, response: HttpServerResponse.HttpServerResponse) =>
  Effect.succeed(
    HttpServerResponse.setHeader(
      response,
      "warning",
      "299 - \"The PINs are short for their number and can be guessed\""
    )
  )

export const UserTagHandlers = groupHandlers(
  AdministrationApi,
  "user-tags",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const looking = inEvent({ objectType: "user_tag" })
    const changing = inEvent({ objectType: "user_tag", write: true })
    const secrets = yield* UserTagSecrets
    const tags = yield* UserTags
    return handlers.handleAll({
      listSecrets: looking(({ eventId }) => secrets.list(eventId)),
      createSecret: changing((caller, { payload }) => secrets.create(caller, payload)),
      create: nothing(changing(Effect.fnUntraced(function*(caller, { payload }) {
        const { guessable } = yield* tags.create(caller, payload)
        if (guessable) yield* HttpEffect.appendPreResponseHandler(warnOfPins)
      }))),
      list: looking((caller, { query }) => {
        const wanted = given({
          search: query.search,
          assigned: query.assigned,
          restriction: query.restriction,
          variant: query.variant
        })
        return answerTags(query, {
          read: (page) => tags.sortedPage(caller, wanted, page),
          count: tags.count(caller, wanted)
        }, toNormalisedList)
      }),
      exportCsv: looking((caller, { payload }) => tags.csv(caller, payload)),
      find: listed(
        inEvent()((caller, { payload, query }) =>
          listPage(query, (page) => tags.search(caller, payload.search_term, page))
        )
      ),
      get: looking((caller, { params }) => tags.find(caller, params.user_tag_id)),
      updateComment: changing((caller, { params, payload }) =>
        tags.comment(caller, params.user_tag_id, payload.comment)
      )
    })
  })
)

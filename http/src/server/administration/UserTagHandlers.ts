import { UserTags } from "@wristbank/core/tag/UserTags"
import { UserTagSecrets } from "@wristbank/core/tag/UserTagSecrets"
import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { listPage } from "../ListPage.ts"
import { callerAt } from "./CallerAt.ts"

/** The published answer has no field for it, so the warning is a header (RFC 7234, 5.5: 299 is a lasting one). */
const warnOfPins = (_: unknown, response: HttpServerResponse.HttpServerResponse) =>
  Effect.succeed(
    HttpServerResponse.setHeader(
      response,
      "warning",
      "299 - \"The PINs are short for their number and can be guessed\""
    )
  )

export const UserTagHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "user-tags",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent } = yield* callerAt
    const secrets = yield* UserTagSecrets
    const tags = yield* UserTags

    const looking = { objectType: "user_tag" } as const
    const changing = { objectType: "user_tag", write: true } as const

    return handlers.handleAll({
      listSecrets: ({ query }) =>
        Effect.flatMap(atEvent(query.node_id, looking), ({ eventId }) => secrets.list(eventId)),
      createSecret: ({ payload, query }) =>
        Effect.flatMap(atEvent(query.node_id, changing), (caller) => secrets.create(caller, payload)),
      create: ({ payload, query }) =>
        Effect.gen(function*() {
          const { guessable } = yield* tags.create(yield* atEvent(query.node_id, changing), payload)
          if (guessable) yield* HttpEffect.appendPreResponseHandler(warnOfPins)
          return null
        }),
      find: ({ payload, query }) =>
        Effect.map(
          Effect.flatMap(
            atEvent(query.node_id),
            (caller) => listPage(query, (page) => tags.search(caller, payload.search_term, page))
          ),
          toNormalisedList
        ),
      get: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id, looking), (caller) => tags.find(caller, params.user_tag_id)),
      updateComment: ({ params, payload, query }) =>
        Effect.flatMap(
          atEvent(query.node_id, changing),
          (caller) => tags.comment(caller, params.user_tag_id, payload.comment)
        )
    })
  })
)

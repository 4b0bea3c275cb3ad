import { EventStatus } from "@wristbank/core/overview/EventStatus"
import { EventStatuses } from "@wristbank/core/overview/EventStatuses"
import { Search } from "@wristbank/core/overview/Search"
import { Effect, Schema, Struct } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { tagContent } from "../answers/EntityTag.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"

export const OverviewHandlers = groupHandlers(
  AdministrationApi,
  "overview",
  Effect.fnUntraced(function*(handlers) {
    const { atNode, inEvent } = yield* callerAt
    const search = yield* Search
    const statuses = yield* EventStatuses
    return handlers.handleAll({
      find: atNode()((caller, { query }) => search.find(caller, query.q)),
      now: inEvent()((caller) => Effect.tap(statuses.now(caller), (status) => tagContent(contentOf(status))))
    })
  })
)

const encode = Schema.encodeSync(
  Schema.fromJsonString(Schema.toCodecJson(Schema.Struct(Struct.omit(EventStatus.fields, ["at"]))))
)

/** All but the time of reading. */
const contentOf = (status: EventStatus) => encode(status)

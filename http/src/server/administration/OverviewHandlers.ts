import { Finding } from "@wristbank/core/overview/Finding"
import { Situation } from "@wristbank/core/overview/Situation"
import { Situations } from "@wristbank/core/overview/Situations"
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
    const finding = yield* Finding
    const situations = yield* Situations
    return handlers.handleAll({
      find: atNode()((caller, { query }) => finding.find(caller, query.q)),
      now: inEvent()((caller) => Effect.tap(situations.now(caller), (situation) => tagContent(contentOf(situation))))
    })
  })
)

const encode = Schema.encodeSync(
  Schema.fromJsonString(Schema.toCodecJson(Schema.Struct(Struct.omit(Situation.fields, ["at"]))))
)

/** All but the time of reading. */
const contentOf = (situation: Situation) => encode(situation)

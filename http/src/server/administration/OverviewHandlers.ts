import { Finding } from "@wristbank/core/overview/Finding"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { callerAt } from "./CallerAt.ts"

export const OverviewHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "overview",
  Effect.fnUntraced(function*(handlers) {
    const { atNode } = yield* callerAt
    const finding = yield* Finding
    return handlers.handleAll({
      find: atNode()((caller, { query }) => finding.find(caller, query.q))
    })
  })
)

import { Terminals } from "@wristbank/core/cash/Terminals"
import { placeOf } from "@wristbank/core/organisation/Place"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { callerAt } from "./CallerAt.ts"

export const TerminalHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "terminals",
  Effect.fnUntraced(function*(handlers) {
    const { at, atEvent, managing } = yield* callerAt
    const manage = managing("terminal")
    const terminals = yield* Terminals

    // Signing out and looking work at archived nodes too, and whatever the node forbids by now.
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(
          Effect.flatMap(at(query.node_id), (caller) =>
            Effect.flatMap(terminals.list(placeOf(caller)), (found) => terminals.seenBy(caller, found))),
          toNormalisedList
        ),
      get: ({ params, query }) =>
        Effect.gen(function*() {
          const caller = yield* atEvent(query.node_id)
          const found = yield* terminals.find(placeOf(caller), params.terminal_id)
          const [seen] = yield* terminals.seenBy(caller, [found])
          return seen ?? found
        }),
      create: ({ payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => terminals.create(caller, payload)),
      update: ({ params, payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => terminals.update(caller, params.terminal_id, payload)),
      remove: ({ params, query }) =>
        Effect.as(
          Effect.flatMap(manage(query.node_id), (caller) => terminals.remove(caller, params.terminal_id)),
          null
        ),
      logout: ({ params, query }) =>
        Effect.as(
          Effect.flatMap(atEvent(query.node_id), (caller) => terminals.logout(caller, params.terminal_id)),
          null
        ),
      switchTill: ({ params, payload, query }) =>
        Effect.as(
          Effect.flatMap(manage(query.node_id), (caller) =>
            terminals.switchTill(caller, params.terminal_id, payload.new_till_id)),
          null
        ),
      forceLogoutUser: ({ params, query }) =>
        Effect.as(
          Effect.flatMap(atEvent(query.node_id), (caller) => terminals.forceSignOut(caller, params.terminal_id)),
          null
        )
    })
  })
)

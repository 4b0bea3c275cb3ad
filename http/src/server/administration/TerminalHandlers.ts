import { mayManage, placeOf } from "@wristbank/core/catalogue/Place"
import { Access } from "@wristbank/core/organisation/Access"
import { Terminals } from "@wristbank/core/till/Terminals"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { standing } from "./Standing.ts"

export const TerminalHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "terminals",
  Effect.fnUntraced(function*(handlers) {
    const access = yield* Access
    const manage = (yield* standing).managing("terminal")
    const terminals = yield* Terminals

    const administrator = (nodeId: bigint) =>
      Effect.flatMap(SignedIn, (signedIn) => access.at(signedIn, nodeId, { privileges: mayManage }))

    /** Signing out and looking work at archived nodes too, and whatever the node forbids by now. */
    const inEvent = (nodeId: bigint) =>
      Effect.flatMap(SignedIn, (signedIn) => access.atEvent(signedIn, nodeId, { privileges: mayManage }))

    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(
          Effect.flatMap(administrator(query.node_id), (caller) =>
            Effect.flatMap(terminals.list(placeOf(caller)), (found) => terminals.seenBy(caller, found))),
          toNormalisedList
        ),
      get: ({ params, query }) =>
        Effect.gen(function*() {
          const caller = yield* inEvent(query.node_id)
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
          Effect.flatMap(inEvent(query.node_id), (caller) => terminals.logout(caller, params.terminal_id)),
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
          Effect.flatMap(inEvent(query.node_id), (caller) => terminals.forceSignOut(caller, params.terminal_id)),
          null
        )
    })
  })
)

import { RoleAssignments } from "@wristbank/core/organisation/RoleAssignments"
import { Roles } from "@wristbank/core/organisation/Roles"
import { dataOf, fromPayload } from "@wristbank/core/organisation/User"
import { Users } from "@wristbank/core/organisation/Users"
import { UserChanges } from "@wristbank/core/tag/UserChanges"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { callerAt, type NodeRequirement } from "./CallerAt.ts"

const changingUsers: NodeRequirement = { write: true, objectType: "user" }
const changingRoles: NodeRequirement = { write: true, objectType: "user_role" }

export const UserHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "users",
  Effect.fnUntraced(function*(handlers) {
    const { at } = yield* callerAt
    const users = yield* Users
    const changes = yield* UserChanges
    const roles = yield* Roles
    const assignments = yield* RoleAssignments
    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ query }) {
        const caller = yield* at(query.node_id)
        return toNormalisedList(yield* users.list(caller, query.filter_privilege ?? null))
      }),
      create: ({ payload, query }) =>
        Effect.flatMap(at(query.node_id, changingUsers), (caller) => users.create(caller, fromPayload(payload))),
      get: ({ params, query }) => Effect.flatMap(at(query.node_id), (caller) => users.seenBy(caller, params.user_id)),
      update: ({ params, payload, query }) =>
        Effect.flatMap(
          at(query.node_id, changingUsers),
          (caller) => changes.update(caller, params.user_id, dataOf(payload))
        ),
      remove: ({ params, query }) =>
        Effect.as(
          Effect.flatMap(at(query.node_id, changingUsers), (caller) => changes.remove(caller, params.user_id)),
          null
        ),
      changePassword: ({ params, payload, query }) =>
        Effect.flatMap(
          at(query.node_id, changingUsers),
          (caller) => changes.changePassword(caller, params.user_id, payload)
        ),
      listSessions: Effect.fnUntraced(function*({ params, query }) {
        return yield* changes.listSessions(yield* at(query.node_id), params.user_id, yield* SignedIn)
      }),
      endSessions: ({ params, query }) =>
        Effect.flatMap(at(query.node_id), (caller) => changes.endSessions(caller, params.user_id)),
      listRoles: ({ query }) => Effect.map(Effect.flatMap(at(query.node_id), roles.list), toNormalisedList),
      createRole: ({ payload, query }) =>
        Effect.flatMap(at(query.node_id, changingRoles), (caller) => roles.create(caller, payload)),
      updateRole: ({ params, payload, query }) =>
        Effect.flatMap(
          at(query.node_id, changingRoles),
          (caller) => roles.update(caller, params.user_role_id, payload)
        ),
      removeRole: ({ params, query }) =>
        Effect.as(
          Effect.flatMap(at(query.node_id, changingRoles), (caller) => roles.remove(caller, params.user_role_id)),
          null
        ),
      listAssignments: ({ query }) => Effect.flatMap(at(query.node_id), assignments.list),
      assign: ({ payload, query }) =>
        Effect.flatMap(at(query.node_id, { write: true }), (caller) => assignments.set(caller, payload))
    })
  })
)

import type { Caller } from "@wristbank/core/organisation/Caller"
import { RoleAssignments } from "@wristbank/core/organisation/RoleAssignments"
import { Roles } from "@wristbank/core/organisation/Roles"
import { dataOf, fromPayload } from "@wristbank/core/organisation/User"
import { Users } from "@wristbank/core/organisation/Users"
import { Statistics } from "@wristbank/core/report/Statistics"
import { UserChanges } from "@wristbank/core/wristband/UserChanges"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { shown } from "../../api/administration/Shown.ts"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { listed, nothing } from "../answers/Handler.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { type AboutOne, callerAt } from "./CallerAt.ts"
import { ifUnchanged } from "./IfUnchanged.ts"

export const UserHandlers = groupHandlers(
  AdministrationApi,
  "users",
  Effect.fnUntraced(function*(handlers) {
    const { atNode } = yield* callerAt
    const looking = atNode()
    const changingUsers = atNode({ write: true, objectType: "user" })
    const changingRoles = atNode({ write: true, objectType: "user_role" })
    const users = yield* Users
    const changes = yield* UserChanges
    const roles = yield* Roles
    const assignments = yield* RoleAssignments
    const statistics = yield* Statistics
    const find = (caller: Caller, { params }: AboutOne<"user_id">) => users.seenBy(caller, params.user_id)
    const findRole = (caller: Caller, { params }: AboutOne<"user_role_id">) => roles.find(caller, params.user_role_id)
    return handlers.handleAll({
      list: listed(looking((caller, { query }) => users.list(caller, query.filter_privilege ?? null))),
      create: changingUsers((caller, { payload }) => users.create(caller, fromPayload(payload))),
      get: looking(find),
      update: changingUsers(
        ifUnchanged(shown.user, find)((caller, { params, payload }) =>
          changes.update(caller, params.user_id, dataOf(payload))
        )
      ),
      remove: nothing(changingUsers((caller, { params }) => changes.remove(caller, params.user_id))),
      changePassword: changingUsers((caller, { params, payload }) =>
        changes.changePassword(caller, params.user_id, payload)
      ),
      voucherGrants: looking((caller, { params, query }) =>
        statistics.voucherGrants(caller, params.user_id, query.as_of ?? null)
      ),
      roleAssignments: looking((caller, { params }) => assignments.ofUser(caller, params.user_id)),
      listSessions: looking((caller, { params }) =>
        Effect.flatMap(SignedIn, (signedIn) => changes.listSessions(caller, params.user_id, signedIn))
      ),
      endSessions: looking((caller, { params }) => changes.endSessions(caller, params.user_id)),
      secondFactor: looking((caller, { params }) => changes.secondFactor(caller, params.user_id)),
      resetSecondFactor: looking((caller, { params }) => changes.resetSecondFactor(caller, params.user_id)),
      listRoles: listed(looking(roles.list)),
      createRole: changingRoles((caller, { payload }) => roles.create(caller, payload)),
      updateRole: changingRoles(
        ifUnchanged(shown.userRole, findRole)((caller, { params, payload }) =>
          roles.update(caller, params.user_role_id, payload)
        )
      ),
      removeRole: nothing(changingRoles((caller, { params }) => roles.remove(caller, params.user_role_id))),
      listAssignments: looking((caller, { query }) => assignments.list(caller, query.below ?? false)),
      assign: atNode({ write: true })((caller, { payload }) => assignments.set(caller, payload))
    })
  })
)

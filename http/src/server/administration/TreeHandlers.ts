import { NodeArchives } from "@wristbank/core/cash/NodeArchives"
import { EventDesigns } from "@wristbank/core/event/EventDesigns"
import { Events } from "@wristbank/core/event/Events"
import { Access } from "@wristbank/core/organisation/Access"
import { AuditLogs } from "@wristbank/core/organisation/AuditLogs"
import { Nodes } from "@wristbank/core/organisation/Nodes"
import { NodeSeenByUser, NodeTree } from "@wristbank/core/organisation/NodeTree"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { listPage } from "../ListPage.ts"
import { callerAt, type NodeRequirement } from "./CallerAt.ts"
import { treeAnswer } from "./TreeAnswer.ts"

const changing: NodeRequirement = { write: true }
const tree = treeAnswer(NodeTree)
const seen = treeAnswer(NodeSeenByUser)

export const TreeHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "tree",
  Effect.fnUntraced(function*(handlers) {
    const access = yield* Access
    const { at, atEvent } = yield* callerAt
    const nodes = yield* Nodes
    const closings = yield* NodeArchives
    const events = yield* Events
    const designs = yield* EventDesigns
    const auditLogs = yield* AuditLogs
    return handlers.handleAll({
      get: () => seen(Effect.flatMap(SignedIn, nodes.seenBy)),
      createNode: ({ params, payload }) =>
        tree(Effect.flatMap(at(params.node_id, changing), (caller) => nodes.create(caller, payload))),
      updateNode: ({ params, payload }) =>
        tree(Effect.flatMap(at(params.node_id, changing), (caller) => nodes.update(caller, payload))),
      archiveNode: ({ params }) => Effect.flatMap(atEvent(params.node_id, changing), closings.archive),
      unarchiveNode: ({ params }) => Effect.as(Effect.flatMap(atEvent(params.node_id), closings.unarchive), null),
      deleteNode: ({ params }) => Effect.as(Effect.flatMap(at(params.node_id, changing), closings.remove), null),
      createEvent: ({ params, payload }) =>
        tree(Effect.flatMap(at(params.node_id, changing), (caller) => events.create(caller, payload))),
      updateEvent: ({ params, payload }) =>
        tree(Effect.flatMap(atEvent(params.node_id, changing), (caller) => events.update(caller, payload))),
      eventSettings: Effect.fnUntraced(function*({ params }) {
        const caller = yield* atEvent(params.node_id)
        yield* access.requireAt(caller, caller.eventId, mayManage)
        return yield* events.settings(caller.eventId)
      }),
      eventDesign: ({ params }) => Effect.flatMap(atEvent(params.node_id), (caller) => designs.get(caller.eventId)),
      setBonLogo: ({ params, payload }) =>
        Effect.as(
          Effect.flatMap(atEvent(params.node_id, changing), (caller) => designs.setBonLogo(caller, payload)),
          null
        ),
      auditLogs: ({ params, query }) =>
        Effect.flatMap(at(params.node_id), (caller) => {
          const { from_time, log_type, to_time, user_id } = query
          const filter = {
            logType: log_type ?? null,
            userId: user_id ?? null,
            from: from_time ?? null,
            until: to_time ?? null
          }
          return listPage(query, (page) => auditLogs.list(caller, filter, page))
        }),
      auditLog: ({ params }) =>
        Effect.flatMap(at(params.node_id), (caller) => auditLogs.get(caller, params.audit_log_id))
    })
  })
)

import { EventDesigns } from "@wristbank/core/event/EventDesigns"
import { Events } from "@wristbank/core/event/Events"
import { Nodes } from "@wristbank/core/event/Nodes"
import { NodeSeenByUser, NodeTree } from "@wristbank/core/event/NodeTree"
import { Access } from "@wristbank/core/organisation/Access"
import { AuditLogs } from "@wristbank/core/organisation/AuditLogs"
import type { AtEvent, Caller } from "@wristbank/core/organisation/Caller"
import { mayManage } from "@wristbank/core/organisation/Place"
import { SecondFactors } from "@wristbank/core/organisation/SecondFactors"
import { Checklists } from "@wristbank/core/overview/Checklists"
import { EventEnds } from "@wristbank/core/overview/EventEnds"
import { PresaleSettings } from "@wristbank/core/presale/PresaleSettings"
import { NodeFees } from "@wristbank/core/report/NodeFees"
import { NodeArchives } from "@wristbank/core/till/NodeArchives"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { shown } from "../../api/administration/Shown.ts"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { calledBy, nothing } from "../answers/Handler.ts"
import { listPage } from "../answers/ListPage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"
import { ifUnchanged } from "./IfUnchanged.ts"
import { treeAnswer } from "./TreeAnswer.ts"

const tree = treeAnswer(NodeTree)
const seen = treeAnswer(NodeSeenByUser)

export const TreeHandlers = groupHandlers(
  AdministrationApi,
  "tree",
  Effect.fnUntraced(function*(handlers) {
    const access = yield* Access
    const { atNode, inEvent } = yield* callerAt
    const looking = atNode()
    const changing = atNode({ write: true })
    const reading = inEvent()
    const writing = inEvent({ write: true })
    const nodes = yield* Nodes
    const archives = yield* NodeArchives
    const events = yield* Events
    const designs = yield* EventDesigns
    const auditLogs = yield* AuditLogs
    const factors = yield* SecondFactors
    const checklists = yield* Checklists
    const ends = yield* EventEnds
    const fees = yield* NodeFees
    const presale = yield* PresaleSettings
    const settingsOf = (caller: AtEvent) =>
      Effect.andThen(access.requireAt(caller, caller.eventId, mayManage), events.settings(caller.eventId))
    const ifNodeUnchanged = ifUnchanged(shown.node, (caller: Caller) => nodes.get(caller.node.id))
    const ifSettingsUnchanged = ifUnchanged(shown.eventSettings, settingsOf)
    return handlers.handleAll({
      get: seen(calledBy(SignedIn)(nodes.seenBy)),
      createNode: tree(changing((caller, { payload }) => nodes.create(caller, payload))),
      updateNode: tree(changing(ifNodeUnchanged((caller, { payload }) => nodes.update(caller, payload)))),
      secondFactor: looking(factors.setting),
      updateSecondFactor: changing((caller, { payload }) => factors.setSetting(caller, payload.required)),
      fee: reading(fees.get),
      updateFee: writing((caller, { payload }) => fees.set(caller, payload)),
      archiveNode: writing(archives.archive),
      unarchiveNode: nothing(reading(archives.unarchive)),
      deleteNode: nothing(changing((caller, { query }) => archives.remove(caller, query.confirm_name ?? null))),
      createEvent: tree(
        changing((caller, { payload }) => Effect.andThen(presale.check(null, payload), events.create(caller, payload)))
      ),
      updateEvent: tree(
        writing(
          ifSettingsUnchanged((caller, { payload }) =>
            Effect.andThen(presale.check(caller, payload), events.update(caller, payload))
          )
        )
      ),
      eventSettings: reading(settingsOf),
      checklist: reading(checklists.of),
      endSteps: reading(ends.steps),
      eventDesign: reading(({ eventId }) => designs.get(eventId)),
      setBonLogo: nothing(writing((caller, { payload }) => designs.setBonLogo(caller, payload))),
      removeBonLogo: nothing(writing(designs.removeBonLogo)),
      auditLogs: looking((caller, { query }) => {
        const { from_time, log_type, object_id, object_type, to_time, user_id, with_content } = query
        const filter = {
          logType: log_type ?? null,
          objectId: object_id ?? null,
          objectType: object_type ?? null,
          withContent: with_content,
          userId: user_id ?? null,
          from: from_time ?? null,
          until: to_time ?? null
        }
        return listPage(query, (page) => auditLogs.list(caller, filter, page))
      }),
      auditLog: looking((caller, { params }) => auditLogs.get(caller, params.audit_log_id))
    })
  })
)

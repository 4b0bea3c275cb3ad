import { Context, Effect, Layer, Schema } from "effect"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { eventPath } from "../organisation/Node.ts"
import { mayManage } from "../organisation/Place.ts"
import { feeAt, NodeFee, UpdateNodeFee } from "./NodeFee.ts"
import { NodeFeeRepository } from "./NodeFeeRepository.ts"

/** The audit log keeps fees in the form that the API shows. */
const toAuditContent = Schema.encodeSync(Schema.toCodecJson(UpdateNodeFee))

/** What the organiser keeps of the sales of each node. */
export class NodeFees extends Context.Service<NodeFees>()("core/NodeFees", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const repository = yield* NodeFeeRepository

    const get = Effect.fn("NodeFees.get")(function*({ eventId, node }: AtEvent) {
      const fees = yield* Effect.orDie(repository.fees(eventId, null))
      return new NodeFee({ fee: fees.get(node.id) ?? null, effective_fee: feeAt(eventPath(node), fees) })
    })

    /** Sets the fee; only for those who administer the event, as a stall would otherwise set its own. */
    const set = Effect.fn("NodeFees.set")(function*(caller: AtEvent, given: UpdateNodeFee) {
      const { eventId, node } = caller
      yield* access.requireAt(caller, eventId, mayManage)
      yield* changes.run(
        caller,
        (old) => ({
          logType: "node_fee_updated",
          content: { id: node.id, old: toAuditContent(old), new: toAuditContent(given) }
        }),
        Effect.gen(function*() {
          const before = (yield* repository.fees(eventId, null)).get(node.id) ?? null
          if (before !== given.fee) yield* repository.insert(eventId, node.id, given.fee)
          return new UpdateNodeFee({ fee: before })
        }),
        { withoutVersion: true }
      )
      return yield* get(caller)
    })

    return { get, set }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer, NodeFeeRepository.layer])
  )
}

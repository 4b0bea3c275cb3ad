import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { mayManage, placeOf } from "@wristbank/core/organisation/Place"
import { Terminals } from "@wristbank/core/till/Terminals"
import { Tills } from "@wristbank/core/till/Tills"
import { Effect, Layer } from "effect"

/** What a command needs that reads the tills and terminals of an event. */
export const tillReading = {
  privileges: mayManage,
  layer: Layer.mergeAll(NodeRepository.layer, Terminals.layer, Tills.layer)
}

/** The tills and terminals of an event and of all nodes below it, with these nodes. */
export const readTills = Effect.fnUntraced(function*(caller: AtEvent) {
  const nodes = yield* Effect.orDie(NodeRepository.use(({ subtree }) => subtree(caller.eventId)))
  const place = { ...placeOf(caller), pathIds: nodes.map(({ id }) => id) }
  return {
    nodes,
    terminals: yield* Terminals.use(({ list }) => list(place)),
    tills: yield* Tills.use(({ list }) => list(place))
  }
})

import { printable } from "@wristbank/core/base/VisibleText"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { mayManage, placeOf } from "@wristbank/core/organisation/Place"
import { Terminals } from "@wristbank/core/till/Terminals"
import { Tills } from "@wristbank/core/till/Tills"
import { Effect, Layer, Schema } from "effect"
import { closest } from "./Suggestion.ts"

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

/** Raised when a name or number fits no till of the event; says which are most like it. */
class TillUnknown extends Schema.TaggedError<TillUnknown>()("TillUnknown", { message: Schema.String }) {}

/** As many names as are read at a glance. */
const shown = 5

/** The till with a number or a name; null without one. */
export const tillNamed = <Till extends { readonly id: bigint; readonly name: string }>(
  given: string | undefined,
  tills: ReadonlyArray<Till>
): Effect.Effect<Till | null, TillUnknown> => {
  if (given === undefined) return Effect.succeed(null)
  const found = tills.find(({ id, name }) => String(id) === given || name === given)
  if (found !== undefined) return Effect.succeed(found)
  const there = closest(given, tills, ({ name }) => name).slice(0, shown)
    .map(({ id, name }) => `${printable(name)} (${id})`)
  return Effect.fail(
    new TillUnknown({
      message: `There is no till ${given}${
        there.length === 0 ? "" : `. There is ${there.join(", ")}`
      }. See wristbank till list`
    })
  )
}

import { Effect, Layer } from "effect"
import { ownEach, single } from "../sql/Cluster.ts"
import { repeated } from "../sql/Outages.ts"
import { PresaleWorker } from "./PresaleWorker.ts"

const keptUp = repeated("presale", "The presale will be imported by the next try")

/**
 * Imports the presale of all events. Any number of processes may provide this: each organiser of a ticket shop, with all events
 * that import from it, has one owner among them; when that process ends, another takes over.
 */
const register = Effect.gen(function*() {
  const { organizers, prune, supervise } = yield* PresaleWorker
  const own = yield* ownEach(Effect.map(
    organizers,
    (names) => new Map(names.map((name) => [`presale/${name}`, supervise(name)]))
  ))
  yield* single("presale/old notifications", keptUp(prune, "1 hour"))
  yield* Effect.forkScoped(keptUp(own, "2 seconds"))
})

/** Imports for as long as the layer lives; needs the cluster of the process. */
export const layer = Layer.effectDiscard(register)

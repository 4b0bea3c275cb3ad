import { Effect, Layer } from "effect"
import { ownEach, single } from "../sql/Cluster.ts"
import { repeated } from "../sql/Outages.ts"
import { SigningSweeps } from "./SigningSweeps.ts"
import { TseStateRepository } from "./TseStateRepository.ts"
import { TseWorker } from "./TseWorker.ts"

const keptUp = repeated("signing", "Signing will try again")

/**
 * Signs with the devices of all events. Any number of processes may provide this: each device and each sweep has one owner among
 * them; when that process ends, another takes over. New devices get an owner within two seconds.
 */
const register = Effect.gen(function*() {
  const states = yield* TseStateRepository
  const sweeps = yield* SigningSweeps
  const workers = yield* TseWorker

  const ownDevices = yield* ownEach(Effect.map(
    states.owned,
    (devices) => new Map(devices.map(({ event_id, id }) => [`tse/${event_id}/${id}`, workers.supervise(event_id, id)]))
  ))

  yield* single("signing/assignment", keptUp(sweeps.assign(), "500 millis"))
  yield* Effect.forkScoped(keptUp(ownDevices, "2 seconds"))
  yield* Effect.forkScoped(keptUp(sweeps.measure(), "5 seconds"))
})

/** Signs for as long as the layer lives; needs the cluster of the process. */
export const layer = Layer.effectDiscard(register)

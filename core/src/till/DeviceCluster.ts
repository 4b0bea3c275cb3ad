import { Effect, Layer } from "effect"
import { single } from "../sql/Cluster.ts"
import { repeated } from "../sql/Outages.ts"
import { DeviceReadings } from "./DeviceReadings.ts"

const keptUp = repeated("devices", "The devices of terminals will be read by the next try")

/** Reads device managements for as long as the layer lives, in one process at a time; needs the cluster of the process. */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const { sweep } = yield* DeviceReadings
  yield* single("devices", keptUp(sweep(), "15 seconds"))
}))

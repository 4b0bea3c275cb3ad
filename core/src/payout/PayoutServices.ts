import { Layer } from "effect"
import { PayoutRepository } from "./PayoutRepository.ts"
import { PayoutRunRepository } from "./PayoutRunRepository.ts"
import { PayoutRuns } from "./PayoutRuns.ts"

/** The services of this room; they need those of `organisation`. */
export const layer = PayoutRuns.layer.pipe(
  Layer.provide(Layer.merge(PayoutRepository.layer, PayoutRunRepository.layer))
)

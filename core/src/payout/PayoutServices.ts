import { Layer } from "effect"
import { PayoutCandidates } from "./PayoutCandidates.ts"
import { PayoutFileRepository } from "./PayoutFileRepository.ts"
import { PayoutFiles } from "./PayoutFiles.ts"
import { PayoutRepository } from "./PayoutRepository.ts"
import { PayoutRunRepository } from "./PayoutRunRepository.ts"
import { PayoutRuns } from "./PayoutRuns.ts"

/** The services of this room; they need those of `organisation`. */
export const layer = Layer.merge(PayoutFiles.layer, PayoutRuns.layer).pipe(
  Layer.provide(PayoutCandidates.layer),
  Layer.provide(Layer.mergeAll(PayoutFileRepository.layer, PayoutRepository.layer, PayoutRunRepository.layer))
)

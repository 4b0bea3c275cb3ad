import { Layer } from "effect"
import { LeftOutCustomers } from "../payout/LeftOutCustomers.ts"
import { PayoutCandidates } from "../payout/PayoutCandidates.ts"
import { PayoutFileRepository } from "../payout/PayoutFileRepository.ts"
import { PayoutFiles } from "../payout/PayoutFiles.ts"
import { PayoutRepository } from "../payout/PayoutRepository.ts"
import { PayoutRunRepository } from "../payout/PayoutRunRepository.ts"
import { PayoutRuns } from "../payout/PayoutRuns.ts"

/** The services of this room; they need those of `organisation`. */
export const layer = Layer.mergeAll(LeftOutCustomers.layer, PayoutFiles.layer, PayoutRuns.layer).pipe(
  Layer.provide(PayoutCandidates.layer),
  Layer.provide(Layer.mergeAll(PayoutFileRepository.layer, PayoutRepository.layer, PayoutRunRepository.layer))
)

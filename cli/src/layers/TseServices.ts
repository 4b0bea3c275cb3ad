import { TillTseRepository } from "@wristbank/core/fiscal/TillTseRepository"
import { TseLogs } from "@wristbank/core/fiscal/TseLogs"
import { TseOperations } from "@wristbank/core/fiscal/TseOperations"
import { TseRepository } from "@wristbank/core/fiscal/TseRepository"
import { mayManage } from "@wristbank/core/organisation/Place"
import { TillClosingRepository } from "@wristbank/core/till/TillClosingRepository"
import { Layer } from "effect"

/** Services for signing devices. */
export const tseServices = {
  privileges: mayManage,
  layer: TseLogs.layer.pipe(
    Layer.provideMerge(TseOperations.layer),
    Layer.provide(Layer.mergeAll(TillClosingRepository.layer, TillTseRepository.layer, TseRepository.layer))
  )
}

import { LedgerStore } from "@wristbank/core/journal/LedgerStore"
import { mayManage } from "@wristbank/core/organisation/Place"
import { TerminalRepository } from "@wristbank/core/till/TerminalRepository"
import { Terminals } from "@wristbank/core/till/Terminals"
import { TillChangeRepository } from "@wristbank/core/till/TillChangeRepository"
import { TillChanges } from "@wristbank/core/till/TillChanges"
import { TillClosingRepository } from "@wristbank/core/till/TillClosingRepository"
import { TillRepository } from "@wristbank/core/till/TillRepository"
import { Layer } from "effect"

/** Services for changing terminals. */
export const terminalServices = {
  privileges: mayManage,
  layer: Terminals.layer.pipe(
    Layer.provide(TillChanges.layer),
    Layer.provide(Layer.mergeAll(
      LedgerStore.layer,
      TerminalRepository.layer,
      Layer.provide(TillChangeRepository.layer, TillClosingRepository.layer),
      TillRepository.layer
    ))
  )
}

import { Terminals } from "@wristbank/core/cash/Terminals"
import { TillChangeRepository } from "@wristbank/core/cash/TillChangeRepository"
import { TillChanges } from "@wristbank/core/cash/TillChanges"
import { LedgerStore } from "@wristbank/core/order/LedgerStore"
import { mayManage } from "@wristbank/core/organisation/Place"
import { TerminalRepository } from "@wristbank/core/till/TerminalRepository"
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

import { FiscalExports, mayExport } from "@wristbank/core/fiscal/FiscalExports"
import { FiscalSettingsRepository } from "@wristbank/core/fiscal/FiscalSettingsRepository"
import { TillClosings } from "@wristbank/core/fiscal/TillClosings"
import { TillReports } from "@wristbank/core/fiscal/TillReports"
import { TillClosingRepository } from "@wristbank/core/till/TillClosingRepository"
import { Layer } from "effect"

/** Services for closings and the files for the tax office. */
export const fiscalServices = {
  privileges: mayExport,
  layer: Layer.mergeAll(FiscalExports.layer, TillClosings.layer, TillReports.layer).pipe(
    Layer.provide(Layer.merge(FiscalSettingsRepository.layer, TillClosingRepository.layer))
  )
}

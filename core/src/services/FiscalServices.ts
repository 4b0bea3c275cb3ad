import { Layer } from "effect"
import { CloseOutProtocols } from "../fiscal/CloseOutProtocols.ts"
import { EventFiscalSettings } from "../fiscal/EventFiscalSettings.ts"
import { ExportDownloads } from "../fiscal/ExportDownloads.ts"
import { FiscalSettingsRepository } from "../fiscal/FiscalSettingsRepository.ts"
import { TillClosings } from "../fiscal/TillClosings.ts"
import { TillReports } from "../fiscal/TillReports.ts"
import { TillTseRepository } from "../fiscal/TillTseRepository.ts"
import { TseOperations } from "../fiscal/TseOperations.ts"
import { TseRepository } from "../fiscal/TseRepository.ts"
import { Tses } from "../fiscal/Tses.ts"
import { TillClosingRepository } from "../till/TillClosingRepository.ts"

/** The services of this room; they need those of `organisation` and of `cash`. */
export const layer = Layer.mergeAll(
  CloseOutProtocols.layer,
  EventFiscalSettings.layer,
  ExportDownloads.layer,
  TillReports.layer,
  TillClosings.layer,
  Layer.provideMerge(Tses.layer, TseOperations.layer)
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      FiscalSettingsRepository.layer,
      TillClosingRepository.layer,
      TillTseRepository.layer,
      TseRepository.layer
    )
  )
)

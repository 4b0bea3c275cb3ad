import { Layer } from "effect"
import { EventFiscalSettings } from "./EventFiscalSettings.ts"
import { FiscalSettingsRepository } from "./FiscalSettingsRepository.ts"
import { TillClosingRepository } from "./TillClosingRepository.ts"
import { TillClosings } from "./TillClosings.ts"
import { TillTseRepository } from "./TillTseRepository.ts"
import { TseOperations } from "./TseOperations.ts"
import { TseRepository } from "./TseRepository.ts"
import { Tses } from "./Tses.ts"

/** The services of this room; they need those of `organisation`. */
export const layer = Layer.mergeAll(
  EventFiscalSettings.layer,
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

import { Layer } from "effect"
import { ProductRepository } from "./ProductRepository.ts"
import { Products } from "./Products.ts"
import { TaxRateRepository } from "./TaxRateRepository.ts"
import { TaxRates } from "./TaxRates.ts"
import { TicketRepository } from "./TicketRepository.ts"
import { Tickets } from "./Tickets.ts"
import { TillButtonRepository } from "./TillButtonRepository.ts"
import { TillButtons } from "./TillButtons.ts"
import { TillLayoutRepository } from "./TillLayoutRepository.ts"
import { TillLayouts } from "./TillLayouts.ts"
import { TillProfileRepository } from "./TillProfileRepository.ts"
import { TillProfiles } from "./TillProfiles.ts"

/** The services of the catalogue with their repositories; they need `Access`, `Changes` and `SqlClient`. */
export const layer = Layer.mergeAll(
  Products.layer,
  TaxRates.layer,
  Tickets.layer,
  TillButtons.layer,
  TillLayouts.layer,
  TillProfiles.layer
).pipe(
  Layer.provideMerge(Layer.mergeAll(
    ProductRepository.layer,
    TaxRateRepository.layer,
    TicketRepository.layer,
    TillButtonRepository.layer,
    TillLayoutRepository.layer,
    TillProfileRepository.layer
  ))
)

import { Layer } from "effect"
import { ProductRepository } from "../event/ProductRepository.ts"
import { Products } from "../event/Products.ts"
import { TaxRateRepository } from "../event/TaxRateRepository.ts"
import { TaxRates } from "../event/TaxRates.ts"
import { TicketRepository } from "../event/TicketRepository.ts"
import { Tickets } from "../event/Tickets.ts"
import { TillButtonRepository } from "../event/TillButtonRepository.ts"
import { TillButtons } from "../event/TillButtons.ts"
import { TillLayoutRepository } from "../event/TillLayoutRepository.ts"
import { TillLayouts } from "../event/TillLayouts.ts"
import { TillProfileRepository } from "../event/TillProfileRepository.ts"
import { TillProfiles } from "../event/TillProfiles.ts"
import { UserTagVariantRepository } from "../event/UserTagVariantRepository.ts"
import { UserTagVariants } from "../event/UserTagVariants.ts"

/** The services of the catalogue with their repositories; they need `Access`, `Changes` and `SqlClient`. */
export const layer = Layer.mergeAll(
  Products.layer,
  TaxRates.layer,
  Tickets.layer,
  TillButtons.layer,
  TillLayouts.layer,
  TillProfiles.layer,
  UserTagVariants.layer
).pipe(
  Layer.provideMerge(Layer.mergeAll(
    ProductRepository.layer,
    TaxRateRepository.layer,
    TicketRepository.layer,
    TillButtonRepository.layer,
    TillLayoutRepository.layer,
    TillProfileRepository.layer,
    UserTagVariantRepository.layer
  ))
)

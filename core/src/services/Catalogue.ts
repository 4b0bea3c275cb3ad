import { Layer } from "effect"
import { ProductRepository } from "../catalogue/ProductRepository.ts"
import { Products } from "../catalogue/Products.ts"
import { TaxRateRepository } from "../catalogue/TaxRateRepository.ts"
import { TaxRates } from "../catalogue/TaxRates.ts"
import { TicketRepository } from "../catalogue/TicketRepository.ts"
import { Tickets } from "../catalogue/Tickets.ts"
import { TillButtonRepository } from "../catalogue/TillButtonRepository.ts"
import { TillButtons } from "../catalogue/TillButtons.ts"
import { TillLayoutRepository } from "../catalogue/TillLayoutRepository.ts"
import { TillLayouts } from "../catalogue/TillLayouts.ts"
import { TillProfileRepository } from "../catalogue/TillProfileRepository.ts"
import { TillProfiles } from "../catalogue/TillProfiles.ts"
import { UserTagVariantRepository } from "../catalogue/UserTagVariantRepository.ts"
import { UserTagVariants } from "../catalogue/UserTagVariants.ts"

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

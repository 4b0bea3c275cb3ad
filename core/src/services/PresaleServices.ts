import { Layer } from "effect"
import { PresaleCaseRepository } from "../presale/PresaleCaseRepository.ts"
import { PresaleImports } from "../presale/PresaleImports.ts"
import { PresaleRepository } from "../presale/PresaleRepository.ts"

/** The services of the presale; they need the configurations of events. */
export const layer = Layer.provide(
  PresaleImports.layer,
  Layer.merge(PresaleRepository.layer, PresaleCaseRepository.layer)
)

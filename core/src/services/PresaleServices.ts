import { Layer } from "effect"
import { PresaleCaseRepository } from "../presale/PresaleCaseRepository.ts"
import { PresaleImports } from "../presale/PresaleImports.ts"
import { PresaleRepository } from "../presale/PresaleRepository.ts"
import { PresaleTicketRepository } from "../presale/PresaleTicketRepository.ts"
import { PresaleTickets } from "../presale/PresaleTickets.ts"

/** The services of the presale; they need the configurations of events. */
export const layer = Layer.merge(
  Layer.provide(PresaleImports.layer, Layer.merge(PresaleRepository.layer, PresaleCaseRepository.layer)),
  Layer.provide(PresaleTickets.layer, PresaleTicketRepository.layer)
)

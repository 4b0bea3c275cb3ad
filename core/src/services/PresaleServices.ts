import { Layer } from "effect"
import { OrderChanges } from "../presale/OrderChanges.ts"
import { PresaleCaseRepository } from "../presale/PresaleCaseRepository.ts"
import { PresaleCases } from "../presale/PresaleCases.ts"
import { PresaleCheckInRepository } from "../presale/PresaleCheckInRepository.ts"
import { PresaleCheckIns } from "../presale/PresaleCheckIns.ts"
import { PresaleFiles } from "../presale/PresaleFiles.ts"
import { PresaleImports } from "../presale/PresaleImports.ts"
import { PresaleOrderRepository } from "../presale/PresaleOrderRepository.ts"
import { PresaleReadings } from "../presale/PresaleReadings.ts"
import { PresaleRepository } from "../presale/PresaleRepository.ts"
import { PresaleScans } from "../presale/PresaleScans.ts"
import { PresaleSettings } from "../presale/PresaleSettings.ts"
import { PresaleShops } from "../presale/PresaleShops.ts"
import { PresaleSourceRepository } from "../presale/PresaleSourceRepository.ts"
import { PresaleSources } from "../presale/PresaleSources.ts"
import { PresaleStatuses } from "../presale/PresaleStatuses.ts"
import { PresaleStatusRepository } from "../presale/PresaleStatusRepository.ts"
import { PresaleTicketRepository } from "../presale/PresaleTicketRepository.ts"
import { PresaleTickets } from "../presale/PresaleTickets.ts"
import { PresaleWebhookRepository } from "../presale/PresaleWebhookRepository.ts"
import { PresaleWebhooks } from "../presale/PresaleWebhooks.ts"
import { PresaleWorker } from "../presale/PresaleWorker.ts"
import { PretixCalls } from "../presale/PretixCalls.ts"

const repositories = Layer.mergeAll(
  PresaleCaseRepository.layer,
  PresaleCheckInRepository.layer,
  PresaleOrderRepository.layer,
  PresaleRepository.layer,
  PresaleSourceRepository.layer,
  PresaleStatusRepository.layer,
  PresaleTicketRepository.layer,
  PresaleWebhookRepository.layer
)

const views = Layer.mergeAll(PresaleCases.layer, PresaleStatuses.layer, PresaleTickets.layer)

/** The services that show the presale to operators, which need no secrets. */
export const office = Layer.provide(views, repositories)

/** The services of the presale that call no shop; they need the configurations of events and the services of `organisation`. */
export const layer = Layer.mergeAll(views, PresaleImports.layer, PresaleWebhooks.layer)
  .pipe(Layer.provide(PresaleSources.layer), Layer.provideMerge(repositories))

/** The import of files, which needs no secrets. */
export const files = PresaleFiles.layer.pipe(
  Layer.provideMerge(OrderChanges.layer),
  Layer.provide(PresaleImports.layer),
  Layer.provide(Layer.mergeAll(PresaleCaseRepository.layer, PresaleOrderRepository.layer, PresaleRepository.layer))
)

/** The services that call ticket shops; they need the others and a `ShopConnection`. */
export const calling = Layer.mergeAll(
  Layer.provideMerge(PresaleSettings.layer, PresaleShops.layer),
  PresaleScans.layer,
  PresaleWorker.layer
)
  .pipe(
    Layer.provideMerge(Layer.merge(PresaleCheckIns.layer, PresaleReadings.layer)),
    Layer.provide(Layer.merge(PresaleSources.layer, PretixCalls.layer))
  )

import { Layer } from "effect"
import { StockingRepository } from "../cash/StockingRepository.ts"
import { EventCopies } from "../eventfile/EventCopies.ts"
import { EventFileRepository } from "../eventfile/EventFileRepository.ts"
import { EventFiles } from "../eventfile/EventFiles.ts"
import { EventFileSteps } from "../eventfile/EventFileSteps.ts"
import { EventSnapshots } from "../eventfile/EventSnapshots.ts"
import { NodeFeeRepository } from "../report/NodeFeeRepository.ts"
import { NodeFees } from "../report/NodeFees.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"
import { SiteMapRepository } from "../till/SiteMapRepository.ts"
import { SiteMaps } from "../till/SiteMaps.ts"
import { TerminalRepository } from "../till/TerminalRepository.ts"
import { TillRepository } from "../till/TillRepository.ts"
import { UserTagSecretRepository } from "../wristband/UserTagSecretRepository.ts"

const repositories = Layer.mergeAll(
  CashRegisterRepository.layer,
  EventFileRepository.layer,
  NodeFeeRepository.layer,
  SiteMapRepository.layer,
  StockingRepository.layer,
  TerminalRepository.layer,
  TillRepository.layer,
  UserTagSecretRepository.layer
)

/** Events as files; needs the services of `organisation`, `catalogue`, `cash`, `tag` and `fiscal`. */
export const layer = Layer.provide(
  EventCopies.layer.pipe(
    Layer.provideMerge(EventFiles.layer),
    Layer.provide(EventFileSteps.layer),
    Layer.provide(EventSnapshots.layer)
  ),
  Layer.provideMerge(Layer.merge(NodeFees.layer, SiteMaps.layer), repositories)
)

import { Layer } from "effect"
import { OrderSignatures } from "../fiscal/OrderSignatures.ts"
import { OverdueOrders } from "../fiscal/OverdueOrders.ts"
import { SigningRepository } from "../fiscal/SigningRepository.ts"
import { SigningSteps } from "../fiscal/SigningSteps.ts"
import { SigningSweeps } from "../fiscal/SigningSweeps.ts"
import { TillTseRepository } from "../fiscal/TillTseRepository.ts"
import { TseCapacity } from "../fiscal/TseCapacity.ts"
import { TseClients } from "../fiscal/TseClients.ts"
import { TseOrphanRepository } from "../fiscal/TseOrphanRepository.ts"
import { TseOrphans } from "../fiscal/TseOrphans.ts"
import { TseOutages } from "../fiscal/TseOutages.ts"
import { TseRepository } from "../fiscal/TseRepository.ts"
import { TseSessions } from "../fiscal/TseSessions.ts"
import { TseStateRepository } from "../fiscal/TseStateRepository.ts"
import { TseWorker } from "../fiscal/TseWorker.ts"

/** The services that sign orders. They need a database of its own (`SqlClient`), `Secrets` and the vendors of devices. */
export const layer = Layer.mergeAll(TseWorker.layer, SigningSweeps.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(TseSessions.layer, TseOutages.layer)),
  Layer.provideMerge(OrderSignatures.layer),
  Layer.provideMerge(Layer.mergeAll(SigningSteps.layer, TseOrphans.layer)),
  Layer.provideMerge(TseCapacity.layer),
  Layer.provideMerge(TseClients.layer),
  Layer.provideMerge(Layer.provide(TseStateRepository.layer, TseRepository.layer)),
  Layer.provideMerge(
    Layer.mergeAll(
      OverdueOrders.layer,
      SigningRepository.layer,
      TillTseRepository.layer,
      TseOrphanRepository.layer
    )
  )
)

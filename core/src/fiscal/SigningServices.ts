import { Layer } from "effect"
import { OrderSignatures } from "./OrderSignatures.ts"
import { OverdueOrders } from "./OverdueOrders.ts"
import { SigningRepository } from "./SigningRepository.ts"
import { SigningSteps } from "./SigningSteps.ts"
import { SigningSweeps } from "./SigningSweeps.ts"
import { TillTseRepository } from "./TillTseRepository.ts"
import { TseClients } from "./TseClients.ts"
import { TseOrphanRepository } from "./TseOrphanRepository.ts"
import { TseOrphans } from "./TseOrphans.ts"
import { TseOutages } from "./TseOutages.ts"
import { TseRepository } from "./TseRepository.ts"
import { TseRoom } from "./TseRoom.ts"
import { TseSessions } from "./TseSessions.ts"
import { TseStateRepository } from "./TseStateRepository.ts"
import { TseWorker } from "./TseWorker.ts"

/** What signs orders; it needs a database of its own (`SqlClient`), `Secrets` and the vendors of devices. */
export const layer = Layer.mergeAll(TseWorker.layer, SigningSweeps.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(TseSessions.layer, TseOutages.layer)),
  Layer.provideMerge(OrderSignatures.layer),
  Layer.provideMerge(Layer.mergeAll(SigningSteps.layer, TseOrphans.layer)),
  Layer.provideMerge(TseRoom.layer),
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

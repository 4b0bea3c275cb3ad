import { Layer } from "effect"
import { PaymentDesk } from "../order/PaymentDesk.ts"
import { CardAuthorisations } from "./CardAuthorisations.ts"
import { CardHistory } from "./CardHistory.ts"
import { CardLists } from "./CardLists.ts"
import { ReconciliationDayRepository } from "./ReconciliationDayRepository.ts"
import { ReconciliationRepository } from "./ReconciliationRepository.ts"
import { Reconciliations } from "./Reconciliations.ts"

/** What operators do about card payments; it needs the services of `card`, `order` and `organisation`. */
export const layer = Layer.mergeAll(
  CardAuthorisations.layer,
  CardLists.layer,
  PaymentDesk.layer,
  Layer.provideMerge(
    Reconciliations.layer,
    Layer.mergeAll(CardHistory.layer, ReconciliationDayRepository.layer, ReconciliationRepository.layer)
  )
)

import { Layer } from "effect"
import { CardAuthorisations } from "../card/CardAuthorisations.ts"
import { CardHistory } from "../card/CardHistory.ts"
import { CardLists } from "../card/CardLists.ts"
import { ReconciliationDayRepository } from "../card/ReconciliationDayRepository.ts"
import { ReconciliationRepository } from "../card/ReconciliationRepository.ts"
import { Reconciliations } from "../card/Reconciliations.ts"
import { UnverifiedPayments } from "../order/UnverifiedPayments.ts"

/** What operators do about card payments; it needs the services of `card`, `order` and `organisation`. */
export const layer = Layer.mergeAll(
  CardAuthorisations.layer,
  CardLists.layer,
  UnverifiedPayments.layer,
  Layer.provideMerge(
    Reconciliations.layer,
    Layer.mergeAll(CardHistory.layer, ReconciliationDayRepository.layer, ReconciliationRepository.layer)
  )
)

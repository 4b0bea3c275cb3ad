import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { CardAuthorisations } from "../card/CardAuthorisations.ts"
import { CardHistory } from "../card/CardHistory.ts"
import { CardLists } from "../card/CardLists.ts"
import { CardMerchants } from "../card/CardMerchants.ts"
import { CardTokenRepository } from "../card/CardTokenRepository.ts"
import { CardTokens } from "../card/CardTokens.ts"
import { ReconciliationDayRepository } from "../card/ReconciliationDayRepository.ts"
import { ReconciliationRepository } from "../card/ReconciliationRepository.ts"
import { Reconciliations } from "../card/Reconciliations.ts"
import * as SumUp from "../card/SumUp.ts"
import { UnverifiedPayments } from "../sale/UnverifiedPayments.ts"

/** The services of this room; they need those of `organisation`. */
export const layer = Layer.merge(CardMerchants.layer, Layer.provide(CardTokens.layer, CardTokenRepository.layer)).pipe(
  Layer.provideMerge(Layer.provide(SumUp.layer, FetchHttpClient.layer))
)

/** The services behind an operator's work on card payments. They need the services of `card`, `order` and `organisation`. */
export const office = Layer.mergeAll(
  CardAuthorisations.layer,
  CardLists.layer,
  UnverifiedPayments.layer,
  Layer.provideMerge(
    Reconciliations.layer,
    Layer.mergeAll(CardHistory.layer, ReconciliationDayRepository.layer, ReconciliationRepository.layer)
  )
)

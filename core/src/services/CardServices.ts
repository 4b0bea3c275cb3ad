import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { CardMerchants } from "../card/CardMerchants.ts"
import { CardTokenRepository } from "../card/CardTokenRepository.ts"
import { CardTokens } from "../card/CardTokens.ts"
import * as SumUp from "../card/SumUp.ts"

/** The services of this room; they need those of `organisation`. */
export const layer = Layer.merge(CardMerchants.layer, Layer.provide(CardTokens.layer, CardTokenRepository.layer)).pipe(
  Layer.provideMerge(Layer.provide(SumUp.layer, FetchHttpClient.layer))
)

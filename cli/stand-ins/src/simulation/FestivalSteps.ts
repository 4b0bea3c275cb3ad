import { dayOf } from "./FestivalDay.ts"
import { FestivalModel } from "./FestivalModel.ts"
import { Guests } from "./Guests.ts"
import { type FestivalSize, fewestTills, tillsOf } from "./Premises.ts"
import { SeededRandom } from "./SeededRandom.ts"
import type { Step } from "./Step.ts"

/**
 * All that happens at a festival, ordered in time. The same size gives the same steps. They are made for a system that accepts
 * each of them: a model keeps balances and cash, and `FestivalModel.apply` accepts the same steps again. Throws a `RangeError`
 * for a size without days or guests, or with too few tills.
 */
export function* festivalSteps(size: FestivalSize): Generator<Step> {
  if (!(size.days >= 1 && size.guests >= 1 && size.tills >= fewestTills)) {
    throw new RangeError(`A festival needs a day, a guest and ${fewestTills} tills`)
  }
  const random = new SeededRandom(size.seed)
  const model = new FestivalModel(size)
  const guests = new Guests(size, random)
  const festival = { size, random, model, guests, tills: tillsOf(size) }
  let n = 0
  for (let day = 0; day < size.days; day++) {
    for (const happened of dayOf(festival, day, () => n)) {
      n++
      yield happened
    }
  }
}

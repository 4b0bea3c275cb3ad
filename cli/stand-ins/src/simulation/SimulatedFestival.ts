import type { FestivalModel } from "./FestivalModel.ts"
import type { Guests } from "./Guests.ts"
import type { FestivalSize, SimulatedTill } from "./Premises.ts"
import type { SeededRandom } from "./SeededRandom.ts"

/** A festival while its steps are made up. */
export interface SimulatedFestival {
  readonly size: FestivalSize
  readonly random: SeededRandom
  readonly model: FestivalModel
  readonly guests: Guests
  readonly tills: ReadonlyArray<SimulatedTill>
}

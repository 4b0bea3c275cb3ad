import { type FestivalSize, isUnder16, spareTags } from "./Premises.ts"
import { SeededRandom } from "./SeededRandom.ts"

/** A wristband of the simulation. */
export interface Wristband {
  readonly pin: string
  readonly uid: bigint
  readonly restriction: "under_16" | null
}

/** Letters and digits that are not taken for one another. */
const alphabet = "ACDEFGHJKLMNPQRTUVWXY34679"

const firstGuest = 0x04_5100_0000_0000n
const firstStaff = 0x04_5200_0000_0000n

/** The wristbands of guests, those in store for lost ones, and those of staff, each by its number. */
export const wristbandsOf = (size: FestivalSize, staff: number) => {
  const random = new SeededRandom(size.seed ^ 0x5eed)
  const pin = () => Array.from({ length: 14 }, () => alphabet[random.below(alphabet.length)]).join("")
  const some = (count: number, first: bigint, restriction: (at: number) => Wristband["restriction"]) =>
    Array.from({ length: count }, (_, at): Wristband => ({
      pin: pin(),
      uid: first + BigInt(at),
      restriction: restriction(at)
    }))
  return {
    guests: some(size.guests, firstGuest, (guest) => isUnder16(guest) ? "under_16" : null),
    spare: some(spareTags(size), firstGuest + BigInt(size.guests), () => null),
    staff: some(staff, firstStaff, () => null)
  }
}

export type Wristbands = ReturnType<typeof wristbandsOf>

import { atom, getDefaultStore } from "jotai"
import type { Amount } from "../../kit/Amount.ts"
import type { Chip } from "../../kit/Chip.ts"

/** A top-up that a sale waits for: of the wristband that had too little, by what was missing. */
export interface TopUpWish {
  readonly chip: Chip
  readonly amount: Amount
}

const wishAtom = atom<TopUpWish>()
const store = getDefaultStore()

export const wishTopUp = (wish: TopUpWish): void => store.set(wishAtom, wish)

/** The wish, once: the screen that takes it begins with it. */
export const takeWish = (): TopUpWish | undefined => {
  const wish = store.get(wishAtom)
  store.set(wishAtom, undefined)
  return wish
}

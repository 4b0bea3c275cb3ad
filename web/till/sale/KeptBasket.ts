import type { Amount } from "../../kit/Amount.ts"
import type { Present } from "../journal/Schedule.ts"
import { type Basket, emptyBasket } from "./Basket.ts"

/** Whose basket it is: another person, till or registration does not get it. */
export type BasketOwner = Pick<Present, "registration" | "tillId" | "userId">

/** How long a basket is kept for a page that is loaded again, in milliseconds. Later its guest is gone. */
const longest = 3_600_000

/** What is kept of a basket at a moment of this device: what is in it, and its prices; nothing of an empty one. */
export const keptText = ({ presses, prices }: Basket, owner: BasketOwner, now: number): string | null =>
  presses.length === 0 ? null : JSON.stringify({
    version: 1,
    owner: ownerText(owner),
    keptAt: now,
    presses,
    prices: prices && { at: prices.at, ofButtons: [...prices.ofButtons], former: [...prices.former] }
  })

interface Kept {
  readonly version: 1
  readonly owner: string
  readonly keptAt: number
  readonly presses: Basket["presses"]
  readonly prices?: {
    readonly at: number
    readonly ofButtons: ReadonlyArray<
      readonly [number, { readonly price: Amount | null; readonly price_in_vouchers: number | null }]
    >
    readonly former: ReadonlyArray<readonly [number, Amount]>
  }
}

/** The basket that was kept for this owner; an empty one if there is none, it is too old, or the text is of another version. */
export const keptBasket = (text: string | null, owner: BasketOwner, now: number): Basket => {
  try {
    const { keptAt, owner: kept, presses, prices, version } = JSON.parse(text ?? "") as Kept
    if (version !== 1 || kept !== ownerText(owner) || Math.abs(now - keptAt) > longest) return emptyBasket
    return {
      presses,
      earlier: [],
      ...(prices === undefined ? {} : {
        prices: { at: prices.at, ofButtons: new Map(prices.ofButtons), former: new Map(prices.former) }
      })
    }
  } catch {
    return emptyBasket
  }
}

export const isSameOwner = (one: BasketOwner, other: BasketOwner): boolean => ownerText(one) === ownerText(other)

const ownerText = ({ registration, tillId, userId }: BasketOwner) => `${registration} ${tillId} ${userId}`

import type { Amount } from "../../kit/Amount.ts"
import type { Basket, BasketLine, BasketPrices, SaleButton } from "./Basket.ts"

// A basket has the prices of one moment: that of its first press. They hold for some minutes, so that a guest who looks for
// their wristband when happy hour ends pays what they were shown.

const pricesAt = (at: number, buttons: ReadonlyArray<SaleButton>): BasketPrices => ({
  at,
  ofButtons: new Map(buttons.map(({ id, price, price_in_vouchers }) => [id, { price, price_in_vouchers }])),
  former: new Map()
})

/** A basket before a press: one with nothing in it gets the prices of now. */
export const begun = (basket: Basket, buttons: ReadonlyArray<SaleButton>, now: number): Basket =>
  basket.presses.length === 0 ? { ...basket, prices: pricesAt(now, buttons) } : basket

/** Buttons at the prices of a basket, or of now while nothing is in it. Those whose price is the same are the same objects. */
export const buttonsFor = <Button extends SaleButton & { readonly until?: string | undefined }>(
  { presses, prices }: Basket,
  buttons: ReadonlyArray<Button>
): ReadonlyArray<Button> =>
  prices === undefined || presses.length === 0 ? buttons : buttons.map((button) => {
    const held = prices.ofButtons.get(button.id)
    return held === undefined || isSame(held, button) ? button : { ...button, ...held, until: undefined }
  })

type Priced = Pick<SaleButton, "price" | "price_in_vouchers">

const isSame = (one: Priced, other: Priced) =>
  one.price === other.price && one.price_in_vouchers === other.price_in_vouchers

/** The basket at the prices of now, with what was shown before where that was another price. */
export const pricedAnew = (basket: Basket, buttons: ReadonlyArray<SaleButton>, now: number): Basket => {
  const next = pricesAt(now, buttons)
  const former = new Map<number, Amount>()
  for (const { button } of basket.presses) {
    const shown = basket.prices?.former.get(button) ?? basket.prices?.ofButtons.get(button)?.price ?? null
    const present = next.ofButtons.get(button)?.price ?? null
    if (shown !== null && present !== null && shown !== present) former.set(button, shown)
  }
  return { ...basket, prices: { ...next, former } }
}

/** Whether the prices of a basket hold no longer at a moment, `hold` milliseconds after its first press. */
const isOver = ({ at }: BasketPrices, now: number, hold: number) => now - at >= hold

/** The basket as it is at a moment: once its prices hold no longer, and another price has come, it is priced anew. */
export const keptOrPriced = (
  basket: Basket,
  buttons: ReadonlyArray<SaleButton>,
  now: number,
  hold: number
): Basket => {
  const { prices } = basket
  if (prices === undefined || !isOver(prices, now, hold)) return basket
  const isAsBefore = buttons.every((button) => {
    const held = prices.ofButtons.get(button.id)
    return held !== undefined && isSame(held, button)
  })
  return isAsBefore ? basket : pricedAnew(basket, buttons, now)
}

/** The moment whose prices a basket has, for its request. */
export const momentOf = ({ prices }: Basket, now: number, hold: number): number =>
  prices === undefined || isOver(prices, now, hold) ? now : prices.at

/** The basket when the guest knows the new prices: nothing is marked any more. */
export const agreed = (basket: Basket): Basket =>
  basket.prices === undefined ? basket : { ...basket, prices: { ...basket.prices, former: new Map() } }

/** Whether someone has to agree to new prices first. */
export const needsAgreement = (lines: ReadonlyArray<BasketLine>): boolean =>
  lines.some(({ former }) => former !== undefined)

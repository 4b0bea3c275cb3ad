import { add, type Amount, fromCents, times, zero } from "../../kit/Amount.ts"
import type { TillConfig } from "../Session.ts"

export type SaleButton = NonNullable<TillConfig["buttons"]>[number]

/** A pressed button: pieces of a fixed price, or one piece of a price that was typed. */
type Press =
  | { readonly button: number; readonly quantity: number }
  | { readonly button: number; readonly price: Amount }

/** A sale before it is paid. `earlier` holds its states before each press, the latest last. */
export interface Basket {
  readonly presses: ReadonlyArray<Press>
  readonly earlier: ReadonlyArray<ReadonlyArray<Press>>
  /** The prices of its first press; absent before there was one. */
  readonly prices?: BasketPrices
}

/** The prices of one moment. */
export interface BasketPrices {
  /** By the server's clock, in milliseconds since 1970. */
  readonly at: number
  /** What one press of each button costs. */
  readonly ofButtons: ReadonlyMap<number, PressPrice>
  /** What was shown of pressed buttons before, where that was another price and no one has agreed to the new one yet. */
  readonly former: ReadonlyMap<number, Amount>
}

type PressPrice = Pick<SaleButton, "price" | "price_in_vouchers">

export const emptyBasket: Basket = { presses: [], earlier: [] }

/** The most pieces of one button in a basket; the server takes no more either. */
const mostPieces = 1000

/** The states that can be gone back to. */
const mostSteps = 50

const stepped = (basket: Basket, next: ReadonlyArray<Press>): Basket => ({
  ...basket,
  presses: next,
  earlier: [...basket.earlier, basket.presses].slice(-mostSteps)
})

/** One piece more, or with `pieces: -1` one less. Only returnable goods go below zero: they are taken back. */
export const press = (basket: Basket, { id, is_returnable }: SaleButton, pieces: 1 | -1 = 1): Basket => {
  const quantity = countOf(basket, id) + pieces
  if (Math.abs(quantity) > mostPieces || (quantity < 0 && !is_returnable)) return basket
  const others = basket.presses.filter(({ button }) => button !== id)
  const at = basket.presses.findIndex(({ button }) => button === id)
  const line = quantity === 0 ? [] : [{ button: id, quantity }]
  const position = at === -1 ? others.length : at
  return stepped(basket, [...others.slice(0, position), ...line, ...others.slice(position)])
}

/** One piece at a typed price. */
export const pressPriced = (basket: Basket, { id }: SaleButton, price: Amount): Basket =>
  stepped(basket, [...basket.presses, { button: id, price }])

/** Without the line at this place. */
export const without = (basket: Basket, at: number): Basket =>
  stepped(basket, basket.presses.filter((_, position) => position !== at))

/** As it was before the latest change. */
export const undo = (basket: Basket): Basket => ({
  ...basket,
  presses: basket.earlier.at(-1) ?? basket.presses,
  earlier: basket.earlier.slice(0, -1)
})

/** Nothing in it; the change can be undone. */
export const cleared = (basket: Basket): Basket => basket.presses.length === 0 ? basket : stepped(basket, [])

/** Pieces of a button, those of typed prices included. */
export const countOf = ({ presses }: Basket, id: number): number =>
  presses.reduce((sum, one) => one.button !== id ? sum : sum + ("quantity" in one ? one.quantity : 1), 0)

const priceOf = (one: Press, price: Amount | null): Amount =>
  "price" in one ? one.price : times(price ?? zero, one.quantity)

export interface BasketLine {
  readonly press: Press
  readonly name: string
  readonly total: Amount
  /** What was shown before, if that was another total and no one has agreed to the new one yet. */
  readonly former?: Amount
}

/** The lines as a person reads them. A button that the till no longer has is left out, here and in the request. */
export const linesOf = ({ presses, prices }: Basket, buttons: ReadonlyArray<SaleButton>): ReadonlyArray<BasketLine> =>
  presses.flatMap((one) => {
    const button = buttons.find(({ id }) => id === one.button)
    if (button === undefined) return []
    const former = "price" in one ? undefined : prices?.former.get(one.button)
    const line = { press: one, name: button.name, total: priceOf(one, button.price) }
    return [former === undefined ? line : { ...line, former: priceOf(one, former) }]
  })

/** What the basket costs without vouchers. */
export const totalOf = (lines: ReadonlyArray<BasketLine>): Amount =>
  add(fromCents(0), ...lines.map(({ total }) => total))

/** The vouchers that could be used for all of it. */
export const voucherPriceOf = (basket: Basket, buttons: ReadonlyArray<SaleButton>): number =>
  buttons.reduce(
    (sum, { id, price_in_vouchers }) => sum + Math.max(0, countOf(basket, id)) * (price_in_vouchers ?? 0),
    0
  )

/** A pressed button as requests have it. */
type RequestedButton = { readonly till_button_id: number; readonly quantity?: number; readonly price?: Amount }

/** The buttons of a request. */
export const requestedButtons = (lines: ReadonlyArray<BasketLine>): ReadonlyArray<RequestedButton> =>
  lines.map(({ press: one }) => ({
    till_button_id: one.button,
    ...("price" in one ? { price: one.price } : { quantity: one.quantity })
  }))

/** The lines in words: "2 × Beer, Coffee". */
export const wordsOf = (lines: ReadonlyArray<BasketLine>): string =>
  lines.map(({ name, press: one }) => "quantity" in one && one.quantity !== 1 ? `${one.quantity} × ${name}` : name)
    .join(", ")

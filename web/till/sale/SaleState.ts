import { atom, getDefaultStore, useAtomValue } from "jotai"
import { useSession } from "../Session.ts"
import { type Basket, type BasketLine, emptyBasket, linesOf, type SaleButton } from "./Basket.ts"
import { type ButtonNow, useButtonsNow } from "./PricesNow.ts"

export const basketAtom = atom<Basket>(emptyBasket)

/** The latest basket that was sent, for one like it. */
export const latestBasketAtom = atom<Basket>(emptyBasket)

/** Whether guests pay with vouchers as far as they have some. */
export const usesVouchersAtom = atom(true)

/** The booking whose outcome is on screen. */
export const shownBookingAtom = atom<string>()

/** Why the latest tap could not be booked at all. */
export const isHeldUpAtom = atom(false)

export interface SaleView {
  readonly basket: Basket
  readonly buttons: ReadonlyArray<ButtonNow>
  readonly lines: ReadonlyArray<BasketLine>
}

const noButtons: ReadonlyArray<SaleButton> = []

export const useSaleView = (): SaleView => {
  const buttons = useButtonsNow(useSession().config.till?.buttons ?? noButtons)
  const basket = useAtomValue(basketAtom)
  return { basket, buttons, lines: linesOf(basket, buttons) }
}

const store = getDefaultStore()

/** Takes the basket for a booking: it is empty from then on, so a second tap has nothing to book. */
export const takeBasket = (): Basket => {
  const basket = store.get(basketAtom)
  store.set(basketAtom, emptyBasket)
  return basket
}

/** Puts a basket back that could not be booked, unless the next one was begun. */
export const putBack = (basket: Basket): void => {
  if (store.get(basketAtom).presses.length === 0) store.set(basketAtom, basket)
}

export const change = (step: (basket: Basket) => Basket): void => store.set(basketAtom, step(store.get(basketAtom)))

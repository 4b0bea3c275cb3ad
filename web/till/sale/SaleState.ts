import { atom, getDefaultStore, useAtomValue } from "jotai"
import { useEffect } from "react"
import { readItem, writeItem } from "../../kit/Stored.ts"
import { registrationAtom } from "../registration/Registration.ts"
import { serverNow } from "../ServerTime.ts"
import { sessionAtom, type TillConfig, useSession } from "../Session.ts"
import { type Basket, type BasketLine, emptyBasket, linesOf, type SaleButton } from "./Basket.ts"
import { agreed, begun, buttonsFor, keptOrPriced, momentOf, needsAgreement, pricedAnew } from "./HeldPrices.ts"
import { type BasketOwner, isSameOwner, keptBasket, keptText } from "./KeptBasket.ts"
import { type ButtonNow, buttonsAt, type ListNow, listsIn, useButtonsNow } from "./PricesNow.ts"

const basketAtom = atom<Basket>(emptyBasket)

/** The latest basket that was sent, for one like it. */
export const latestBasketAtom = atom<Basket>(emptyBasket)

/** Whether guests pay with vouchers as far as they have some. */
export const usesVouchersAtom = atom(true)

/** The booking whose outcome is on screen. */
export const shownBookingAtom = atom<string>()

/** Why the latest tap could not be booked at all. */
export const isHeldUpAtom = atom(false)

/** Whether the cashier is asked for the cash that the guest gave. */
export const isTakingCashAtom = atom(false)

export interface SaleView {
  readonly basket: Basket
  /** At the prices of the basket. */
  readonly buttons: ReadonlyArray<ButtonNow>
  readonly lines: ReadonlyArray<BasketLine>
}

const noButtons: ReadonlyArray<SaleButton> = []

export const useSaleView = (): SaleView => {
  const basket = useAtomValue(basketAtom)
  const buttons = buttonsFor(basket, useButtonsNow(useSession().config.till?.buttons ?? noButtons))
  return { basket, buttons, lines: linesOf(basket, buttons) }
}

/** The price lists that change prices of this till now. */
export const useListsNow = (): ReadonlyArray<ListNow> =>
  listsIn(useButtonsNow(useSession().config.till?.buttons ?? noButtons))

const store = getDefaultStore()

/**
 * How long before the server the till ends the prices of a basket, in milliseconds: what is sent with them must arrive while they hold.
 */
const onTheWay = 5_000

/** How long the till keeps the prices of a basket, in milliseconds. */
const holdOf = (till: TillConfig | null | undefined) => (till?.basket_hold_minutes ?? 0) * 60_000 - onTheWay

/** The till's buttons as they are now, and how long baskets keep their prices, from the configuration that it has. */
const pricing = () => {
  const till = store.get(sessionAtom)?.config.till
  const now = serverNow()
  return { now, buttons: buttonsAt(till?.buttons ?? noButtons, now), hold: holdOf(till) }
}

/** Prices the basket anew once its prices hold no longer. */
const keepOrPrice = (): void => {
  const { buttons, hold, now } = pricing()
  change((basket) => keptOrPriced(basket, buttons, now, hold))
}

/** Prices the basket anew when its time is up, and afterwards whenever a price changes. */
export const useHeldPrices = (): void => {
  const at = useAtomValue(basketAtom).prices?.at
  const hold = holdOf(useSession().config.till)
  // The screen is shown anew at each change of a price.
  useEffect(keepOrPrice)
  useEffect(() => {
    if (at === undefined) return
    const timer = setTimeout(keepOrPrice, Math.max(0, at + hold - serverNow()))
    return () => clearTimeout(timer)
  }, [at, hold])
}

/** A basket that is paid: its lines, and the moment whose prices they have, by the server's clock in milliseconds since 1970. */
export interface PaidBasket {
  readonly basket: Basket
  readonly lines: ReadonlyArray<BasketLine>
  readonly moment: number
}

/**
 * Takes the basket for a booking: it is empty from then on, so a second tap has nothing to book. `undefined` if there is nothing to pay, or
 * someone has to agree to new prices first.
 */
export const takeBasket = (): PaidBasket | undefined => {
  keepOrPrice()
  const basket = store.get(basketAtom)
  const { buttons, hold, now } = pricing()
  const lines = linesOf(basket, buttonsFor(basket, buttons))
  if (lines.length === 0 || needsAgreement(lines)) return undefined
  store.set(basketAtom, emptyBasket)
  return { basket, lines, moment: momentOf(basket, now, hold) }
}

/** Puts a basket back that could not be booked, unless the next one was begun. */
export const putBack = (basket: Basket): void => {
  if (store.get(basketAtom).presses.length === 0) store.set(basketAtom, basket)
}

/** Puts a basket back at the prices of now, which the person has just agreed to. */
export const putBackAtNewPrices = (basket: Basket): void => {
  const { buttons, now } = pricing()
  putBack(agreed(pricedAnew(basket, buttons, now)))
}

/** Begins a basket like an earlier one, at the prices of now. */
export const repeat = ({ presses }: Basket): void => {
  const { buttons, now } = pricing()
  store.set(basketAtom, { ...begun(emptyBasket, buttons, now), presses })
}

const keptKey = "wristbank.till.basket"

/**
 * Keeps the basket for a page that is loaded again. It belongs to one person at one till: another one begins with an empty one. A window that
 * has the till alone keeps it for the next that takes it over. Where several windows may work, each keeps its own: a basket that one of
 * them has sold must not appear in another.
 */
export const keepBasket = (isAlone: boolean): void => {
  const place = isAlone ? () => localStorage : () => sessionStorage
  let owner: BasketOwner | undefined
  const meet = () => {
    const { config: { till = null } = {}, person = null } = store.get(sessionAtom) ?? {}
    const registration = store.get(registrationAtom)
    if (registration === null || till === null || person === null) return
    const next = { registration: registration.id, tillId: till.id, userId: person.id }
    if (owner !== undefined && isSameOwner(owner, next)) return
    const kept = owner === undefined ? keptBasket(readItem(keptKey, place), next, Date.now()) : emptyBasket
    owner = next
    store.set(latestBasketAtom, emptyBasket)
    store.set(basketAtom, kept)
  }
  store.sub(basketAtom, () => {
    if (owner !== undefined) writeItem(keptKey, keptText(store.get(basketAtom), owner, Date.now()), place)
  })
  store.sub(sessionAtom, meet)
  meet()
}

export const change = (step: (basket: Basket) => Basket): void => store.set(basketAtom, step(store.get(basketAtom)))

/** A change that presses a button: the first press decides whose prices the basket has. */
export const pressed = (step: (basket: Basket) => Basket): void => {
  const { buttons, now } = pricing()
  change((basket) => step(begun(basket, buttons, now)))
}

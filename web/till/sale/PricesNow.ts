import { useEffect, useState } from "react"
import { serverNow } from "../ServerTime.ts"
import type { SaleButton } from "./Basket.ts"

type ButtonPrice = SaleButton["prices"][number]

const hasBegun = ({ from }: ButtonPrice, now: number) => from === null || Date.parse(from) <= now

/** The price of a button at a moment of the server; undefined if it stays as it is. */
const priceAt = ({ prices }: SaleButton, now: number): ButtonPrice | undefined =>
  prices.findLast((one) => hasBegun(one, now))

/** A button as it is at a moment, and until when a price list changes its price; undefined for no such time. */
export interface ButtonNow extends SaleButton {
  readonly until?: string | undefined
  /** The name of that price list. */
  readonly list?: string | undefined
}

/** Buttons as they are at a moment of the server, in milliseconds. Those whose price stays are the same objects. */
export const buttonsAt = (buttons: ReadonlyArray<SaleButton>, now: number): ReadonlyArray<ButtonNow> =>
  buttons.map((button) => {
    const present = priceAt(button, now)
    if (present === undefined) return button
    const { list_name, price, price_in_vouchers, until } = present
    const own = button.list_price ?? button.price
    return {
      ...button,
      price,
      price_in_vouchers,
      until: price === own ? undefined : until ?? undefined,
      list: list_name ?? undefined
    }
  })

/** A price list that changes prices of a till at the moment. */
export interface ListNow {
  readonly name: string
  /** When the first price that it decides changes again. */
  readonly until: string
}

/** The price lists that change prices of buttons for a while, the first to end before the others. */
export const listsIn = (buttons: ReadonlyArray<ButtonNow>): ReadonlyArray<ListNow> => {
  const ends = new Map<string, string>()
  for (const { list, until } of buttons) {
    if (list === undefined || until === undefined) continue
    const known = ends.get(list)
    if (known === undefined || Date.parse(until) < Date.parse(known)) ends.set(list, until)
  }
  return Array.from(ends, ([name, until]) => ({ name, until }))
    .toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until) || (a.name < b.name ? -1 : 1))
}

/** The next moment after one at which a price changes; Infinity if none does. */
export const nextChange = (buttons: ReadonlyArray<SaleButton>, now: number): number =>
  Math.min(
    ...buttons.flatMap(({ prices }) =>
      prices.flatMap(({ from }) => from !== null && Date.parse(from) > now ? [Date.parse(from)] : [])
    )
  )

/** The buttons as they are now; prices change at their moment without a call. */
export const useButtonsNow = (buttons: ReadonlyArray<SaleButton>): ReadonlyArray<ButtonNow> => {
  const [now, setNow] = useState(serverNow)
  const next = nextChange(buttons, now)
  useEffect(() => {
    if (next === Infinity) return
    // The device's clock may be set meanwhile, which must not keep an earlier price.
    const timer = setTimeout(() => setNow(Math.max(next, serverNow())), next - serverNow())
    return () => clearTimeout(timer)
  }, [next])
  return buttonsAt(buttons, now)
}

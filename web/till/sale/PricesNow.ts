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
}

/** Buttons as they are at a moment of the server, in milliseconds. Those whose price stays are the same objects. */
export const buttonsAt = (buttons: ReadonlyArray<SaleButton>, now: number): ReadonlyArray<ButtonNow> =>
  buttons.map((button) => {
    const present = priceAt(button, now)
    if (present === undefined) return button
    const { price, price_in_vouchers, until } = present
    const own = button.list_price ?? button.price
    return { ...button, price, price_in_vouchers, until: price === own ? undefined : until ?? undefined }
  })

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

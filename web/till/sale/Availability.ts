import { atom, getDefaultStore, useAtomValue } from "jotai"
import { useEffect } from "react"
import { isServerAwayAtom, type TerminalAnswer, unnotedCall } from "../calls.ts"
import type { SaleButton } from "./Basket.ts"

type Availability = TerminalAnswer<"GET /availability">
export type SoldOutProduct = Availability["sold_out"][number]

/** What the server said last of what is sold out; `undefined` before. The buttons of the configuration say it as well, but later. */
const availabilityAtom = atom<Availability>()

const store = getDefaultStore()

/** In milliseconds. Servers read marks once a second, so one of another till is seen within two seconds. */
const pollEvery = 900

let latest = 0

/** Shows an answer that is newer than all that are still awaited. */
export const showAvailability = (answer: Availability): void => {
  latest++
  store.set(availabilityAtom, answer)
}

export const loadAvailability = async (): Promise<void> => {
  const mine = ++latest
  const loaded = await unnotedCall("GET /availability")
  if (loaded.ok && mine === latest) showAvailability(loaded.answer)
}

/** Asks what is sold out now and about once a second, while the window is in front and the server answers. */
export const useAvailabilityUpdates = (): void => {
  useEffect(() => {
    const load = () => {
      if (document.visibilityState === "visible" && store.get(isServerAwayAtom) !== true) void loadAvailability()
    }
    load()
    const timer = setInterval(load, pollEvery)
    document.addEventListener("visibilitychange", load)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", load)
      store.set(availabilityAtom, undefined)
    }
  }, [])
}

/** Says which of a button's products are sold out. */
export const useSoldOut = (): (button: SaleButton) => boolean => {
  const availability = useAtomValue(availabilityAtom)
  return (button) =>
    availability === undefined
      ? button.is_sold_out
      : button.products.some(({ id }) => availability.sold_out.some((one) => one.id === id))
}

/** The mark of a product; `undefined` if it is not sold out. */
export const useMark = (): (product: SaleButton["products"][number]) => SoldOutProduct | undefined => {
  const availability = useAtomValue(availabilityAtom)
  return ({ id }) => availability?.sold_out.find((one) => one.id === id)
}

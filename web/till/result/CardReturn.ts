import { useEffect } from "react"

/** How the provider's app came back, by the parameters that it adds to the address of this page. */
export interface CardReturn {
  readonly uuid: string
  readonly isPaid: boolean
}

/** Reads the parameters `smp-status` and `foreign-tx-id`; `undefined` if the app did not open this page. */
export const readCardReturn = (search: string): CardReturn | undefined => {
  const parameters = new URLSearchParams(search)
  const status = parameters.get("smp-status")
  const uuid = parameters.get("foreign-tx-id")
  return status === null || uuid === null ? undefined : { uuid, isPaid: status === "success" }
}

const key = "wristbank.till.card"

/**
 * Handles the app's return, in this window or in the one where the till is open: phones open a new window for it. A person who has
 * the journal is told what the app said.
 */
export const onCardReturn = (handle: (back: CardReturn) => void): void => {
  const take = () => {
    const back = readCardReturn(localStorage.getItem(key) ?? "")
    localStorage.removeItem(key)
    if (back?.isPaid === true) handle(back)
    if (back?.isPaid === false) failed.add(back.uuid)
  }
  globalThis.addEventListener("storage", (event) => event.key === key && event.newValue !== null && take())
  take()
}

/** Keeps what the app said for the window that has the journal, and takes it out of the address. */
export const keepCardReturn = (): void => {
  if (readCardReturn(location.search) === undefined) return
  localStorage.setItem(key, location.search)
  history.replaceState(null, "", location.pathname)
}

/** Payments that the app reported as failed. */
const failed = new Set<string>()

/** Cancels by itself what the app reported as failed. */
export const useFailedReturn = (uuid: string, cancel: () => Promise<unknown>): void =>
  useEffect(() => {
    if (failed.delete(uuid)) void cancel()
  })

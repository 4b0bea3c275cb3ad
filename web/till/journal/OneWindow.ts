import { atom, getDefaultStore } from "jotai"

/** Whether another window of this browser has the till open. */
export const isOpenElsewhereAtom = atom(false)

/**
 * Starts the journal in one window at a time; others wait until that one is closed. Browsers have locks on pages with HTTPS
 * alone. Without locks several windows may work: each change of a booking is a transaction on disk, and a repeated booking is
 * booked once.
 */
export const inOneWindow = (start: () => Promise<void>): void => {
  const { locks } = navigator as { readonly locks?: LockManager }
  if (locks === undefined) return void start()
  const store = getDefaultStore()
  const waiting = setTimeout(() => store.set(isOpenElsewhereAtom, true), 300)
  void locks.request("wristbank-till", async () => {
    clearTimeout(waiting)
    store.set(isOpenElsewhereAtom, false)
    await start()
    // Held as long as the window is there.
    await new Promise(() => undefined)
  })
}

import { atom, getDefaultStore } from "jotai"

/** Whether another window of this browser has the till open, or takes it over. */
export const isOpenElsewhereAtom = atom(false)

const name = "wristbank-till"
const store = getDefaultStore()

/** How long the other window has for the bookings under way, in milliseconds; one attempt takes less. */
const patience = 12_000

/** Starts a window, which has the till alone unless the browser has no locks. */
type Start = (isAlone: boolean) => Promise<void>

let channel: BroadcastChannel | undefined
let taking: ReturnType<typeof setTimeout> | undefined
let start: Start = () => Promise.resolve()
let hasTill = false

/**
 * Starts the till in one window at a time; others wait until that one is closed, or take the till over. Browsers have locks on pages with
 * HTTPS alone. Without locks several windows may work: each change of a booking is a transaction on disk, and a repeated booking is
 * booked once. `untilSettled` ends when no attempt is under way.
 */
export const inOneWindow = (begin: Start, untilSettled: () => Promise<void>): void => {
  const { locks } = navigator as { readonly locks?: LockManager }
  if (locks === undefined) return void begin(false)
  start = begin
  channel = new BroadcastChannel(name)
  channel.addEventListener("message", () => void giveWay(untilSettled))
  const waiting = setTimeout(() => store.set(isOpenElsewhereAtom, true), 300)
  locks.request(name, async () => {
    clearTimeout(waiting)
    await hold()
  }).catch(startAnew)
}

/** Holds the till as long as the window is there. */
const hold = async () => {
  clearTimeout(taking)
  hasTill = true
  store.set(isOpenElsewhereAtom, false)
  await start(true)
  await new Promise(() => undefined)
}

/** Another window has taken the till over: this one waits behind it. */
const startAnew = (error: unknown) => {
  if (!(error instanceof DOMException) || error.name !== "AbortError") throw error
  location.reload()
}

/** Begins no more bookings, waits for the answers of those that are under way, and starts anew behind the other window. */
const giveWay = async (untilSettled: () => Promise<void>) => {
  if (!hasTill) return
  store.set(isOpenElsewhereAtom, true)
  await untilSettled()
  location.reload()
}

/**
 * Takes the till over from the window that has it. One that does not give way in time, such as on a phone that has put it to sleep, loses the
 * till: what it had sent is on disk, and is sent again from here with the same uuid.
 */
export const takeOver = (): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have no target: they reach this origin alone
  channel?.postMessage("take")
  taking ??= setTimeout(steal, patience)
}

const steal = () => void navigator.locks.request(name, { steal: true }, hold).catch(startAnew)

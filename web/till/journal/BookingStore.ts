import { type Booking, isFinal } from "./Booking.ts"

/** The bookings of this browser, on disk. Every change is one transaction, so two windows can't both make the same attempt. */
export interface BookingStore {
  /** Ends once the booking is on disk. */
  readonly add: (booking: Booking) => Promise<void>
  /** Changes a booking as it is on disk by then. Answers the stored result; `undefined` if nothing was to be changed. */
  readonly change: (
    uuid: string,
    step: (booking: Booking) => Booking | undefined
  ) => Promise<Booking | undefined>
  /** All bookings, the oldest first. */
  readonly all: () => Promise<ReadonlyArray<Booking>>
}

/** The final bookings that are kept, for the list of the latest. Older ones are removed when there are twice as many. */
const keptFinal = 100

export const openBookingStore = async (factory: IDBFactory = indexedDB): Promise<BookingStore> => {
  const opening = factory.open("wristbank-till", 1)
  opening.addEventListener("upgradeneeded", () => {
    opening.result.createObjectStore("bookings", { keyPath: "uuid" })
  })
  const database = await result(opening)
  const transaction = (mode: IDBTransactionMode) =>
    database.transaction("bookings", mode, { durability: mode === "readonly" ? "default" : "strict" })
  const all = async () =>
    ((await result(transaction("readonly").objectStore("bookings").getAll())) as ReadonlyArray<Booking>)
      .toSorted((a, b) => a.draftedAt - b.draftedAt)
  let finals = 0
  const removeOldest = async () => {
    const surplus = (await all()).filter(isFinal).slice(0, -keptFinal)
    finals = keptFinal
    if (surplus.length === 0) return
    const removal = transaction("readwrite")
    for (const { uuid } of surplus) removal.objectStore("bookings").delete(uuid)
    await ended(removal)
  }
  await removeOldest()
  return {
    all,
    add: async (booking) => {
      const addition = transaction("readwrite")
      addition.objectStore("bookings").add(booking)
      await ended(addition)
    },
    change: async (uuid, step) => {
      const change = transaction("readwrite")
      const bookings = change.objectStore("bookings")
      const reading = bookings.get(uuid)
      let changed: Booking | undefined
      reading.addEventListener("success", () => {
        const stored = reading.result as Booking | undefined
        changed = stored === undefined ? undefined : step(stored)
        if (changed !== undefined) bookings.put(changed)
      })
      await ended(change)
      if (changed !== undefined && isFinal(changed) && ++finals > 2 * keptFinal) await removeOldest()
      return changed
    }
  }
}

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result))
    request.addEventListener("error", () => reject(request.error ?? new Error("The storage of this browser failed")))
  })

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve())
    transaction.addEventListener("abort", () =>
      reject(transaction.error ?? new Error("The storage of this browser failed")))
  })

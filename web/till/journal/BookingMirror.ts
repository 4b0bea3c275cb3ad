import type { Booking } from "./Booking.ts"
import type { BookingStore } from "./BookingStore.ts"

/** The bookings on disk as this page knows them, for screens and for the next decision. */
export interface BookingMirror {
  /** The oldest first. */
  readonly all: () => ReadonlyArray<Booking>
  /** Those that are being written to disk as well: the next tap has to know of them. */
  readonly withUnwritten: () => ReadonlyArray<Booking>
  readonly get: (uuid: string) => Booking | undefined
  /** Ends once the booking is on disk. */
  readonly add: (booking: Booking) => Promise<void>
  /** Changes a booking on disk before anything else happens. `undefined` if it is not to be changed as it stands there. */
  readonly claim: (uuid: string, step: Step) => Promise<Booking | undefined>
  /** Changes a booking by what is known now, whether or not the disk takes it. */
  readonly note: (uuid: string, step: Step) => Promise<Booking | undefined>
}

type Step = (booking: Booking) => Booking | undefined

export const mirrorOf = async (
  store: BookingStore,
  onChange: (bookings: ReadonlyArray<Booking>) => void
): Promise<BookingMirror> => {
  const bookings = new Map<string, Booking>()
  const unwritten = new Set<Booking>()
  const read = async () => {
    const stored = await store.all()
    bookings.clear()
    for (const booking of stored) bookings.set(booking.uuid, booking)
  }
  const show = () => onChange([...bookings.values()])
  const keep = async (uuid: string, changed: Booking | undefined) => {
    if (changed !== undefined) bookings.set(uuid, changed)
    // Another window was quicker: what is on disk counts.
    else await read().catch(() => undefined)
    show()
    return changed
  }
  await read()
  show()
  return {
    all: () => [...bookings.values()],
    withUnwritten: () => [...bookings.values(), ...unwritten],
    get: (uuid) => bookings.get(uuid),
    add: async (booking) => {
      unwritten.add(booking)
      await store.add(booking).finally(() => unwritten.delete(booking))
      bookings.set(booking.uuid, booking)
      show()
    },
    claim: async (uuid, step) => keep(uuid, await store.change(uuid, step)),
    note: async (uuid, step) => {
      const changed = await store.change(uuid, step).catch(() => {
        // The disk is full or gone. The page still knows; after a reload the booking is sent again and answered as before.
        const known = bookings.get(uuid)
        return known === undefined ? undefined : step(known)
      })
      return keep(uuid, changed)
    }
  }
}

import { atom, getDefaultStore, useAtomValue } from "jotai"
import type { Refusal } from "../../kit/Refusal.ts"
import { randomUuid } from "../../kit/Uuid.ts"
import { call } from "../calls.ts"
import { isSignedOutAtom, registrationAtom } from "../registration/Registration.ts"
import { onCardReturn } from "../result/CardReturn.ts"
import { sessionAtom } from "../Session.ts"
import type { Booking, Subject } from "./Booking.ts"
import { type BookingBody, type BookingCall, bookingCalls, requestOf } from "./BookingCalls.ts"
import { openBookingStore } from "./BookingStore.ts"
import { type Journal, openJournal } from "./Journal.ts"
import { isOpenElsewhereAtom } from "./OneWindow.ts"
import type { Present } from "./Schedule.ts"
import { transmission } from "./Transmission.ts"

const store = getDefaultStore()

/** All bookings of this browser, the oldest first. */
export const bookingsAtom = atom<ReadonlyArray<Booking>>([])

/** Whether this browser keeps bookings: `undefined` until that is known. Without it nothing is booked. */
export const isJournalOpenAtom = atom<boolean>()

let journal: Journal | undefined

/** Who works here now, as the journal needs to know it. */
export const presentAtom = atom<Present | undefined>((get) => {
  const registration = get(registrationAtom)
  const session = get(sessionAtom)
  const isKept = session?.isKept === true
  if (registration === null || session === undefined || isKept || get(isSignedOutAtom) || get(isOpenElsewhereAtom)) {
    return undefined
  }
  const { config: { till }, person } = session
  return {
    registration: registration.id,
    terminalId: registration.terminalId,
    tillId: till?.id ?? null,
    userId: person?.id ?? null
  }
})

/** Opens the journal and keeps it informed. Ends when it is open or can't be. */
export const startJournal = async (): Promise<void> => {
  const { ask, check, send } = transmission(call)
  try {
    journal = await openJournal({
      store: await openBookingStore(),
      send,
      ask,
      check,
      onChange: (bookings) => store.set(bookingsAtom, bookings)
    })
  } catch {
    store.set(isJournalOpenAtom, false)
    return
  }
  const { hurry, setPresent } = journal
  store.set(isJournalOpenAtom, true)
  store.sub(presentAtom, () => setPresent(store.get(presentAtom)))
  setPresent(store.get(presentAtom))
  globalThis.addEventListener("online", hurry)
  onCardReturn(({ uuid }) => cardPaid(uuid))
}

/** Ends when no attempt is under way: each was answered, or has ended without an answer. */
export const untilSettled = (): Promise<void> =>
  new Promise((settle) => {
    const isUnderWay = () => store.get(bookingsAtom).some(({ phase }) => phase === "sent")
    if (!isUnderWay()) return settle()
    const stop = store.sub(bookingsAtom, () => {
      if (isUnderWay()) return
      stop()
      settle()
    })
  })

export interface Wanted<Name extends BookingCall> {
  readonly call: Name
  readonly body: BookingBody<Name>
  readonly subject: Subject
  /** Given if the booking waits for a card payment; then it is not sent before `cardPaid`. */
  readonly card?: boolean
}

/**
 * Books by way of the journal: writes the booking down, then sends it until it is answered. The booking that is returned is
 * followed with `useBooking`. `undefined` if nothing can be booked now, since the server is away or no one is signed in.
 */
export const book = async <Name extends BookingCall>(
  { body, call: name, card = false, subject }: Wanted<Name>
): Promise<Booking | undefined> => {
  const present = store.get(presentAtom)
  if (journal === undefined || present === undefined || present.tillId === null || present.userId === null) {
    return undefined
  }
  const uuid = randomUuid()
  const owner = { ...present, tillId: present.tillId, userId: present.userId }
  const wanted = {
    uuid,
    call: name,
    body: requestOf(name, body, uuid),
    owner,
    subject,
    askable: bookingCalls[name].check !== null,
    byCard: card
  }
  return journal.add(wanted, card ? "card" : "drafted").catch(() => {
    store.set(isJournalOpenAtom, false)
    return undefined
  })
}

/** Gives a booking up; it goes on being shown until it is certain that the server will never book it. */
export const giveUp = (uuid: string): void => void journal?.stop(uuid)

export const cardPaid = (uuid: string): void => void journal?.paid(uuid)

export const cardRefused = (uuid: string, refusal: Refusal): void => void journal?.unregistered(uuid, refusal)

export const cancelCard = async (uuid: string) => (await journal?.cancelCard(uuid)) ?? "unclear"

/** Sends at once what waits for its next attempt. */
export const sendNow = (): void => journal?.hurry()

/** A booking as it is now. */
export const useBooking = (uuid: string | undefined): Booking | undefined =>
  useAtomValue(bookingsAtom).find((booking) => booking.uuid === uuid)

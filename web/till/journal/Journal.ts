import type { Refusal } from "../../kit/Refusal.ts"
import * as Booking from "./Booking.ts"
import { type BookingMirror, mirrorOf } from "./BookingMirror.ts"
import type { BookingStore } from "./BookingStore.ts"
import { canDraft, type Due, type Efforts, isOwn, nextOf, noEffort, type Present } from "./Schedule.ts"

export interface JournalOptions {
  readonly store: BookingStore
  /** Sends a booking once, as the terminal that is registered now. */
  readonly send: (booking: Booking.Booking) => Promise<Booking.Attempt>
  /** Asks the server whether it has a booking that is no longer sent, and cancels its card payment. */
  readonly ask: (booking: Booking.Booking) => Promise<Booking.Finding>
  /** Asks the server whether it has a booking, and changes nothing there. */
  readonly check: (booking: Booking.Booking) => Promise<Booking.Finding>
  /** Told all bookings, the oldest first, after each change. */
  readonly onChange: (bookings: ReadonlyArray<Booking.Booking>) => void
  readonly now?: () => number
}

/** The bookings of this browser, and what makes sure that each is sent until it is answered. */
export interface Journal {
  /** Writes a booking down and sends it as soon as its turn comes. `undefined` if none may be made now. */
  readonly add: (wanted: Booking.Draft, phase?: "card" | "drafted") => Promise<Booking.Booking | undefined>
  readonly stop: (uuid: string) => Promise<void>
  /** The card was charged for a booking that waited for it. */
  readonly paid: (uuid: string) => Promise<void>
  /** The server refused to register a booking for its card payment. */
  readonly unregistered: (uuid: string, refusal: Refusal) => Promise<void>
  /** Cancels a booking that waits for its card. It is booked all the same if the card was charged. */
  readonly cancelCard: (uuid: string) => Promise<Booking.Finding>
  /** Told whenever another person, till or registration is here. */
  readonly setPresent: (present: Present | undefined) => void
  /** Tries at once what waits for its next attempt, such as when the network is back. */
  readonly hurry: () => void
}

/** Opens the journal. What was under way when the page closed is unknown from then on, and is sent again. */
export const openJournal = async (options: JournalOptions): Promise<Journal> => {
  const { now = () => Date.now() } = options
  const mirror = await mirrorOf(options.store, options.onChange)
  for (const { phase, uuid } of mirror.all()) {
    if (phase === "sent") await mirror.note(uuid, (booking) => Booking.abandoned(booking, now()))
  }
  const worker = workerOf({ ...options, now }, mirror)
  const { forget, present, work } = worker
  return {
    setPresent: (here) => {
      worker.setPresent(here)
      void giveUpOrphans(mirror, here, now).then(work)
    },
    add: async (wanted, phase = "drafted") => {
      if (!canDraft(mirror.withUnwritten(), present()) || !isOwn(wanted.owner, present())) return undefined
      const booking = Booking.draft(wanted, phase, now())
      await mirror.add(booking)
      work()
      return booking
    },
    stop: async (uuid) => {
      await mirror.note(uuid, (booking) => Booking.stopped(booking, now()))
      forget(uuid)
      work()
    },
    paid: async (uuid) => {
      await mirror.note(uuid, Booking.paid)
      work()
    },
    unregistered: async (uuid, refusal) => {
      await mirror.note(uuid, (booking) => Booking.unregistered(booking, refusal, now()))
      work()
    },
    cancelCard: async (uuid) => {
      const booking = mirror.get(uuid)
      if (booking?.phase !== "card") return "unclear"
      const finding = await options.ask(booking)
      await mirror.note(uuid, (stored) => Booking.found(stored, finding, now()))
      return finding
    },
    hurry: () => {
      forget()
      work()
    }
  }
}

/** Stops what an earlier registration of this terminal has left behind: its token is gone. */
const giveUpOrphans = async (mirror: BookingMirror, here: Present | undefined, now: () => number) => {
  for (const { owner, uuid } of mirror.all()) {
    if (owner.terminalId === here?.terminalId && owner.registration !== here.registration) {
      await mirror.note(uuid, (booking) => Booking.stopped(booking, now()))
    }
  }
}

/** Does what is due about the bookings, one after the other. */
const workerOf = ({ ask, check, now, send }: Required<JournalOptions>, mirror: BookingMirror) => {
  const efforts = new Map<string, Efforts>()
  let present: Present | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWorking = false

  const attempt = async (uuid: string) => {
    const claimed = await mirror.claim(uuid, (booking) => Booking.claim(booking, now()))
    if (claimed === undefined) return undefined
    const outcome = isOwn(claimed.owner, present) ? await send(claimed) : Booking.unsent
    return mirror.note(uuid, (booking) => Booking.attempted(booking, outcome, now()))
  }

  const inquire = async (booking: Booking.Booking) => {
    const finding = await (booking.phase === "card" ? check : ask)(booking)
    return mirror.note(booking.uuid, (stored) => Booking.left(stored, finding, now()))
  }

  const carryOut = async ({ booking, task }: Due) => {
    const { uuid } = booking
    const after = await (task.kind === "ask" ? inquire(booking) : attempt(uuid)).catch(() => undefined)
    if (after !== undefined && Booking.isFinal(after)) efforts.delete(uuid)
    else efforts.set(uuid, { failures: (efforts.get(uuid) ?? noEffort).failures + 1, latestAt: now() })
  }

  const run = async () => {
    isWorking = true
    clearTimeout(timer)
    let due = nextOf(mirror.all(), present, efforts)
    while (due !== undefined && due.task.at <= now()) {
      await carryOut(due)
      due = nextOf(mirror.all(), present, efforts)
    }
    if (due !== undefined) timer = setTimeout(work, Math.min(due.task.at - now(), 60_000))
    isWorking = false
  }

  const work = () => {
    if (!isWorking) void run()
  }

  return {
    work,
    present: () => present,
    setPresent: (next: Present | undefined) => {
      present = next
      efforts.clear()
      work()
    },
    forget: (uuid?: string) => uuid === undefined ? efforts.clear() : void efforts.delete(uuid)
  }
}

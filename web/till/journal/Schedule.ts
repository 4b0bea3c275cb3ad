import { type Booking, certainAt, isFinal, isWithoutVerdict, type Owner } from "./Booking.ts"

/** Who works here now; `null` for parts that no one and nothing is yet. */
export interface Present {
  readonly registration: string
  readonly terminalId: number
  readonly tillId: number | null
  readonly userId: number | null
}

/** What is to be done next about a booking, if it is due. */
type Task = { readonly kind: "ask" | "send"; readonly at: number }

/** What the journal remembers of its attempts while the page is open. */
export interface Efforts {
  /** Attempts or questions in a row that came to nothing. */
  readonly failures: number
  readonly latestAt: number
}

export const noEffort: Efforts = { failures: 0, latestAt: 0 }

/** Whether a booking belongs to those who are here now. Others' bookings are never sent. */
export const isOwn = (owner: Owner, present: Present | undefined): boolean =>
  present?.registration === owner.registration && present.terminalId === owner.terminalId &&
  present.tillId === owner.tillId && present.userId === owner.userId

/** Whether those who are here may ask the server about a booking: their terminal belongs to the same event. */
export const mayAsk = ({ terminalId }: Owner, present: Present | undefined): boolean =>
  present?.terminalId === terminalId && present.userId !== null && present.tillId !== null

/** Whether those who are here may cancel a card payment: the server lets the till that registered it. */
export const mayCancelCard = (owner: Owner, present: Present | undefined): boolean =>
  mayAsk(owner, present) && present?.tillId === owner.tillId

/** What is to be done about a booking, and when. `undefined` if nothing can be done here now. */
const taskOf = (
  booking: Booking,
  present: Present | undefined,
  { failures, latestAt }: Efforts
): Task | undefined => {
  const { askable, owner, phase, refusal, stopping } = booking
  if (isFinal(booking) || phase === "sent") return undefined
  const pause = failures === 0 ? 0 : latestAt + pauseAfter(failures)
  if (phase === "card") {
    // The screen where it began asks the provider; for other screens the server may find out in the meantime.
    if (isOwn(owner, present) || !askable || !mayAsk(owner, present)) return undefined
    return { kind: "ask", at: failures === 0 ? 0 : latestAt + cardPause }
  }
  if (stopping) return askable && mayAsk(owner, present) ? { kind: "ask", at: pause } : undefined
  if (!isOwn(owner, present)) return undefined
  // Refused after an attempt without an answer, and no one can be asked: only an attempt after that time tells.
  const waits = phase === "unknown" && refusal !== null && !isWithoutVerdict(refusal) && !askable
  return { kind: "send", at: waits ? Math.max(pause, certainAt(booking)) : pause }
}

/** The pause between two questions about a card payment whose cashier has left, in milliseconds. */
const cardPause = 60_000

/** The pause after failures in a row, in milliseconds: 0.5, 1, 2, 4, 8, then 10 seconds. */
const pauseAfter = (failures: number): number => Math.min(10_000, 250 * 2 ** Math.min(failures, 10))

/** The most bookings that may wait behind one that is under way. */
const mostWaiting = 8

/**
 * Whether a new booking may be made. Not while the server is away: no one could say what became of it. A short queue behind a
 * booking whose answer is awaited does no harm, as each waits on disk until its turn.
 */
export const canDraft = (bookings: ReadonlyArray<Booking>, present: Present | undefined): boolean => {
  const own = bookings.filter((booking) => isOwn(booking.owner, present))
  return own.every((booking) => !isUnknown(booking) || booking.stopping) &&
    own.filter(({ phase }) => phase === "drafted").length < mostWaiting
}

/** Whether no one can say what became of it, also while it is sent once more. */
const isUnknown = ({ lostAt, phase }: Booking): boolean => phase === "unknown" || (phase === "sent" && lostAt !== null)

/** A booking and what is to be done about it. */
export interface Due {
  readonly booking: Booking
  readonly task: Task
}

/**
 * The task whose turn is next, now or later. A booking that waits because the server is away holds up those behind it: they
 * would fare no better, and as long as they were never sent they can be given up at once.
 */
export const nextOf = (
  bookings: ReadonlyArray<Booking>,
  present: Present | undefined,
  efforts: ReadonlyMap<string, Efforts>
): Due | undefined => {
  let next: Due | undefined
  for (const booking of bookings) {
    const task = taskOf(booking, present, efforts.get(booking.uuid) ?? noEffort)
    if (task === undefined) continue
    if (next === undefined || task.at < next.task.at) next = { booking, task }
    if (task.kind === "send" && isHeldUp(booking)) break
  }
  return next
}

/** Whether the latest attempt failed because the server was away. */
const isHeldUp = ({ refusal }: Booking): boolean =>
  refusal !== null && [0, 408, 429, 502, 503, 504].includes(refusal.status)

import { withoutRepeats } from "@wristbank/core/sql/Lanes"
import type { Step, StepKind } from "./Step.ts"
import { millisPerMinute } from "./Timetable.ts"

/** Some minutes long: the steps in it, in an order in which they can be carried out. */
export interface Tick {
  /** When it begins, in milliseconds of the festival. */
  readonly at: number
  /**
   * Batches one after the other. No guest and no register appears twice in a batch, so its steps may be booked at once; either all
   * of them ask the card provider or none does.
   */
  readonly batches: ReadonlyArray<ReadonlyArray<Step>>
  /**
   * The others, in runs one after the other, after the batches. They share no guest and no cash with later steps in a batch, nor the
   * change of a shift. A run is one step, or entries of different guests.
   */
  readonly others: ReadonlyArray<ReadonlyArray<Step>>
}

/** A tick ends with the minute in which it has this many steps, or is this long. */
const enoughSteps = 600
const longestMinutes = 5

/** Divides steps into ticks, and those of each tick into what may be done at once and what not. Outcomes stay the same. */
export function* ticks(steps: Iterable<Step>): Generator<Tick> {
  let some: Array<Step> = []
  for (const step of steps) {
    if (some.length > 0 && endsBefore(some, step)) {
      yield tickOf(some)
      some = []
    }
    some.push(step)
  }
  if (some.length > 0) yield tickOf(some)
}

/**
 * A change of shifts has a minute to itself: all that its tills do later in a tick would have to wait for it. So has the signing
 * device's end of work, and its return: they are done when the bookings of their minute are.
 */
const endsBefore = (some: ReadonlyArray<Step>, step: Step): boolean => {
  const first = some[0]!
  if (minuteOf(some.at(-1)!) === minuteOf(step)) return false
  return some.length >= enoughSteps || minuteOf(step) - minuteOf(first) >= longestMinutes ||
    hasOwnMinute(first) || hasOwnMinute(step)
}

const alone: ReadonlyArray<StepKind> = ["shiftStart", "shiftEnd", "deviceStops", "deviceRecovers"]

const hasOwnMinute = ({ kind }: Step) => alone.includes(kind)

const minuteOf = ({ at }: Step) => Math.floor(at / millisPerMinute)

const tickOf = (minute: ReadonlyArray<Step>): Tick => {
  const together: Array<Step> = []
  const others: Array<Step> = []
  const held = new Set<string>()
  for (const step of minute) {
    if (isQuick(step) && ![...bookingKeys(step), ...tillKeys(step)].some((key) => held.has(key))) {
      together.push(step)
      continue
    }
    others.push(step)
    for (const key of [...bookingKeys(step), ...isShift(step) ? tillKeys(step) : []]) held.add(key)
  }
  const batches = withoutRepeats(together, bookingKeys).flatMap((batch) => [
    batch.filter((step) => !asksProvider(step)),
    batch.filter(asksProvider)
  ])
  return {
    at: minuteOf(minute[0]!) * millisPerMinute,
    batches: batches.filter(({ length }) => length > 0),
    others: runsOf(others)
  }
}

/** The most entries that are under way at once. */
const mostAtOnce = 30

/** Puts entries together that follow each other, have guests of their own and don't ask the provider. */
const runsOf = (steps: ReadonlyArray<Step>): ReadonlyArray<ReadonlyArray<Step>> => {
  const runs: Array<Array<Step>> = []
  for (const step of steps) {
    const run = runs.at(-1)
    if (run !== undefined && run.length < mostAtOnce && [...run, step].every(isPlainEntry) && !sharesGuest(run, step)) {
      run.push(step)
    } else runs.push([step])
  }
  return runs
}

const isPlainEntry = (step: Step): boolean => step.kind === "entry" && !asksProvider(step)

const sharesGuest = (run: ReadonlyArray<Step>, step: Step): boolean => {
  const guests = guestKeys(step)
  return run.some((other) => guestKeys(other).some((guest) => guests.includes(guest)))
}

const quick: ReadonlyArray<StepKind> = ["sale", "cupReturn", "topUp", "payOut"]

/** Bookings of which many share a statement; the rest changes more than balances. */
const isQuick = ({ kind }: Step): boolean => quick.includes(kind)

/** These reach the ledger later than others that begin with them. */
const asksProvider = (step: Step): boolean => "paidBy" in step && step.paidBy === "card"

/** Names of the guests of a step. */
export const guestKeys = (step: Step): ReadonlyArray<string> =>
  step.kind === "entry" ? step.guests.map(guestKey) : "guest" in step ? [guestKey(step.guest)] : []

const isShift = ({ kind }: Step): boolean => kind === "shiftStart" || kind === "shiftEnd"

const movesCash = (step: Step): boolean =>
  step.kind === "payOut" || isShift(step) || ("paidBy" in step && step.paidBy === "cash")

/** What a step changes: its guests' accounts, and the till's cash. */
const bookingKeys = (step: Step): ReadonlyArray<string> => [
  ...guestKeys(step),
  ...movesCash(step) ? tillKeys(step).map((till) => `cash of ${till}`) : []
]

/** The name of the till of a step, if it has one. */
export const tillKeys = (step: Step): ReadonlyArray<string> => "till" in step ? [`till ${step.till}`] : []

const guestKey = (guest: number) => `guest ${guest}`

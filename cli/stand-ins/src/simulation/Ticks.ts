import { withoutRepeats } from "@wristbank/core/sql/Batches"
import { changesPrices } from "./PriceChanges.ts"
import { isBooking, type Step, type StepKind } from "./Step.ts"
import { millisPerMinute } from "./Timetable.ts"

/** Some minutes long: the steps in it, in an order in which they can be carried out. */
export interface Tick {
  /** When it begins, in milliseconds of the festival. */
  readonly at: number
  /** They may be done at once, but for those of the same guest or register, which follow each other in this order. */
  readonly together: ReadonlyArray<Step>
  /** The others, one after the other, when these are done; faults come last. */
  readonly others: ReadonlyArray<Step>
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
 * A change of shifts has a minute to itself: all that its tills do later in a tick would have to wait for it. So has a fault, and its
 * end: it is done when the bookings of its minute are, and holds for all later ones.
 */
const endsBefore = (some: ReadonlyArray<Step>, step: Step): boolean => {
  const first = some[0]!
  if (minuteOf(some.at(-1)!) === minuteOf(step)) return false
  return some.length >= enoughSteps || minuteOf(step) - minuteOf(first) >= longestMinutes ||
    hasOwnMinute(first) || hasOwnMinute(step) || isAcrossChange(some.at(-1)!, step)
}

const hasOwnMinute = (step: Step) => isShift(step) || isFault(step)

const faults: ReadonlyArray<StepKind> = ["providerLags", "providerRecovers", "deviceStops", "deviceRecovers"]

const isFault = ({ kind }: Step): boolean => faults.includes(kind)

/** Tills ask for the prices of the time of their tick, so it has no minute in which prices change but its first. */
const isAcrossChange = (last: Step, next: Step): boolean => {
  for (let minute = minuteOf(last) + 1; minute <= minuteOf(next); minute++) {
    if (changesPrices(minute * millisPerMinute)) return true
  }
  return false
}

const minuteOf = ({ at }: Step) => Math.floor(at / millisPerMinute)

const tickOf = (minutes: ReadonlyArray<Step>): Tick => {
  const together: Array<Step> = []
  const others: Array<Step> = []
  const held = new Set<string>()
  for (const step of minutes.filter((one) => !isFault(one))) {
    if (isBooking(step) && ![...bookingKeys(step), ...tillKeys(step)].some((key) => held.has(key))) {
      together.push(step)
      continue
    }
    others.push(step)
    for (const key of [...bookingKeys(step), ...isShift(step) ? tillKeys(step) : []]) held.add(key)
  }
  return {
    at: minuteOf(minutes[0]!) * millisPerMinute,
    together: spread(together),
    others: [...others, ...minutes.filter(isFault)]
  }
}

/**
 * An order in which there is always something to do. Entries come first: each is stored alone, and meanwhile the others can be loaded
 * and decided. Of these, those that have nothing to wait for come between those that do.
 */
const spread = (steps: ReadonlyArray<Step>): ReadonlyArray<Step> => {
  const [entries, rest] = entriesFirst(steps)
  const uses = new Map<string, number>()
  for (const key of rest.flatMap(bookingKeys)) uses.set(key, (uses.get(key) ?? 0) + 1)
  const isFree = (step: Step) => bookingKeys(step).every((key) => uses.get(key) === 1)
  const free = rest.filter(isFree)
  const rounds = withoutRepeats(rest.filter((step) => !isFree(step)), bookingKeys)
  if (rounds.length === 0) return [...entries, ...free]
  const share = Math.ceil(free.length / rounds.length)
  return [...entries, ...rounds.flatMap((round, n) => [...round, ...free.slice(n * share, (n + 1) * share)])]
}

/** Entries that follow no other step of their guests and register, and the rest. */
const entriesFirst = (steps: ReadonlyArray<Step>) => {
  const entries: Array<Step> = []
  const rest: Array<Step> = []
  const later = new Set<string>()
  for (const step of steps) {
    const keys = bookingKeys(step)
    if (step.kind === "entry" && !keys.some((key) => later.has(key))) {
      entries.push(step)
      continue
    }
    rest.push(step)
    for (const key of keys) later.add(key)
  }
  return [entries, rest] as const
}

/** Names of the guests of a step. */
export const guestKeys = (step: Step): ReadonlyArray<string> =>
  step.kind === "entry" ? step.guests.map(guestKey) : "guest" in step ? [guestKey(step.guest)] : []

const isShift = ({ kind }: Step): boolean => kind === "shiftStart" || kind === "shiftEnd"

const movesCash = (step: Step): boolean =>
  step.kind === "payOut" || isShift(step) || ("paidBy" in step && step.paidBy === "cash")

/** What a step changes: its guests' accounts, and the till's cash. The system numbers its own orders, the cancels, as they begin. */
export const bookingKeys = (step: Step): ReadonlyArray<string> => [
  ...guestKeys(step),
  ...movesCash(step) ? tillKeys(step).map((till) => `cash of ${till}`) : [],
  ...step.kind === "cancel" ? ["cancels"] : []
]

/** The name of the till of a step, if it has one. */
export const tillKeys = (step: Step): ReadonlyArray<string> => "till" in step ? [`till ${step.till}`] : []

const guestKey = (guest: number) => `guest ${guest}`

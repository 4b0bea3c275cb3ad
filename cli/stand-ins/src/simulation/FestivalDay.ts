import { countDifference, type FestivalModel } from "./FestivalModel.ts"
import { type Intent, Intents, type Moment } from "./Intents.ts"
import { cashierOf } from "./Premises.ts"
import type { SimulatedFestival } from "./SimulatedFestival.ts"
import type { Step, StepContent } from "./Step.ts"
import {
  arrivalsAt,
  handover,
  lag,
  lastArrival,
  mealShare,
  millisPerMinute,
  minutesPerDay,
  opening,
  outage,
  payOutsFrom,
  visitsAt
} from "./Timetable.ts"

/** The share of guests who have their money paid out before they go, and of those who lose their wristband on a day. */
const paidOut = 0.25
const careless = 0.004

/** The steps of one day; `next` is the number of the next step. */
export function* dayOf(festival: SimulatedFestival, day: number, next: () => number): Generator<Step> {
  const { guests, model } = festival
  const intents = new Intents(festival, opening.until - 1)
  const begin = day * minutesPerDay * millisPerMinute
  function* happen(minute: number, contents: Iterable<StepContent>): Generator<Step> {
    for (const content of contents) {
      yield applied(model, { n: next(), at: begin + minute * millisPerMinute, ...content })
    }
  }
  guests.beginDay()
  yield* happen(opening.from - 15, shiftStarts(festival, 0))
  for (let minute = opening.from; minute < opening.until; minute++) {
    if (minute === handover) {
      yield* happen(minute, shiftEnds(festival, 0))
      yield* happen(minute, shiftStarts(festival, 1))
    }
    if (day === 0) yield* happen(minute, faultsAt(minute, festival.size.signing === true))
    for (const { intent, second } of intents.at(minute, comingUp(festival, day, minute))) {
      const moment: Moment = { n: next(), minute, at: begin + minute * millisPerMinute + second }
      for (const content of intents.resolve(intent, moment)) {
        yield applied(model, { n: next(), at: moment.at, ...content })
      }
    }
  }
  yield* happen(opening.until, shiftEnds(festival, 1))
}

const applied = (model: FestivalModel, step: Step): Step => {
  model.apply(step)
  return step
}

function* shiftStarts({ tills }: SimulatedFestival, shift: number): Generator<StepContent> {
  for (const till of tills) yield { kind: "shiftStart", till: till.at, cashier: cashierOf(till, shift) }
}

function* shiftEnds({ model, random, tills }: SimulatedFestival, shift: number): Generator<StepContent> {
  for (const till of tills) {
    const difference = till.float === null ? null : countDifference(random, model.drawers[till.at]!)
    yield { kind: "shiftEnd", till: till.at, cashier: cashierOf(till, shift), difference }
  }
}

function* faultsAt(minute: number, signing: boolean): Generator<StepContent> {
  if (minute === lag.from) yield { kind: "providerLags" }
  if (minute === lag.until) yield { kind: "providerRecovers" }
  if (signing && minute === outage.from) yield { kind: "deviceStops" }
  if (signing && minute === outage.until) yield { kind: "deviceRecovers" }
}

/** What guests set out to do in a minute of a day. */
function* comingUp(festival: SimulatedFestival, day: number, minute: number): Generator<Intent> {
  const { guests, random, size } = festival
  const isLastDay = day === size.days - 1
  let arriving = random.around(arrivalsAt(size, day, minute))
  if (isLastDay && minute === lastArrival) arriving = guests.stillToCome
  while (arriving > 0 && guests.stillToCome > 0) {
    const group = guests.nextGroup()
    arriving -= group.guests.length
    yield { kind: "arrive", ...group }
  }
  const visits = random.around(guests.there * visitsAt(minute))
  for (let visit = 0; visit < visits; visit++) {
    const guest = guests.anybody()
    if (guest !== undefined) yield { kind: "buy", guest, food: random.chance(mealShare(minute)) }
  }
  const open = opening.until - opening.from
  if (random.chance((guests.there * careless) / open)) {
    const guest = guests.anybody()
    if (guest !== undefined) yield { kind: "lose", guest }
  }
  if (!isLastDay || minute < payOutsFrom) return
  const going = random.around((guests.there * paidOut) / (opening.until - payOutsFrom))
  for (let count = 0; count < going; count++) {
    const guest = guests.anybody()
    if (guest === undefined) continue
    guests.leave(guest)
    yield { kind: "go", guest }
  }
}

import { assert, it } from "@effect/vitest"
import { type Admission, admits, after, type Interval, unloaded } from "@wristbank/core/base/limits/BookingAdmission"
import { bookings } from "@wristbank/core/base/limits/Limits"
import fc from "fast-check"

const count = fc.nat({ max: 20_000 })
const intervals = fc.record<Interval>({
  millis: fc.double({ min: 200, max: 5_000, noNaN: true }),
  answered: count,
  failed: count,
  refused: count,
  underWay: count,
  busy: fc.double({ min: 0, max: 1, noNaN: true })
})
const histories = fc.array(intervals, { maxLength: 30 })
const admissionAfter = (history: ReadonlyArray<Interval>, from: Admission = unloaded) =>
  history.reduce((admission, interval) => after(admission, interval), from)

const underWays = fc.record({ ofEvents: fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 20 }), n: fc.nat() })
  .map(({ n, ofEvents }) => ({
    all: ofEvents.reduce((sum, one) => sum + one, 0),
    ofEvent: ofEvents[n % ofEvents.length]!,
    events: ofEvents.filter((one, at) => one > 0 || at === n % ofEvents.length).length
  }))

it("a booking is taken on whatever came before, while those under way fit in one statement", () =>
  fc.assert(
    fc.property(histories, fc.nat({ max: bookings.least - 1 }), (history, all) =>
      assert.isTrue(admits(admissionAfter(history), { all, ofEvent: all, events: 1 })))
  ))

it("the limit stays between one statement and all that may run at once", () =>
  fc.assert(fc.property(histories, (history) => {
    const { limit } = admissionAfter(history)
    assert.isAtLeast(limit, bookings.least)
    assert.isAtMost(limit, bookings.most)
  })))

it("nothing is refused at the usual limit unless more bookings come than that, or they wait too long", () =>
  fc.assert(fc.property(fc.array(intervals, { maxLength: 30 }), (history) => {
    const calm = history.map((interval) => ({
      ...interval,
      refused: 0,
      underWay: interval.underWay % (bookings.least + 1)
    }))
    assert.deepInclude(admissionAfter(calm), { limit: bookings.most, overloaded: false })
  })))

it("an event gets its equal part of the limit, whatever the others have under way", () =>
  fc.assert(fc.property(histories, underWays, (history, underWay) => {
    const admission = admissionAfter(history)
    if (underWay.ofEvent < admission.limit / underWay.events) assert.isTrue(admits(admission, underWay))
    // Less of the same is never refused when more was taken on.
    if (admits(admission, underWay) && underWay.ofEvent > 0) {
      assert.isTrue(admits(admission, { ...underWay, all: underWay.all - 1, ofEvent: underWay.ofEvent - 1 }))
    }
  })))

/** Intervals of an overload: as many come as are refused, while a number of them a second is answered. */
const overloaded = (perSecond: number, more: Partial<Interval> = {}): Interval => ({
  millis: 200,
  answered: perSecond / 5,
  failed: 0,
  refused: 1_000,
  underWay: 100,
  busy: 1,
  ...more
})

const repeated = (times: number, interval: Interval) => Array.from({ length: times }, () => interval)

it("in an overload, as many are under way as a thread without spare time answers within 60 ms", () =>
  fc.assert(fc.property(fc.integer({ min: 1, max: 100_000 }), histories, (perSecond, history) => {
    const { limit } = admissionAfter(repeated(40, overloaded(perSecond)), admissionAfter(history))
    assert.approximately(limit, Math.min(bookings.most, Math.max(bookings.least, perSecond * 0.06)), 1)
  })))

it("an overload is over a second after the last refusal", () =>
  fc.assert(fc.property(histories, intervals, (history, last) => {
    const calm = { ...overloaded(1_000, last), millis: 200, refused: 0, underWay: 10 }
    assert.deepInclude(admissionAfter(repeated(5, calm), admissionAfter(history)), {
      limit: bookings.most,
      overloaded: false
    })
  })))

it("bookings that wait for a slow disk become more, until all statements are full", () => {
  const low = admissionAfter(repeated(10, overloaded(100)))
  assert.strictEqual(low.limit, bookings.least)
  const slow = overloaded(60, { busy: 0.1 })
  assert.strictEqual(admissionAfter(repeated(6, slow), low).limit, bookings.most)
})

it("while most of them fail, no more are under way than fit in one statement", () => {
  const locked = overloaded(0, { failed: 50, busy: 0.1 })
  assert.strictEqual(admissionAfter(repeated(4, locked)).limit, bookings.least)
})

it("bookings that wait longer than a second for as long begin an overload before the usual limit is reached", () => {
  const late = overloaded(100, { refused: 0, underWay: 200 })
  assert.isFalse(admissionAfter(repeated(4, late)).overloaded)
  assert.isTrue(admissionAfter(repeated(5, late)).overloaded)
  assert.isFalse(admissionAfter(repeated(50, { ...late, underWay: 90 })).overloaded)
  // Limits of time are longer by a factor in tests, and this one with them.
  assert.isFalse(after(admissionAfter(repeated(4, late)), late, 20).overloaded)
})

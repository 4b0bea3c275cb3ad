import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import {
  type AccountHistory,
  anomaliesOf,
  type AnomalyKind,
  type Attempt,
  type StoredChange
} from "./AccountHistory.ts"

const kindsOf = (history: AccountHistory) => Array.from(new Set(anomaliesOf(history).map(({ kind }) => kind)))

const change = (uuid: string, times: readonly [number, number], amount: number, before?: number): Attempt => ({
  kind: "change",
  uuid,
  begun: times[0],
  ended: times[1],
  amount,
  answer: before === undefined ? null : { before, after: before + amount }
})
const read = (times: readonly [number, number], balance: number): Attempt => ({
  kind: "read",
  begun: times[0],
  ended: times[1],
  balance
})
const stored = (uuid: string, before: number, after: number): StoredChange => ({ uuid, before, after })

/** Two sales of 5 from 20, one after the other. */
const sold: AccountHistory = {
  opening: 20,
  closing: 10,
  attempts: [change("a", [0, 10], -5, 20), change("b", [20, 30], -5, 15)],
  stored: [stored("a", 20, 15), stored("b", 15, 10)]
}

it("one change after the other is as it must be", () => assert.deepStrictEqual(anomaliesOf(sold), []))

const withReads = (...reads: ReadonlyArray<Attempt>) => ({ ...sold, attempts: [...sold.attempts, ...reads] })

it.each<readonly [string, AccountHistory, ReadonlyArray<AnomalyKind>]>([
  [
    "two changes from the same balance",
    {
      ...sold,
      closing: 15,
      attempts: [change("a", [0, 10], -5, 20), change("b", [5, 30], -5, 20)],
      stored: [stored("a", 20, 15), stored("b", 20, 15)]
    },
    ["lost update"]
  ],
  ["a balance at the end that no change led to", { ...sold, closing: 15 }, ["lost update"]],
  [
    "a change stored twice",
    { ...sold, closing: 5, stored: [...sold.stored, stored("b", 10, 5)] },
    ["stored twice", "other answer than stored"]
  ],
  ["a change that nobody asked for", { ...sold, closing: 9, stored: [...sold.stored, stored("c", 10, 9)] }, [
    "phantom"
  ]],
  [
    "a change that was refused and stored",
    {
      ...withReads({ kind: "refusal", uuid: "c", begun: 40, ended: 50, balance: 10 }),
      closing: 0,
      stored: [...sold.stored, stored("c", 10, 0)]
    },
    ["phantom"]
  ],
  ["a change that was answered and is not stored", { ...sold, closing: 15, stored: [stored("a", 20, 15)] }, [
    "lost booking"
  ]],
  [
    "another amount",
    { ...sold, closing: 9, stored: [stored("a", 20, 15), stored("b", 15, 9)] },
    ["other amount than asked", "other answer than stored"]
  ],
  [
    "more taken than was there",
    { ...sold, opening: 7, closing: -3, attempts: [], stored: [stored("a", 7, 2), stored("b", 2, -3)] },
    ["overdrawn", "phantom"]
  ],
  [
    "a later change stored before an earlier one",
    {
      ...sold,
      attempts: [change("a", [0, 10], -5, 15), change("b", [20, 30], -5, 20)],
      stored: [stored("b", 20, 15), stored("a", 15, 10)]
    },
    ["order against time"]
  ],
  [
    "the answer of a repetition that differs",
    { ...sold, attempts: [...sold.attempts, change("a", [40, 50], -5, 15)] },
    ["other answer than stored"]
  ],
  ["a read of what was before an answer", withReads(read([11, 12], 20)), ["impossible read"]],
  ["a read of what comes later", withReads(read([11, 12], 10)), ["impossible read"]],
  ["a read of what never was", withReads(read([0, 100], 12)), ["impossible read"]],
  [
    "a refusal for want of money that was there",
    withReads({ kind: "refusal", uuid: "c", begun: 11, ended: 12, balance: 10 }),
    ["impossible read"]
  ],
  ["an older balance after a newer one", withReads(read([1, 2], 15), read([3, 4], 20)), ["impossible read"]]
])("%s is found", (_, history, kinds) => assert.deepStrictEqual(kindsOf(history), kinds))

it.each<readonly [string, AccountHistory]>([
  ["reads at the same time of the old and the new balance", withReads(read([1, 4], 15), read([2, 3], 20))],
  ["a read that ends when a change begins", withReads(read([12, 20], 10))],
  [
    "a change without an answer, stored later than others that began after it",
    {
      ...sold,
      closing: 9,
      attempts: [...sold.attempts, change("c", [1, Infinity], -1)],
      stored: [...sold.stored, stored("c", 10, 9)]
    }
  ],
  [
    "a change without an answer that is not stored",
    { ...sold, attempts: [...sold.attempts, change("c", [1, Infinity], -1)] }
  ],
  [
    "a change that was refused, and booked when it was sent again",
    {
      ...sold,
      closing: 0,
      attempts: [
        ...sold.attempts,
        { kind: "refusal", uuid: "c", begun: 40, ended: 50, balance: 10 },
        change("d", [60, 70], 10, 10),
        change("c", [80, 90], -20, 20)
      ],
      stored: [...sold.stored, stored("d", 10, 20), stored("c", 20, 0)]
    }
  ]
])("%s is no anomaly", (_, history) => assert.deepStrictEqual(anomaliesOf(history), []))

interface Step {
  readonly kind: "change" | "read"
  readonly amount: number
  /** How long the call began before it was carried out, and ended after. */
  readonly earlier: number
  readonly later: number
  readonly answered: boolean
  /** The time after which a change is sent again; null if it is not. */
  readonly repeatedAfter: number | null
}

const between = (min: number, max: number) => fc.integer({ min, max })

const steps = (minimum: number): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom("change" as const, "change" as const, "change" as const, "read" as const),
      amount: between(-6, 6).filter((amount) => amount !== 0),
      earlier: between(0, 40),
      later: between(0, 40),
      answered: fc.boolean(),
      repeatedAfter: fc.option(between(0, 40))
    }),
    { minLength: minimum, maxLength: 40 }
  )

/** The history of a correct ledger that carries out the steps one by one, every ten units of time, however they overlap. */
const carriedOut = (opening: number, taken: ReadonlyArray<Step>): AccountHistory => {
  const attempts: Array<Attempt> = []
  const changes: Array<StoredChange> = []
  let balance = opening
  for (const [n, { amount, answered, earlier, kind, later, repeatedAfter }] of taken.entries()) {
    const times = { begun: n * 10 - earlier, ended: n * 10 + later }
    const uuid = `order ${n}`
    if (kind === "read") attempts.push({ kind, ...times, balance })
    else if (balance + amount < 0) attempts.push({ kind: "refusal", uuid, ...times, balance })
    else {
      const answer = { before: balance, after: balance + amount }
      changes.push({ uuid, ...answer })
      balance = answer.after
      const sent = { kind, uuid, amount }
      attempts.push(answered ? { ...sent, ...times, answer } : { ...sent, ...times, ended: Infinity, answer: null })
      if (repeatedAfter !== null) {
        attempts.push({ ...sent, begun: times.ended, ended: times.ended + repeatedAfter, answer })
      }
    }
  }
  return { opening, closing: balance, attempts, stored: changes }
}

it("a ledger that carries out one call at a time has no anomaly, however the calls overlap", () =>
  fc.assert(
    fc.property(between(0, 12), steps(1), (opening, taken) => {
      assert.deepStrictEqual(anomaliesOf(carriedOut(opening, taken)), [])
    }),
    { numRuns: 500 }
  ))

/** The history had the ledger stored these changes in this order and answered accordingly. Only changes are left. */
const instead = (history: AccountHistory, changes: ReadonlyArray<StoredChange>): AccountHistory => {
  let balance = history.opening
  const chain = changes.map(({ after, before, uuid }) => stored(uuid, balance, balance += after - before))
  const byUuid = new Map(chain.map(({ after, before, uuid }) => [uuid, { before, after }]))
  const attempts = history.attempts.flatMap((attempt) =>
    attempt.kind === "change"
      ? [attempt.answer === null ? attempt : { ...attempt, answer: byUuid.get(attempt.uuid) ?? attempt.answer }]
      : []
  )
  return { ...history, closing: balance, attempts, stored: chain }
}

type Plant = (history: AccountHistory, place: number) => AccountHistory | undefined

/** Changes a correct history, at one of its orders, so that it has the anomaly; undefined where that can't be. */
const plants: { readonly [kind in AnomalyKind]: Plant } = {
  "lost update": (history, place) => {
    const { after, before } = history.stored[place]!
    const without = (one: { readonly before: number; readonly after: number }) => ({
      before: one.before - after + before,
      after: one.after - after + before
    })
    const later = new Set(history.stored.slice(place + 1).map(({ uuid }) => uuid))
    return {
      ...history,
      closing: history.closing - after + before,
      stored: history.stored.map((one) => later.has(one.uuid) ? { ...one, ...without(one) } : one),
      attempts: history.attempts.map((one) =>
        one.kind === "change" && one.answer !== null && later.has(one.uuid)
          ? { ...one, answer: without(one.answer) }
          : one
      )
    }
  },
  "stored twice": (history, place) => instead(history, [...history.stored, history.stored[place]!]),
  phantom: (history, place) =>
    instead(history, [...history.stored.slice(0, place), stored("nobody's", 0, 1), ...history.stored.slice(place)]),
  "lost booking": (history, place) => instead(history, history.stored.toSpliced(place, 1)),
  "other amount than asked": (history, place) => {
    const { after, before, uuid } = history.stored[place]!
    return instead(history, history.stored.with(place, stored(uuid, before, after + 1)))
  },
  "other answer than stored": (history, place) => {
    const { after, before, uuid } = history.stored[place]!
    const answer = { before: before + 1, after: after + 1 }
    const attempts = history.attempts.map((one) =>
      one.kind === "change" && one.uuid === uuid ? { ...one, answer } : one
    )
    return { ...instead(history, history.stored), attempts }
  },
  "order against time": (history, place) => {
    const timesOf = (uuid: string) => history.attempts.find((one) => one.kind === "change" && one.uuid === uuid)!
    const early = history.stored[place]!
    const later = history.stored.findIndex(({ uuid }) => timesOf(uuid).begun > timesOf(early.uuid).ended)
    if (later < 0) return undefined
    const moved = history.stored[later]!
    return instead(history, history.stored.toSpliced(later, 1).toSpliced(place, 0, moved))
  },
  "impossible read": (history, place) => {
    const over = Math.max(...history.attempts.map(({ ended }) => ended)) + 1
    const { before: balance } = history.stored[place]!
    if (balance === history.closing) return undefined
    return { ...history, attempts: [...history.attempts, { kind: "read", begun: over, ended: over + 1, balance }] }
  },
  overdrawn: (history, place) =>
    instead({ ...history, opening: history.opening - history.stored[place]!.after - 1 }, history.stored)
}

it.each(Object.entries(plants))(
  "%s, planted anywhere, is found",
  (kind, plant) =>
    fc.assert(fc.property(steps(3), fc.nat(), (taken, n) => {
      // Everything is answered, so that all of the history is known, and enough is there for all that is taken.
      const history = carriedOut(1000, taken.map((one) => ({ ...one, answered: true })))
      fc.pre(history.stored.length > 1)
      const planted = plant(history, n % history.stored.length)
      fc.pre(planted !== undefined)
      assert.include(kindsOf(planted), kind)
    }))
)

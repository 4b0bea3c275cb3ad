/** An attempt at a call on one account. Times come from one monotonic clock; amounts are in cents. */
export type Attempt =
  & {
    readonly begun: number
    /** When the answer came. Infinity if there was none: the call may still take effect. */
    readonly ended: number
  }
  & (
    /** Money added, or taken if it is there. */
    | {
      readonly kind: "change"
      readonly uuid: string
      /** Null if the caller can't know it. */
      readonly amount: number | null
      /** The balance before and after, as answered; null without an answer that says so. */
      readonly answer: { readonly before: number; readonly after: number } | null
    }
    /** A change that was refused because of the balance: so that was read. */
    | { readonly kind: "refusal"; readonly uuid: string; readonly balance: number }
    | { readonly kind: "read"; readonly balance: number }
  )

/** An order as it is stored. */
export interface StoredChange {
  readonly uuid: string
  readonly before: number
  readonly after: number
}

/** All that was asked of an account, and what was stored of it. */
export interface AccountHistory {
  /** The balance before the first attempt and after the last. */
  readonly opening: number
  readonly closing: number
  readonly attempts: ReadonlyArray<Attempt>
  /** In the order in which they were stored. */
  readonly stored: ReadonlyArray<StoredChange>
}

export type AnomalyKind =
  /** The balance did not go on where the order before had left it: one change overwrote another. */
  | "lost update"
  | "overdrawn"
  | "stored twice"
  /** Stored, although no one asked for it or it was refused. */
  | "phantom"
  /** Answered as booked and not stored. */
  | "lost booking"
  | "other amount than asked"
  /** An answer, of the first attempt or a later one, that is not what is stored. */
  | "other answer than stored"
  /** Stored after a change that began only when this one had been answered. */
  | "order against time"
  /** The account had this balance at no time of the call. */
  | "impossible read"

export interface Anomaly {
  readonly kind: AnomalyKind
  readonly detail: string
}

/** What is known of the changes with one uuid, no matter who sent them and however often. */
interface Asked {
  readonly amounts: Set<number | null>
  begun: number
  /** When the first answer came that it is booked. */
  ended: number
  readonly answers: Array<{ readonly before: number; readonly after: number }>
}

/**
 * Returns what keeps a history from being strictly serialisable. The stored order is taken as the order of the changes: it must
 * lead from one balance to the next and agree with the times of the calls, and each balance that was read must be that of
 * a moment of its call, later reads seeing no earlier moment. Without an anomaly, that order is the proof.
 */
export const anomaliesOf = (history: AccountHistory): ReadonlyArray<Anomaly> => {
  const asked = askedIn(history.attempts)
  return [
    ...brokenChain(history),
    ...otherThanAsked(history.stored, asked),
    ...againstTime(history.stored, asked),
    ...impossibleReads(history, asked)
  ]
}

const askedIn = (attempts: ReadonlyArray<Attempt>): ReadonlyMap<string, Asked> => {
  const asked = new Map<string, Asked>()
  for (const attempt of attempts) {
    if (attempt.kind !== "change") continue
    const known = asked.get(attempt.uuid) ?? { amounts: new Set(), begun: Infinity, ended: Infinity, answers: [] }
    known.amounts.add(attempt.amount)
    known.begun = Math.min(known.begun, attempt.begun)
    known.ended = Math.min(known.ended, attempt.ended)
    if (attempt.answer !== null) known.answers.push(attempt.answer)
    asked.set(attempt.uuid, known)
  }
  return asked
}

const brokenChain = ({ closing, opening, stored }: AccountHistory) => {
  const found: Array<Anomaly> = []
  let balance = opening
  for (const { after, before, uuid } of stored) {
    if (before !== balance) found.push({ kind: "lost update", detail: `${uuid}: from ${before}, not ${balance}` })
    if (after < 0) found.push({ kind: "overdrawn", detail: `${uuid}: ${after}` })
    balance = after
  }
  if (closing !== balance) found.push({ kind: "lost update", detail: `at the end ${closing}, not ${balance}` })
  return found
}

const otherThanAsked = (stored: ReadonlyArray<StoredChange>, asked: ReadonlyMap<string, Asked>) => {
  const found: Array<Anomaly> = []
  const seen = new Set<string>()
  for (const { after, before, uuid } of stored) {
    if (seen.has(uuid)) found.push({ kind: "stored twice", detail: uuid })
    seen.add(uuid)
    const known = asked.get(uuid)
    if (known === undefined) {
      found.push({ kind: "phantom", detail: uuid })
      continue
    }
    if (!known.amounts.has(null) && !known.amounts.has(after - before)) {
      const wanted = Array.from(known.amounts).join(" or ")
      found.push({ kind: "other amount than asked", detail: `${uuid}: ${after - before}, not ${wanted}` })
    }
    for (const answer of known.answers) {
      if (answer.before !== before || answer.after !== after) {
        const told = `${answer.before} to ${answer.after}`
        found.push({ kind: "other answer than stored", detail: `${uuid}: ${told}, not ${before} to ${after}` })
      }
    }
  }
  for (const [uuid, { ended }] of asked) {
    if (ended < Infinity && !seen.has(uuid)) found.push({ kind: "lost booking", detail: uuid })
  }
  return found
}

const againstTime = (stored: ReadonlyArray<StoredChange>, asked: ReadonlyMap<string, Asked>) => {
  const found: Array<Anomaly> = []
  let earliest = { uuid: "", ended: Infinity }
  for (const { uuid } of stored.toReversed()) {
    const { begun, ended } = asked.get(uuid) ?? anyTime
    if (earliest.ended < begun) {
      found.push({ kind: "order against time", detail: `${uuid} before ${earliest.uuid}, which had been answered` })
    }
    if (ended < earliest.ended) earliest = { uuid, ended }
  }
  return found
}

const impossibleReads = ({ attempts, opening, stored }: AccountHistory, asked: ReadonlyMap<string, Asked>) => {
  const found: Array<Anomaly> = []
  const firstMoment = momentsOf([opening, ...stored.map(({ after }) => after)])
  const { earliest, latest } = boundsOf(stored.map(({ uuid }) => asked.get(uuid) ?? anyTime))
  // Each read is placed at the first moment that fits, which leaves the most to those that begin after it has ended.
  const moments = new Map<Attempt, number>()
  let seen = 0
  for (const { at, attempt, kind } of timesOf(attempts.filter(isRead))) {
    if (kind === "end") seen = Math.max(seen, moments.get(attempt) ?? 0)
    else {
      const moment = firstMoment(attempt.balance, Math.max(seen, earliest(at)))
      if (moment !== undefined && moment <= latest(attempt.ended)) moments.set(attempt, moment)
      else found.push({ kind: "impossible read", detail: `${attempt.balance}, from ${at} to ${attempt.ended}` })
    }
  }
  return found
}

type Read = Exclude<Attempt, { readonly kind: "change" }>

const isRead = (attempt: Attempt): attempt is Read => attempt.kind !== "change"

/** The beginnings and ends of calls by time. Of the same time, beginnings come first: such calls overlap. */
const timesOf = <A extends Attempt>(attempts: ReadonlyArray<A>) =>
  [
    ...attempts.map((attempt) => ({ kind: "begin" as const, at: attempt.begun, attempt })),
    ...attempts.map((attempt) => ({ kind: "end" as const, at: attempt.ended, attempt }))
  ].toSorted((a, b) => a.at === b.at ? 0 : a.at - b.at)

/** The first moment from a given one at which the account had a balance. Moment n is that after n changes. */
const momentsOf = (balances: ReadonlyArray<number>) => {
  const byBalance = Map.groupBy(balances.keys(), (moment) => balances[moment]!)
  return (balance: number, from: number): number | undefined => {
    const moments = byBalance.get(balance) ?? []
    return moments[firstWhere(moments.length, (n) => moments[n]! >= from)]
  }
}

/** The moments that a call may see: not before a change that had ended, not after one that had not begun. */
const boundsOf = (changes: ReadonlyArray<{ readonly begun: number; readonly ended: number }>) => {
  const byEnd = Array.from(changes.keys()).toSorted((a, b) => changes[a]!.ended - changes[b]!.ended)
  const afterEnded: Array<number> = [0]
  for (const place of byEnd) afterEnded.push(Math.max(afterEnded.at(-1)!, place + 1))
  const byBegin = Array.from(changes.keys()).toSorted((a, b) => changes[b]!.begun - changes[a]!.begun)
  const beforeBegun: Array<number> = [changes.length]
  for (const place of byBegin) beforeBegun.push(Math.min(beforeBegun.at(-1)!, place))
  return {
    earliest: (begun: number) => afterEnded[firstWhere(byEnd.length, (n) => changes[byEnd[n]!]!.ended >= begun)]!,
    latest: (ended: number) => beforeBegun[firstWhere(byBegin.length, (n) => changes[byBegin[n]!]!.begun <= ended)]!
  }
}

/** The times of a change that no one is known to have asked for. */
const anyTime = { begun: -Infinity, ended: Infinity }

/** The first number below a limit for which this is true, as it is for all later ones; the limit if there is none. */
const firstWhere = (limit: number, is: (n: number) => boolean) => {
  let [low, high] = [0, limit]
  while (low < high) {
    const middle = (low + high) >> 1
    if (is(middle)) high = middle
    else low = middle + 1
  }
  return low
}

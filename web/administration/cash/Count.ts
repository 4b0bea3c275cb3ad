import { type Amount, fromCents, parse, subtract, times, toCents } from "../../kit/Amount.ts"

/** How many pieces were counted, or what the pieces of one value are worth together. */
export type Unit = "pieces" | "amounts"

/** What is typed, by the value of the note or coin in cents. An empty entry stands for none. */
export interface Count {
  readonly unit: Unit
  readonly entries: Readonly<Record<string, string>>
}

export const nothingCounted: Count = { unit: "pieces", entries: {} }

/** The notes and coins of a currency in cents, the largest first. `notesFrom` is the smallest note. */
interface Money {
  readonly notesFrom: number
  readonly values: ReadonlyArray<number>
}

const currencies: Readonly<Record<string, Money>> = {
  EUR: { notesFrom: 500, values: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1] },
  CHF: { notesFrom: 1_000, values: [100_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5] },
  GBP: { notesFrom: 500, values: [5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1] },
  USD: { notesFrom: 100, values: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1] }
}

/** Of other currencies the notes and coins that most have. */
const usual: Money = {
  notesFrom: 500,
  values: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1]
}

export const moneyOf = (currency: string): Money => currencies[currency] ?? usual

/** The most pieces of one value that the server takes. */
const mostPieces = 100_000

/** The pieces that an entry stands for; `undefined` if it stands for none. Pieces are whole, amounts a multiple of the value. */
export const piecesOf = (unit: Unit, value: number, entry: string): number | undefined => {
  const typed = entry.trim()
  if (typed === "") return 0
  const pieces = unit === "pieces" ? wholeOf(typed) : dividedBy(value, parse(typed))
  return pieces === undefined || pieces > mostPieces ? undefined : pieces
}

const wholeOf = (typed: string): number | undefined => /^\d{1,6}$/.test(typed) ? Number(typed) : undefined

const dividedBy = (value: number, amount: Amount | undefined): number | undefined => {
  if (amount === undefined || amount < 0) return undefined
  const cents = toCents(amount)
  return cents % value === 0 ? cents / value : undefined
}

/** A value with its pieces. */
interface Counted {
  readonly value: Amount
  readonly count: number
}

/** What was counted so far; entries that stand for nothing are listed and left out of the sum. */
export interface Tally {
  readonly sum: Amount
  readonly counted: ReadonlyArray<Counted>
  /** The values in cents whose entry is no count. */
  readonly mistaken: ReadonlyArray<number>
  /** Whether anything was typed at all, even a zero. */
  readonly isBegun: boolean
}

export const tallyOf = ({ entries, unit }: Count, values: ReadonlyArray<number>): Tally => {
  const read = values.map((cents) => ({ cents, pieces: piecesOf(unit, cents, entries[cents] ?? "") }))
  const counted = read.flatMap(({ cents, pieces }) =>
    pieces === undefined || pieces === 0 ? [] : [{ value: fromCents(cents), count: pieces }]
  )
  return {
    sum: fromCents(counted.reduce((sum, { count, value }) => sum + toCents(times(value, count)), 0)),
    counted,
    mistaken: read.flatMap(({ cents, pieces }) => pieces === undefined ? [cents] : []),
    isBegun: values.some((cents) => (entries[cents] ?? "").trim() !== "")
  }
}

/** The same count in the other unit. Entries that stand for nothing are kept as they were typed, to be corrected. */
export const inUnit = (count: Count, unit: Unit): Count =>
  count.unit === unit ? count : {
    unit,
    entries: Object.fromEntries(
      Object.entries(count.entries).map(([cents, entry]) => {
        const pieces = entry.trim() === "" ? undefined : piecesOf(count.unit, Number(cents), entry)
        return [cents, pieces === undefined ? entry : written(unit, Number(cents), pieces)]
      })
    )
  }

const written = (unit: Unit, cents: number, pieces: number): string =>
  unit === "pieces" ? String(pieces) : times(fromCents(cents), pieces).toFixed(2)

/** Counted less expected: below zero where cash is missing. */
export const differenceOf = (counted: Amount, expected: Amount): Amount => subtract(counted, expected)

/** What is still missing before a close-out can be booked. */
export type Missing = "comment" | "counter"

/** A difference needs a comment, and someone else than the cashier must have counted. */
export const missingFor = (
  { comment, counterId, difference }: {
    readonly difference: Amount
    readonly comment: string
    /** Empty while no one is chosen. */
    readonly counterId: string
  },
  cashierId: number
): ReadonlyArray<Missing> => [
  ...(difference !== 0 && comment.trim() === "" ? ["comment" as const] : []),
  ...(counterId === "" || counterId === String(cashierId) ? ["counter" as const] : [])
]

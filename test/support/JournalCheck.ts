import { assert } from "@effect/vitest"
import { Doctor } from "@wristbank/core/overview/Doctor"
import * as Database from "@wristbank/core/sql/Database"
import { Effect, Logger, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { bookedAnswer, type BookingJournal, type Journaled } from "./BookingJournal.ts"
import type { Body } from "./FestivalServer.ts"
import { accountAnomalies } from "./JournalHistory.ts"
import { counted } from "./Torture.ts"

/** What is wrong with the stored bookings, a line each. All four lists must be empty. */
export interface Verdict {
  readonly acknowledged: number
  /** Answered as booked, and not stored. */
  readonly lost: Array<string>
  /** Stored more often than it was sent to be. */
  readonly doubled: Array<string>
  /** Stored in part: what `wristbank doctor` finds. */
  readonly half: Array<string>
  /**
   * Stored or answered again with other content than in the first answer, or not as if one call on an account had been carried
   * out after the other.
   */
  readonly different: Array<string>
}

interface Stored {
  readonly id: bigint
  readonly uuid: string
  readonly cancels_order: bigint | null
  readonly old_balance: bigint | null
  readonly new_balance: bigint | null
}

/** Runs a query on the database and ends its connection. */
export const queried = <A, E>(url: Redacted.Redacted, query: Effect.Effect<A, E, SqlClient.SqlClient>): Promise<A> =>
  Effect.runPromise(
    query.pipe(
      Effect.provide(Database.layer({ url, connections: 1, statementTimeoutMillis: 300_000 })),
      Effect.scoped,
      Effect.provide(Logger.layer([]))
    )
  )

/** The orders of the database by their uuid, and those that cancel another by the id of that. */
const storedOrders = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Stored>`select id, uuid, cancels_order, old_balance, new_balance from ordr order by id`
  const byUuid = Map.groupBy(rows, ({ uuid }) => uuid)
  const byCancelled = Map.groupBy(rows, ({ cancels_order }) => String(cancels_order))
  return ({ body, path }: Journaled): ReadonlyArray<Stored> =>
    (body === null ? byCancelled.get(path.split("/")[2]!) : byUuid.get(String(body.uuid))) ?? []
})

/** What the doctor finds anywhere in the books: a line without a posting, a sum that is not 0, a broken chain of balances … */
const halves = Effect.map(
  Effect.provide(Doctor.use((doctor) => doctor.diagnose(5)), Doctor.layer),
  ({ examinations }) =>
    examinations.flatMap(({ findings, invariant }) =>
      findings.map(({ expected, found, ids, object }) => `${invariant}: ${object} ${ids}: ${expected}, not ${found}`)
    )
)

/**
 * Compares every call of the journal with the database. What was answered as booked is stored exactly once and with the
 * content of the answer; what was refused each time is not stored; of what had no answer at most one booking is.
 */
export const compared = async (url: Redacted.Redacted, journal: BookingJournal): Promise<Verdict> => {
  const entries = [...journal.entries]
  const [stored, half, different] = await queried(url, Effect.all([storedOrders, halves, accountAnomalies(journal)]))
  const verdict: Verdict = { acknowledged: journal.acknowledged.length, lost: [], doubled: [], half, different }
  for (const entry of entries) {
    const rows = stored(entry)
    const what = nameOf(entry)
    if (rows.length > 1) verdict.doubled.push(`${what}: ${rows.length} orders`)
    const answer = bookedAnswer(entry)
    if (answer === undefined) {
      const isRefused = entry.sent === entry.answers.length
      if (isRefused && rows.length > 0) verdict.different.push(`${what}: refused and stored`)
    } else if (rows.length === 0) verdict.lost.push(`${what}: ${answer.text}`)
    else if (entry.body !== null && !sameContent(JSON.parse(answer.text), rows[0]!)) {
      verdict.different.push(`${what}: ${answer.text} is stored as order ${rows[0]!.id}, ${rows[0]!.new_balance}`)
    }
    for (const { status, text } of entry.answers) {
      if (status === 200 && text !== answer?.text) verdict.different.push(`${what}: ${text} after ${answer?.text}`)
      if (status !== 200 && status !== 400) verdict.different.push(`${what}: ${status} ${text}`)
    }
  }
  return verdict
}

const nameOf = ({ body, path }: Journaled) => `${path} ${body?.uuid ?? ""}`

/**
 * Amounts are cents in the database, and major units in an answer. Only the answer of a sale has the id; one without a guest
 * has balances in neither.
 */
const sameContent = (answer: Body, row: Stored) =>
  answer.uuid === row.uuid && (answer.id === undefined || answer.id === Number(row.id)) &&
  sameMoney(answer.old_balance, row.old_balance) && sameMoney(answer.new_balance, row.new_balance)

const sameMoney = (major: unknown, cents: bigint | null) =>
  major === undefined || cents === null || Math.round(Number(major) * 100) === Number(cents)

/** Sends every booking again that was booked, or may have been, until it is answered. */
const sendAgain = async (address: string, journal: BookingJournal) => {
  const rest = journal.entries.filter(({ answers, body, sent }) =>
    body !== null && (sent > answers.length || answers.some(({ status }) => status === 200))
  ).values()
  const silent: Array<string> = []
  await Promise.all(Array.from({ length: 16 }, async () => {
    for (const entry of rest) {
      if (await journal.insist(address, entry) === undefined) silent.push(nameOf(entry))
    }
  }))
  assert.deepStrictEqual(silent, [], "never answered")
}

/**
 * Compares the journal with the database, sends every booking again, and compares once more: what was stored is answered as
 * booked then, with the answer that was given first, and an order that was not stored is booked now, or refused for good.
 */
export const settled = async (url: Redacted.Redacted, address: string, journal: BookingJournal): Promise<Verdict> => {
  const before = await compared(url, journal)
  const stored = await queried(url, storedOrders)
  const there = new Set(journal.entries.filter((entry) => stored(entry).length > 0))
  await sendAgain(address, journal)
  const after = await compared(url, journal)
  const storedNow = await queried(url, storedOrders)
  const differ = journal.entries.filter((entry) =>
    entry.body !== null && bookedAnswer(entry) === undefined && (there.has(entry) || storedNow(entry).length > 0)
  )
  return {
    ...together([before, after]),
    acknowledged: before.acknowledged,
    different: [
      ...before.different,
      ...after.different,
      ...differ.map((entry) => `${nameOf(entry)}: stored and refused`)
    ]
  }
}

/** Several verdicts as one. */
export const together = (verdicts: ReadonlyArray<Verdict>): Verdict => ({
  acknowledged: verdicts.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
  lost: verdicts.flatMap(({ lost }) => lost),
  doubled: verdicts.flatMap(({ doubled }) => doubled),
  half: verdicts.flatMap(({ half }) => half),
  different: verdicts.flatMap(({ different }) => different)
})

/** As `48,112 bookings acknowledged, 0 lost, 0 doubled, 0 half, 0 different`. */
export const summary = ({ acknowledged, different, doubled, half, lost }: Verdict): string =>
  `${counted(acknowledged)} bookings acknowledged, ${counted(lost.length)} lost, ${counted(doubled.length)} doubled, ` +
  `${counted(half.length)} half, ${counted(different.length)} different`

/** Asserts that nothing is wrong; shows the first of what is. */
export const isClean = ({ different, doubled, half, lost }: Verdict): void => {
  for (const [what, found] of Object.entries({ lost, doubled, half, different })) {
    assert.deepStrictEqual(found.slice(0, 5), [], `${found.length} ${what}`)
  }
}

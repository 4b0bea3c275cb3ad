import { assert } from "@effect/vitest"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { Effect } from "effect"
import { labelOf } from "../../support/FestivalLedger.ts"
import { type Answer, type Body, done } from "../../support/FestivalServer.ts"
import type { LedgerModel } from "../../support/model/LedgerModel.ts"
import type { System, SystemRun } from "./SystemServer.ts"

/** Balances of accounts in cents and vouchers, by the names that the model gives them. */
export type Books = ReadonlyMap<string, number>

/** The books of the event. Stored balances are those of the postings, and the sum of all is 0. */
export const booksOf = Effect.fnUntraced(function*({ guests, system }: SystemRun) {
  const names = new Map([
    ...guests.map(({ accountId }, n) => [labelOf("private", accountId), `guest ${n}`] as const),
    ...system.drawers.map((id, n) => [labelOf("cash_register", id), `register ${n}`] as const),
    ...system.transports.map((id, n) => [labelOf("transport", id), `transport ${n}`] as const)
  ])
  const books = new Map<string, number>()
  for (const [label, held] of Object.entries(yield* system.holdings)) {
    const isVouchers = label.endsWith(" vouchers")
    const account = isVouchers ? label.slice(0, -" vouchers".length) : label
    const name = names.get(account) ?? account
    books.set(isVouchers ? `${name} vouchers` : name, isVouchers ? held : Math.round(held * 100))
  }
  return books as Books
})

/** What has changed in the books, without what has not. */
const changes = (before: Books, after: Books) =>
  Object.fromEntries(
    Array.from(new Set([...before.keys(), ...after.keys()]))
      .map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)] as const)
      .filter(([, change]) => change !== 0)
      .toSorted()
  )

/** Asserts that exactly what the model posted has come into the books. */
export const booksAgree = Effect.fnUntraced(function*(run: SystemRun, model: LedgerModel, before: Books) {
  assert.deepStrictEqual(changes(before, yield* booksOf(run)), changes(new Map(), model.accounts))
})

const indexOf = (ids: ReadonlyArray<number>, id: unknown) => id === null ? null : ids.indexOf(Number(id))

/** The objects in a list, by their ids. */
const entitiesOf = (answer: Answer) =>
  new Map(
    Object.entries(done(answer).body.entities as { readonly [id: string]: Body }).map(([id, one]) => [Number(id), one])
  )

/** Who is signed in where and who holds which register, as the office sees it. */
const staffSeen = Effect.fnUntraced(function*({ office, people, registers, tills, transports }: System["Service"]) {
  const cashiers = entitiesOf(yield* office("GET", "/cashiers"))
  const drawers = entitiesOf(yield* office("GET", "/till-registers"))
  const ids = people.map(({ id }) => id)
  const overview = done(yield* office("GET", "/money-overview")).body
  const accounts = new Map((overview.system_accounts as ReadonlyArray<Body>).map((one) => [Number(one.id), one]))
  const signedIn = tills.map(({ terminalId }) =>
    ids.findIndex((id) => (cashiers.get(id)!.terminal_ids as ReadonlyArray<number>).includes(terminalId))
  )
  return {
    people: people.map(({ id }, n) => ({
      register: indexOf(registers, cashiers.get(id)!.cash_register_id),
      carried: Math.round(Number(accounts.get(transports[n]!)!.balance) * 100)
    })),
    tills: tills.map(({ id }, n) => ({
      person: signedIn[n] === -1 ? null : signedIn[n]!,
      register: indexOf(registers, Array.from(drawers.values()).find((one) => one.current_till_id === id)?.id ?? null)
    })),
    registers: registers.map((id) => ({ cash: Math.round(Number(drawers.get(id)!.balance) * 100) }))
  }
})

/** Asserts that the office sees people, tills and registers as the model has them, and that the doctor finds nothing. */
export const staffAgrees = Effect.fnUntraced(
  function*({ system }: SystemRun, { people, registers, tills }: LedgerModel) {
    assert.deepStrictEqual(yield* staffSeen(system), { people, tills, registers })
    const { examinations } = yield* Doctor.use((doctor) => doctor.diagnose(5))
    assert.deepStrictEqual(examinations.flatMap(({ findings }) => findings), [])
  }
)

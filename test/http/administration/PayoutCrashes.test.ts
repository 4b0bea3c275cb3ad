import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { diagnose } from "../../core/journal/Diagnosed.ts"
import { DatabaseProxy } from "../../support/DatabaseProxy.ts"
import { Festival } from "../../support/Festival.ts"
import { payoutOffice, tomorrow } from "../../support/FestivalPayouts.ts"
import { type Answer, done } from "../../support/FestivalServer.ts"
import { proxiedFestival } from "../../support/Servers.ts"
import { counted, tell } from "../../support/Torture.ts"

/** The number of statements at which each action is interrupted; `Infinity` for all. */
const places = Number(process.env.PAYOUT_CUTS ?? 3)

/** This many of the statements 1 to `count`, evenly spread, including the last, which is the commit. */
const chosen = (count: number) => {
  const all = Array.from({ length: count }, (_, n) => n + 1)
  const stride = Math.max(1, Math.ceil(count / places))
  return all.filter((n) => (count - n) % stride === 0)
}

type Made = ReturnType<Effect.Success<typeof payoutOffice>["run"]>

/** An action on a run of one guest, its postings in the end, and its answer when it was done already. */
const actions = Effect.gen(function*() {
  const { create, created, payee, run } = yield* payoutOffice
  const reserved = { payout_reserve: 10 }
  const sql = yield* SqlClient.SqlClient
  // A guest who got the money back must not be in the next run.
  const guest = Effect.andThen(sql`update customer set has_entered_info = false`, payee(10, { donation: 300n }))
  const open = Effect.andThen(guest, created())
  const ordered = Effect.tap(open, (made) => Effect.map(made.sepa(tomorrow), done))
  const paid = Effect.tap(ordered, (made) => Effect.map(made.done, done))
  const returned = (made: Made) => Effect.flatMap(made.payouts, ([payout]) => made.giveBack(payout!.id))
  return [
    { name: "create", make: Effect.as(guest, run(0)), act: () => create(), moves: reserved, repeat: 400 },
    { name: "csv", make: open, act: (made: Made) => made.csv, moves: {}, repeat: 200 },
    { name: "sepa", make: open, act: (made: Made) => made.sepa(tomorrow), moves: {}, repeat: 200 },
    {
      name: "done",
      make: ordered,
      act: (made: Made) => made.done,
      moves: { payout_reserve: -10, sepa_exit: 7, donation_exit: 3 },
      repeat: 400
    },
    { name: "revoke", make: ordered, act: (made: Made) => made.force, moves: { payout_reserve: -10 }, repeat: 400 },
    { name: "return", make: paid, act: returned, moves: { sepa_exit: -7 }, repeat: 400 }
  ]
})

/** Accounts of the event only: the guests' balances are the other side of them. */
const atEvent = (moved: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(moved).filter(([label]) => /reserve|exit/.test(label)))

layer(proxiedFestival, { excludeTestServices: true })("payouts and a lost database", (it) => {
  it.effect(
    "are done whole or not at all at whichever statement it happens, and once when they are repeated",
    () =>
      Effect.gen(function*() {
        const { moved } = yield* Festival
        const proxy = yield* DatabaseProxy
        const finished = new Map<string, number>()
        for (const { act, make, moves, name, repeat } of yield* actions) {
          const first = yield* make
          const { roundTrips } = yield* proxy.counted(Effect.map(act(first), done))
          for (const place of chosen(roundTrips)) {
            const where = `${name} at ${place} of ${roundTrips}`
            const made = yield* make
            const { moved: all } = yield* moved(Effect.gen(function*() {
              yield* proxy.after(place, proxy.drop)
              const answer: Answer = yield* act(made)
              assert.notInclude([400, 404, 422, 500], answer.status, `${where}: ${answer.text}`)
              const again: Answer = yield* Effect.repeat(act(made), { while: ({ status }) => status === 503 })
              assert.include([200, repeat], again.status, `${where}: ${again.text}`)
              const key = `${name} ${again.status === 200 ? "undone" : "done"}`
              finished.set(key, (finished.get(key) ?? 0) + 1)
            }))
            assert.deepStrictEqual(atEvent(all), moves, where)
          }
        }
        const diagnosis = yield* diagnose()
        assert.strictEqual(diagnosis.count, 0, JSON.stringify(diagnosis))
        assert.isAbove(finished.size, 6)
        const cuts = Array.from(finished.values()).reduce((left, right) => left + right, 0)
        tell(`${counted(cuts, "payout")} without the database at one of their statements, each done once`)
      })
  )
})

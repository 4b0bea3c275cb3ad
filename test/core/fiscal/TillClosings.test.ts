import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { newTse } from "../../http/calls/OfficeFiscalCalls.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"
import { counted, tell } from "../../support/Torture.ts"
import { broken, diagnose, diagnosedAfter, findingsOf } from "../journal/Diagnosed.ts"

const steps = ["sell", "sell", "register", "settle", "sign in", "sign in again", "switch over"] as const

/** `CLOSINGS_RUNS` draws more days. */
const runs = Number(process.env.CLOSINGS_RUNS ?? 2)

/** The state of a till's closings: each ended one has a row, and each order belongs to one of them or to the open one. */
const shape = Effect.fnUntraced(function*(tillId: number) {
  const sql = yield* SqlClient.SqlClient
  const [till] = yield* sql<{ z_nr: number }>`select z_nr from till where id = ${tillId}`
  const closings = yield* sql<{ z_nr: number }>`select z_nr from till_closing where till_id = ${tillId} order by z_nr`
  const orders = yield* sql<{ z_nr: number }>`select distinct z_nr from ordr where till_id = ${tillId} order by z_nr`
  return { open: till!.z_nr, closed: closings.map(({ z_nr }) => z_nr), used: orders.map(({ z_nr }) => z_nr) }
})

layer(Festival.layer, { excludeTestServices: true })("closings", (it) => {
  it.effect(
    "whatever happens at a till, each order lies in one closing that ended or in the open one",
    () =>
      Effect.gen(function*() {
        const { office, press, tills } = yield* Festival
        const sql = yield* SqlClient.SqlClient
        const cola = () => sale([press("food")], null, { payment_method: "sumup" })
        // Whatever is drawn, one order is registered in one closing and settled in the next.
        const days: ReadonlyArray<ReadonlyArray<typeof steps[number]>> = [
          ["register", "sell", "sign in", "settle", "sign in", "sell"],
          ...fc.sample(fc.array(fc.constantFrom(...steps), { minLength: 4, maxLength: 12 }), runs)
        ]
        for (const day of days) {
          const till = yield* tills.open()
          let cashier = till.cashier
          const waiting: Array<ReturnType<typeof cola>> = []
          for (const step of day) {
            if (step === "sell") {
              done(yield* till.post("/order/book-sale", cola()))
            } else if (step === "register") {
              const request = cola()
              done(yield* till.post("/order/register-pending-sale", request))
              waiting.push(request)
            } else if (step === "settle") {
              const request = waiting.shift()
              if (request === undefined) continue
              const { open } = yield* shape(till.id)
              done(yield* till.post("/order/book-sale", request))
              const [order] = yield* sql<{ z_nr: number }>`select z_nr from ordr where uuid = ${request.uuid}::uuid`
              assert.strictEqual(order?.z_nr, open, day.join(", "))
            } else if (step === "switch over") {
              const id = yield* created(office("POST", "/tses/", newTse()))
              yield* sql`update till set tse_id = ${id} where id = ${till.id}`
              done(yield* office("POST", `/tses/${id}/switch-over`, {}))
            } else {
              if (step === "sign in") cashier = yield* tills.colleague()
              done(yield* till.post("/user/login", login(cashier)))
            }
          }
          const { closed, open, used } = yield* shape(till.id)
          assert.deepStrictEqual(closed, Array.from({ length: open - 1 }, (_, n) => n + 1), day.join(", "))
          for (const zNr of used) assert.include([...closed, open], zNr)
        }
        assert.deepStrictEqual(broken(yield* diagnose()), [])
        tell(`${counted(days.length, "day")} of a till, each order in one closing`)
      })
  )

  it.effect("one that is missing is found, one too many as well, and an order of a number that never was", () =>
    Effect.gen(function*() {
      const { event, press, tills } = yield* Festival
      const till = yield* tills.open()
      const sell = Effect.suspend(() =>
        till.post("/order/book-sale", sale([press("food")], null, { payment_method: "sumup" }))
      )
      done(yield* sell)
      done(yield* till.post("/user/login", login(yield* tills.colleague())))
      const { body: { id: order } } = done(yield* sell)
      const changes = [
        `delete from till_closing where till_id = ${till.id}`,
        `insert into till_closing (event_id, till_id, z_nr, closed_at, reason) values (${event}, ${till.id}, 2, now(), 'archive')`,
        `update ordr set z_nr = 3 where id = ${String(order)}`
      ]
      for (const change of changes) {
        const diagnosis = yield* diagnosedAfter((sql) => sql.unsafe(change))
        assert.deepStrictEqual(broken(diagnosis), ["closings"], change)
        assert.deepStrictEqual(findingsOf(diagnosis, "closings")[0]?.ids, [BigInt(till.id)])
      }
    }))
})

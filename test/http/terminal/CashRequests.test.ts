import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { cashOffice, signIn } from "../../support/FestivalCash.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { type Body, done } from "../../support/FestivalServer.ts"

const entries = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ count: bigint }>`select count(*) from audit_log`
  return Number(row!.count)
})

layer(Festival.layer, { excludeTestServices: true })("requests for cash", (it) => {
  it.effect("with an id are done once, however often they are sent, and their id serves no other", () =>
    Effect.gen(function*() {
      const { moved, tills } = yield* Festival
      const { bar, officeTill, equipped, register, stocking } = yield* cashOffice
      const cashier = yield* equipped(50)
      const free = yield* tills.colleague()
      yield* signIn(bar, cashier)
      const drawer = yield* register
      const spare = yield* register
      const float = yield* stocking(20)
      const newcomer = yield* tills.colleague()
      const requests: ReadonlyArray<readonly [path: string, body: Body, other: Body]> = [
        ["/change-transport-register-balance", { orga_tag_uid: officeTill.cashier.uid, amount: 100 }, { amount: 101 }],
        ["/change-cash-register-balance", { cashier_tag_uid: cashier.uid, amount: 30 }, { amount: -30 }],
        [
          "/stock-up-cash-register",
          { cashier_tag_uid: newcomer.uid, cash_register_id: drawer.id, register_stocking_id: float },
          { cash_register_id: spare.id }
        ],
        [
          "/transfer-cash-register",
          { source_cashier_tag_uid: newcomer.uid, target_cashier_tag_uid: free.uid },
          { target_cashier_tag_uid: cashier.uid }
        ]
      ]
      for (const [path, body, other] of requests) {
        const request_id = randomUUID()
        const send = officeTill.post(path, { ...body, request_id })
        const first = done(yield* send)
        const before = yield* entries
        const { moved: change } = yield* moved(
          Effect.forEach([1, 2, 3], () => send, { concurrency: 3 }).pipe(
            Effect.map((answers) => {
              for (const answer of answers) assert.strictEqual(done(answer).text, first.text, path)
            })
          )
        )
        assert.deepStrictEqual(change, {}, path)
        assert.strictEqual(yield* entries, before)
        yield* refused(officeTill.post(path, { ...body, ...other, request_id }), "AlreadyProcessed", {
          uuid: request_id
        })
      }
      // The same id at another call is another request.
      const request_id = randomUUID()
      const take = { orga_tag_uid: officeTill.cashier.uid, amount: 5 }
      done(yield* officeTill.post("/change-transport-register-balance", { ...take, request_id }))
      yield* refused(
        officeTill.post("/change-cash-register-balance", { cashier_tag_uid: cashier.uid, amount: 5, request_id }),
        "AlreadyProcessed",
        { uuid: request_id }
      )
    }))

  it.effect("without an id are booked once when they come twice at the same moment", () =>
    Effect.gen(function*() {
      const { moved } = yield* Festival
      const { bar, equipped, officeTill, take } = yield* cashOffice
      const cashier = yield* equipped(50)
      yield* signIn(bar, cashier)
      done(yield* take(officeTill.cashier, 100))
      const calls: ReadonlyArray<readonly [string, Body, number]> = [
        ["/change-transport-register-balance", { orga_tag_uid: officeTill.cashier.uid, amount: 5 }, -5],
        ["/change-cash-register-balance", { cashier_tag_uid: cashier.uid, amount: 5 }, 5]
      ]
      for (const [path, body, expected] of calls) {
        const { answer, moved: change } = yield* moved(
          Effect.forEach([1, 2], () => officeTill.post(path, body), { concurrency: 2 })
        )
        assert.sameMembers(answer.map(({ body: said, status }) => status === 200 ? null : said.rule), [
          null,
          "cash.booked_just_now"
        ])
        assert.include(Object.values(change), expected)
      }
    }))

  it.effect("that were refused may be sent again with their id once they can be done", () =>
    Effect.gen(function*() {
      const { officeTill } = yield* cashOffice
      const back = { orga_tag_uid: officeTill.cashier.uid, amount: -40, request_id: randomUUID() }
      const path = "/change-transport-register-balance"
      yield* refused(officeTill.post(path, back), "order.transport_too_little")
      done(yield* officeTill.post(path, { ...back, amount: 40, request_id: randomUUID() }))
      done(yield* officeTill.post(path, back))
    }))
})

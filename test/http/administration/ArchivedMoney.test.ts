import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, sale } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { lockWaits } from "../../support/lockWaits.ts"

layer(Festival.layer, { excludeTestServices: true })("money of an archived part", (it) => {
  it.effect("stays as it is: no sale there is cancelled or edited from above", () =>
    Effect.gen(function*() {
      const { admin, event, guest, has, office, press, products, tills } = yield* Festival
      const part = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Part", description: "" }))
      const visitor = yield* guest()
      const till = yield* tills.open({ node: part })
      const order = Number(done(yield* till.post("/order/book-sale", sale([press("beerOnly")], visitor))).body.id)
      assert.strictEqual((yield* till.post("/user/logout")).status, 204)
      done(yield* admin("POST", `/tree/nodes/${part}/archive-node`))
      const before = yield* has(visitor)
      const edited = {
        uuid: randomUUID(),
        used_vouchers: null,
        products: [{ product_id: products.food, quantity: 1, price: null }]
      }
      const archived = { node_id: part }
      yield* refused(office("DELETE", `/orders/${order}`), "NodeIsReadOnly", archived)
      yield* refused(office("POST", `/orders/${order}/edit`, edited), "NodeIsReadOnly", archived)
      assert.deepStrictEqual(yield* has(visitor), before)
      done(yield* admin("POST", `/tree/nodes/${part}/unarchive-node`))
      done(yield* office("DELETE", `/orders/${order}`))
    }))

  it.effect("is not corrected by who was let in before it was archived", () =>
    Effect.gen(function*() {
      const { event, guest, has, office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const visitor = yield* guest({ balance: 10, vouchers: 2 })
      const corrections = [
        office("POST", `/accounts/${visitor.accountId}/update-balance`, { new_balance: 20 }),
        office("POST", `/accounts/${visitor.accountId}/update-voucher-amount`, { new_voucher_amount: 5 })
      ]
      for (const correct of corrections) {
        const held = yield* Deferred.make<void>()
        const release = yield* Deferred.make<void>()
        // Does what archiving does: locks the accounts, finds nothing open, and marks the node.
        const archiving = yield* Effect.forkChild(sql.withTransaction(Effect.gen(function*() {
          yield* sql`select from account where event_id = ${event} and id = ${visitor.accountId} for update`
          yield* sql`update node set read_only = true where id = ${event}`
          yield* Deferred.succeed(held, undefined)
          yield* Deferred.await(release)
        })))
        yield* Deferred.await(held)
        const correcting = yield* Effect.forkChild(correct)
        yield* lockWaits()
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(archiving)
        const { body, status } = yield* Fiber.join(correcting)
        assert.deepStrictEqual([status, body.id], [400, "NodeIsReadOnly"])
        yield* sql`update node set read_only = false where id = ${event}`
      }
      assert.deepStrictEqual(yield* has(visitor), { balance: 10, vouchers: 2 })
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"

layer(Festival.layer, { excludeTestServices: true })("transactions", (it) => {
  it.effect("a register lists what came and went, oldest first, page by page", () =>
    Effect.gen(function*() {
      const { bar, guest, office, press } = yield* Festival
      const payer = yield* guest({ balance: 0 })
      done(yield* bar.post("/order/book-topup", topUp(payer, 20)))
      done(yield* bar.post("/order/book-sale", sale([press("beer")], null, { payment_method: "cash" })))
      const path = `/till-registers/${bar.registerId}/transactions`
      const all = done(yield* office("GET", path)).body
      const ids = all.ids as ReadonlyArray<number>
      const entities = all.entities as Record<string, Body>
      assert.deepStrictEqual(ids, ids.toSorted((a, b) => a - b))
      const seen = ids.map((id) => entities[id]!)
      assert.deepStrictEqual(seen.map(({ amount }) => amount), [500, 20, 5])
      const [float, topped] = seen
      assert.strictEqual(float!.order, null)
      assert.strictEqual(float!.conducting_user_id, bar.cashier.id)
      assert.include(String(float!.description), "Stocked up")
      assert.deepInclude(topped!.order as Body, { order_type: "top_up", till_id: bar.id, total_price: 20 })
      assert.strictEqual(topped!.conducting_user_id, null)
      assert.deepStrictEqual(done(yield* office("GET", `${path}?limit=2`)).body.ids, ids.slice(0, 2))
      assert.deepStrictEqual(done(yield* office("GET", `${path}?limit=2&cursor=${ids[1]}`)).body.ids, ids.slice(2))
      assert.deepStrictEqual(done(yield* office("GET", `/transactions/${ids[1]}`)).body, topped)
      const missing = yield* office("GET", "/till-registers/999999/transactions")
      assert.deepStrictEqual([missing.status, missing.body.element_type], [404, "cash_register"])
    }))

  it.effect("all of a thousand transactions have their order, when the list goes on too", () =>
    Effect.gen(function*() {
      const { guest, office, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const till = yield* tills.open({ float: 0 })
      const { uuid } = done(yield* till.post("/order/book-topup", topUp(yield* guest({ balance: 0 }), 5))).body
      const [booked] = yield* sql<{ id: bigint }>`select id from ordr where uuid = ${String(uuid)}::uuid`
      const id = Number(booked!.id)
      yield* sql`insert into ordr overriding system value
        select (jsonb_populate_record(ordr, jsonb_build_object('id', 1000000 + n, 'uuid', gen_random_uuid()))).*
        from ordr, generate_series(1, 1000) as n where ordr.id = ${id}`
      yield* sql`insert into posting overriding system value
        select (jsonb_populate_record(posting, jsonb_build_object('id', posting.id * 1000000 + n, 'order_id', 1000000 + n))).*
        from posting, generate_series(1, 1000) as n where posting.order_id = ${id}`
      const { entities, ids } = done(yield* office("GET", `/till-registers/${till.registerId}/transactions`)).body
      assert.lengthOf(ids as ReadonlyArray<number>, 1000)
      const orders = Object.values(entities as Record<string, Body>).map(({ order }) => (order as Body | null)?.id)
      assert.includeMembers(orders, [id, 1_000_999])
      assert.notInclude(orders, undefined)
    }))

  it.effect("orders come newest first, page by page, by customer and by till", () =>
    Effect.gen(function*() {
      const { guest, office, press, tills } = yield* Festival
      const payer = yield* guest({ balance: 90 })
      const till = yield* tills.open()
      for (const quantity of [1, 2, 3]) {
        done(yield* till.post("/order/book-sale", sale([press("beerOnly", quantity)], payer)))
      }
      const ids = (path: string) => Effect.map(office("GET", path), (answer) => done(answer).body.ids as Array<number>)
      const byTill = yield* ids(`/orders/by-till/${till.id}`)
      assert.lengthOf(byTill, 3)
      assert.deepStrictEqual(byTill, byTill.toSorted((a, b) => b - a))
      assert.deepStrictEqual(yield* ids(`/orders/by-till/${till.id}?limit=2`), byTill.slice(0, 2))
      assert.deepStrictEqual(yield* ids(`/orders/by-till/${till.id}?cursor=${byTill[0]}`), byTill.slice(1))
      const byCustomer = yield* ids(`/orders?customer_account_id=${payer.accountId}`)
      assert.deepStrictEqual(byCustomer.slice(0, 3), byTill)
      assert.lengthOf(byCustomer, 4)
      assert.deepStrictEqual(
        yield* ids(`/orders?customer_account_id=${payer.accountId}&limit=1&cursor=${byCustomer[2]}`),
        byCustomer.slice(3)
      )
    }))

  it.effect("a posting is seen by administrators of its till and of the event, by no one else", () =>
    Effect.gen(function*() {
      const { admin, at, event, neighbour, office, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const [food, drinks] = [
        yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Food", description: "" })),
        yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Drinks", description: "" }))
      ]
      const { guest, press } = yield* Festival
      const till = yield* tills.open({ node: food })
      const sold = done(
        yield* till.post("/order/book-sale", sale([press("beerOnly")], yield* guest({ balance: 10 })))
      ).body
      const [posting] = yield* sql<{ id: bigint }>`select id from posting where order_id = ${Number(sold.id)}`
      const path = `/transactions/${posting!.id}`
      const keeper = (node: number) => clerk(event, node, ["node_administration"])
      for (const call of [office, at(drinks), yield* keeper(food)]) done(yield* call("GET", path))
      for (const call of [yield* keeper(drinks), at((yield* neighbour).event)]) {
        const elsewhere = yield* call("GET", path)
        assert.deepStrictEqual([elsewhere.status, elsewhere.body.element_type], [404, "transaction"])
      }
      assert.strictEqual((yield* office("GET", "/transactions/0")).status, 404)
    }))
})

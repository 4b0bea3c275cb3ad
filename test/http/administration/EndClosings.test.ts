import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { broken, diagnose } from "../../core/journal/Diagnosed.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { untouched } from "../../support/FestivalLedger.ts"
import { type Answer, type Body, created, done, listOf } from "../../support/FestivalServer.ts"
import type { FestivalTill } from "../../support/FestivalTill.ts"

const sell = Effect.fnUntraced(function*({ post }: FestivalTill) {
  const { press } = yield* Festival
  return done(yield* post("/order/book-sale", sale([press("food")], null, { payment_method: "sumup" }))).body
})

/** The closing of an order. */
const closingOf = Effect.fnUntraced(function*({ id }: Body) {
  const sql = yield* SqlClient.SqlClient
  const [order] = yield* sql<{ z_nr: number }>`select z_nr from ordr where id = ${id as number}`
  return order!.z_nr
})

const shown = (answer: Answer) => listOf(done(answer)).map(({ till_id, z_nr }) => [till_id, z_nr])

/** The administrator's calls at a node. */
const calls = Effect.map(Festival, ({ admin, event }) => ({
  open: (node = event) => Effect.map(admin("GET", `/tree/nodes/${node}/open-closings`), shown),
  /** The state and number of a step after the event. */
  step: (name: string) =>
    Effect.map(admin("GET", `/tree/events/${event}/end-steps`), (answer) => {
      const { count, state } = listOf(done(answer)).find(({ step }) => step === name)!
      return [state, count]
    }),
  end: (body: Body = {}, node = event) => admin("POST", `/tree/nodes/${node}/end-closings`, body)
}))

layer(Festival.layer, { excludeTestServices: true })("ending closings", (it) => {
  it.effect("ends those with business, and signed-in users go on selling in the next", () =>
    Effect.gen(function*() {
      const { bar, event, tills } = yield* Festival
      const { end, open, step } = yield* calls
      const sql = yield* SqlClient.SqlClient
      // No till has sales. At the virtual till a shift began, which does not count as business.
      const quiet = yield* tills.open()
      yield* sell(bar)
      const [virtual] = yield* sql<{ id: number; orders: bigint }>`
        select till.id, count(ordr.id) as orders from till join ordr on ordr.till_id = till.id and ordr.z_nr = till.z_nr
        where till.event_id = ${event} and till.is_virtual group by till.id`
      assert.isAbove(Number(virtual?.orders), 0)
      const listed = yield* open()
      assert.deepStrictEqual(listed, [[bar.id, 1]])
      assert.deepStrictEqual(yield* step("closings"), ["advised", 1])
      assert.deepStrictEqual(yield* step("archive"), ["open", 1])

      const ended = done(yield* end())
      assert.deepStrictEqual(shown(ended), listed)
      assert.deepStrictEqual(yield* open(), [])
      assert.deepStrictEqual(yield* step("closings"), ["done", 0])
      const closings = yield* sql`select till_id, z_nr, reason from till_closing where event_id = ${event}`
      assert.deepStrictEqual(closings, [{ till_id: BigInt(bar.id), z_nr: 1, reason: "operator" }])
      const [entry] = yield* sql<{ content: Body }>`
        select content from audit_log where node_id = ${event} and log_type = 'closings_ended'`
      assert.deepStrictEqual(entry?.content, { closings: listOf(ended) })

      assert.strictEqual(yield* closingOf(yield* sell(bar)), 2, "the cashier is still signed in")
      assert.strictEqual(yield* closingOf(yield* sell(quiet)), 1, "a closing in which nothing was sold stays open")
      assert.deepStrictEqual(yield* open(), [[bar.id, 2], [quiet.id, 1]])
      assert.deepStrictEqual(shown(yield* end()), [[bar.id, 2], [quiet.id, 1]])
      assert.deepStrictEqual(shown(yield* end()), [], "nothing is left to end")
      assert.deepStrictEqual(broken(yield* diagnose()), [])
    }))

  it.effect("ends those of the tills that are named, or of a part of the event", () =>
    Effect.gen(function*() {
      const { admin, bar, event, neighbour, tills } = yield* Festival
      const { end, open } = yield* calls
      const meadow = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, {
        name: "Meadow",
        description: "",
        forbidden_objects_at_node: [],
        forbidden_objects_in_subtree: []
      }))
      const there = yield* tills.open({ node: meadow })
      const [one, two] = [yield* tills.open(), yield* tills.open()]
      for (const till of [bar, one, two, there]) yield* sell(till)
      const { till: stranger } = yield* neighbour
      for (const body of [{ till_ids: [stranger.id, one.id] }, { till_ids: [one.id, 999_999_999] }]) {
        const refused = yield* untouched(end(body))
        assert.deepStrictEqual([refused.status, refused.body.id], [404, "NotFound"])
      }
      assert.strictEqual((yield* end({ till_ids: [bar.id] }, meadow)).status, 404, "it is no till of that part")
      assert.deepStrictEqual(shown(yield* end({ till_ids: [one.id] })), [[one.id, 1]])
      assert.deepStrictEqual(shown(yield* end({ till_ids: [] })), [])
      assert.deepStrictEqual(yield* open(meadow), [[there.id, 1]])
      assert.deepStrictEqual(shown(yield* end({ till_ids: null }, meadow)), [[there.id, 1]])
      const left = yield* open()
      assert.includeDeepMembers(left, [[two.id, 1]])
      assert.notIncludeDeepMembers(left, [[one.id, 1], [there.id, 1]])
    }))

  it.effect("leaves each order in one closing while tills go on selling", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { end } = yield* calls
      const selling = [yield* tills.open(), yield* tills.open(), yield* tills.open()]
      yield* Effect.all([
        Effect.forEach(selling, (till) => Effect.repeat(sell(till), { times: 20 }), { concurrency: 3 }),
        Effect.repeat(Effect.map(end(), done), { times: 10 })
      ], { concurrency: 2 })
      yield* Effect.map(end(), done)
      const sql = yield* SqlClient.SqlClient
      const homeless = yield* sql`
        select ordr.id from ordr join till on till.id = ordr.till_id
        where ordr.order_type = 'sale' and not exists (
          select from till_closing closing where closing.till_id = ordr.till_id and closing.z_nr = ordr.z_nr
        )`
      assert.deepStrictEqual(homeless, [])
      assert.deepStrictEqual(broken(yield* diagnose()), [])
    }))
})

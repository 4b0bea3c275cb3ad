import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { broken, diagnose } from "../../core/journal/Diagnosed.ts"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { type Answer, type Body, created, done, listOf } from "../../support/FestivalServer.ts"
import { type FestivalTill, login } from "../../support/FestivalTill.ts"
import { newTse } from "../calls/OfficeFiscalCalls.ts"

const refusal = ({ body, status }: Answer) => [status, body.rule ?? body.id]

/** An active device, as its worker would have recorded it. */
const active = Effect.gen(function*() {
  const { office } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const id = yield* created(office("POST", "/tses/", newTse()))
  yield* sql`update tse set status = 'active' where id = ${id}`
  return id
})

const assigned = Effect.fnUntraced(function*(tseId: number, ...tills: ReadonlyArray<FestivalTill>) {
  const sql = yield* SqlClient.SqlClient
  for (const { id } of tills) yield* sql`update till set tse_id = ${tseId} where id = ${id}`
})

/** The till as the office sees it. */
const tillOf = Effect.fnUntraced(function*({ id }: FestivalTill) {
  const { office } = yield* Festival
  const { tse_id, z_nr } = done(yield* office("GET", `/tills/${id}`)).body
  return { tse_id, z_nr }
})

const closingsOf = Effect.fnUntraced(function*(tillId: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ z_nr: number; reason: string }>`
    select z_nr, reason from till_closing where till_id = ${tillId} order by z_nr`
  return rows.map(({ reason, z_nr }) => [z_nr, reason])
})

const sold = Effect.fnUntraced(function*({ post }: FestivalTill) {
  const { press } = yield* Festival
  const { body } = done(yield* post("/order/book-sale", sale([press("food")], null, { payment_method: "sumup" })))
  const sql = yield* SqlClient.SqlClient
  const [order] = yield* sql<{ z_nr: number }>`select z_nr from ordr where id = ${body.id as number}`
  return order!.z_nr
})

const switchOver = Effect.fnUntraced(function*(id: number, target_tse_id: number | null = null) {
  const { office } = yield* Festival
  return yield* office("POST", `/tses/${id}/switch-over`, { target_tse_id })
})

layer(Festival.layer, { excludeTestServices: true })("switching a device over", (it) => {
  it.effect("ends the closing of each of its tills while cashiers go on selling", () =>
    Effect.gen(function*() {
      const { admin, event, office, tills } = yield* Festival
      const [one, two, other] = [yield* tills.open(), yield* tills.open(), yield* tills.open()]
      const [failed, good] = [yield* active, yield* active]
      yield* assigned(failed, one, two)
      yield* assigned(good, other)
      assert.strictEqual(yield* sold(one), 1)
      const answer = done(yield* switchOver(failed, good))
      assert.deepStrictEqual(answer.body, { id: failed, target_tse_id: good, till_ids: [one.id, two.id] })
      for (const till of [one, two]) {
        assert.deepStrictEqual(yield* tillOf(till), { tse_id: good, z_nr: 2 })
        assert.deepStrictEqual(yield* closingsOf(till.id), [[1, "switch_over"]])
      }
      assert.deepStrictEqual(yield* tillOf(other), { tse_id: good, z_nr: 1 })
      assert.strictEqual(yield* sold(one), 2)
      assert.strictEqual(yield* sold(other), 1)
      const devices = done(yield* office("GET", "/tses/")).body.entities as Body
      assert.deepInclude(devices[failed] as Body, { status: "disabled", tills: 0 })
      assert.deepInclude(devices[good] as Body, { status: "active", tills: 3 })
      const [entry] = listOf(yield* admin("GET", `/tree/nodes/${event}/audit-logs?log_type=tse_switched_over`))
      assert.isDefined(entry)
    }))

  it.effect("leaves the choice of the next device open when none is named", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const till = yield* tills.open()
      const device = yield* active
      yield* assigned(device, till)
      done(yield* switchOver(device))
      assert.deepStrictEqual(yield* tillOf(till), { tse_id: null, z_nr: 2 })
    }))

  it.effect("notes that tills were taken from a device that can't be reached any more", () =>
    Effect.gen(function*() {
      const { event, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const [gone, there] = [yield* active, yield* active]
      const [one, two] = [yield* tills.open(), yield* tills.open()]
      for (const [device, till] of [[gone, one], [there, two]] as const) {
        yield* assigned(device, till)
        yield* sql`insert into till_tse_history (event_id, client_id, till_id, tse_id, what, z_nr)
          values (${event}, ${String(till.id)}, ${till.id}, ${device}, 'register', 1)`
      }
      yield* sql`update tse set connected = true where id = ${there}`
      done(yield* switchOver(gone))
      done(yield* switchOver(there))
      const history = yield* sql`select client_id, tse_id::int4, what, z_nr from till_tse_history
        where tse_id in (${gone}, ${there}) and what = 'deregister'`
      assert.deepStrictEqual(history, [{ client_id: String(one.id), tse_id: gone, what: "deregister", z_nr: 1 }])
    }))

  it.effect("is refused towards a device without room for all of its tills, and nothing changes", () =>
    Effect.gen(function*() {
      const { event, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const [leaving, crowded] = [yield* active, yield* active]
      const [one, two] = [yield* tills.open(), yield* tills.open()]
      yield* assigned(leaving, one, two)
      yield* sql`insert into till (event_id, node_id, name, active_profile_id, tse_id)
        select event_id, node_id, 'Crowd ' || n, active_profile_id, ${crowded} from till, generate_series(1, 96) as n
        where id = ${one.id}`
      const refused = yield* switchOver(leaving, crowded)
      assert.deepStrictEqual(refusal(refused), [400, "fiscal.device_lacks_room"])
      assert.match(String(refused.body.message), /has room for 1 more tills and .* has 2; name no device/)
      assert.deepStrictEqual(yield* tillOf(one), { tse_id: leaving, z_nr: 1 })
      yield* sql`update till set tse_id = null where event_id = ${event} and name = 'Crowd 1'`
      done(yield* switchOver(leaving, crowded))
      assert.deepStrictEqual(yield* tillOf(two), { tse_id: crowded, z_nr: 2 })
      yield* sql`update till set tse_id = null where event_id = ${event} and name like 'Crowd %'`
    }))

  it.effect("is for devices in use, towards one that signs", () =>
    Effect.gen(function*() {
      const { office, tills } = yield* Festival
      const till = yield* tills.open()
      const device = yield* active
      const fresh = yield* created(office("POST", "/tses/", newTse()))
      yield* assigned(device, till)
      for (
        const [target, rule] of [
          [device, "fiscal.switched_over_to_itself"],
          [fresh, "fiscal.device_not_active"]
        ] as const
      ) {
        assert.deepStrictEqual(refusal(yield* switchOver(device, target)), [400, rule])
      }
      assert.strictEqual((yield* switchOver(device, 999_999)).status, 404)
      assert.deepStrictEqual(refusal(yield* office("POST", `/tses/${device}/disable`)), [
        400,
        "fiscal.device_has_tills"
      ])
      assert.deepStrictEqual(yield* tillOf(till), { tse_id: device, z_nr: 1 })
      done(yield* switchOver(device))
      for (
        const [call, rule] of [
          ["switch-over", "fiscal.device_disabled"],
          ["disable", "fiscal.device_disabled"],
          ["check-again", "fiscal.device_disabled_for_ever"]
        ] as const
      ) {
        assert.deepStrictEqual(refusal(yield* office("POST", `/tses/${device}/${call}`, {})), [400, rule], call)
      }
    }))
})

layer(Festival.layer, { excludeTestServices: true })("closings", (it) => {
  it.effect("end with the next person, a close-out and the archive, each noted with its reason", () =>
    Effect.gen(function*() {
      const { admin, at, event, office, press, tills } = yield* Festival
      const part = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Bar", description: "" }))
      const till = yield* tills.open({ node: part })
      yield* sold(till)
      const next = yield* tills.colleague()
      done(yield* till.post("/user/login", login(next)))
      assert.deepStrictEqual(yield* closingsOf(till.id), [[1, "sign_in"]])
      yield* sold(till)
      done(yield* till.post("/order/book-sale", sale([press("food")], null, { payment_method: "sumup" })))
      assert.strictEqual((yield* till.post("/user/logout")).status, 204)
      done(yield* admin("POST", `/tree/nodes/${part}/archive-node`))
      assert.deepStrictEqual(yield* closingsOf(till.id), [[1, "sign_in"], [2, "archive"]])
      assert.strictEqual(done(yield* at(part)("GET", `/tills/${till.id}`)).body.z_nr, 3)

      const cash = yield* tills.open({ float: 20 })
      const sql = yield* SqlClient.SqlClient
      const [virtual] = yield* sql<{ id: bigint; z_nr: number }>`
        select id, z_nr from till where event_id = ${event} and is_virtual`
      assert.strictEqual((yield* cash.post("/user/logout")).status, 204)
      done(
        yield* office("POST", `/cashiers/${cash.cashier.id}/close-out`, {
          comment: "",
          actual_cash_drawer_balance: 20,
          closing_out_user_id: cash.cashier.id
        })
      )
      assert.deepStrictEqual((yield* closingsOf(Number(virtual!.id))).at(-1), [virtual!.z_nr, "close_out"])
      assert.deepStrictEqual(broken(yield* diagnose()), [])
    }))

  it.effect("can't be changed afterwards", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into till_closing (event_id, till_id, z_nr, closed_at, reason)
        values (${event}, 999999, 1, now(), 'sign_in')`
      const statements = [sql`update till_closing set closed_at = now()`, sql`delete from till_closing`]
      for (const statement of statements) {
        assert.strictEqual((yield* Effect.flip(statement)).reason._tag, "ConstraintError")
      }
    }))
})

layer(Festival.layer, { excludeTestServices: true })("an event that signs", (it) => {
  it.effect("is archived when nothing waits for its signature any more", () =>
    Effect.gen(function*() {
      const { admin, bar, event, guest, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const part = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Bar", description: "" }))
      const till = yield* tills.open({ node: part })
      yield* sold(till)
      yield* active
      const visitor = yield* guest({ balance: 0 })
      done(yield* bar.post("/order/book-topup", topUp(visitor, 5, { payment_method: "sumup", uuid: randomUUID() })))
      const archive = admin("POST", `/tree/nodes/${part}/archive-node`)
      yield* sold(till)
      assert.strictEqual((yield* till.post("/user/logout")).status, 204)
      const refused = yield* archive
      assert.deepStrictEqual(refusal(refused), [400, "NodeInUse"])
      assert.deepStrictEqual(refused.body.reasons, [{ kind: "unsigned_orders", count: 1 }])
      assert.include(String(refused.body.message), "1 order that waits for its signature")
      yield* sql`update signing_job set status = 'failure', failure_reason = 'no_tse', result_message = 'no device'
        where till_id = ${till.id} and order_id > (select signing_from from fiscal_settings where event_id = ${event})`
      done(yield* archive)
    }))
})

import { assert, layer } from "@effect/vitest"
import { tsePassword } from "@wristbank/core/organisation/SecretLocation"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { Effect, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, sale } from "../../support/Festival.ts"
import { type Answer, type Body, created, done, listOf } from "../../support/FestivalServer.ts"
import { newTse } from "../calls/OfficeFiscalCalls.ts"

const refusal = ({ body, status }: Answer) => [status, body.rule ?? body.id]

const marker = "********"

/** An event of its own, with the calls about its devices. */
const fair = Effect.gen(function*() {
  const { admin, at, neighbour } = yield* Festival
  const { event, till } = yield* neighbour
  const office = at(event)
  const make = (more: Body = {}) => office("POST", "/tses/", { ...newTse(), ...more })
  const change = (id: unknown, body?: unknown) => office("POST", `/tses/${String(id)}`, body)
  const list = Effect.map(
    office("GET", "/tses/"),
    (answer) => Object.values(done(answer).body.entities as Body) as ReadonlyArray<Body>
  )
  const settings = Effect.map(admin("GET", `/tree/events/${event}/fiscal-settings`), (answer) => done(answer).body)
  return { admin, change, event, list, make, office, settings, till }
})

/** Columns of a device that no call shows. */
const stored = Effect.fnUntraced(function*(id: unknown) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ event_id: bigint; password: string; revision: number; password_refused: boolean }>`
    select event_id, password, revision, password_refused from tse where id = ${BigInt(id as number)}`
  const secrets = yield* Secrets
  const { event_id: _, ...kept } = row!
  return { ...kept, password: yield* secrets.open(tsePassword(row!.event_id, BigInt(id as number)), row!.password) }
})

const asUpdate = (body: ReturnType<typeof newTse>) => Struct.omit(body, ["serial", "type"])

layer(Festival.layer, { excludeTestServices: true })("signing devices", (it) => {
  it.effect("are made known with a password that no answer and no entry of the audit log has", () =>
    Effect.gen(function*() {
      const { admin, event, list, make } = yield* fair
      const body = { ...newTse(), password: "s3cr!", first_operation: "2026-07-01T08:00:00.000Z" }
      const answer = done(yield* make(body))
      const { password: _, ...shown } = body
      assert.deepInclude(answer.body, { ...shown, password: marker, status: "new", node_id: event, tills: 0 })
      assert.strictEqual((yield* stored(answer.body.id)).password, "s3cr!")
      assert.deepStrictEqual(yield* list, [answer.body])
      const [entry] = listOf(yield* admin("GET", `/tree/nodes/${event}/audit-logs?log_type=tse_created`))
      const detail = done(yield* admin("GET", `/tree/nodes/${event}/audit-logs/${String(entry!.id)}`))
      assert.notInclude(detail.text + answer.text, "s3cr!")
      assert.include(detail.text, marker)
    }))

  it.effect("switch signing on with the first of an event", () =>
    Effect.gen(function*() {
      const { admin, event, make, settings } = yield* fair
      assert.isFalse((yield* settings).signing)
      const [first, second] = [done(yield* make()).body, done(yield* make()).body]
      assert.isTrue((yield* settings).signing)
      const entries = listOf(yield* admin("GET", `/tree/nodes/${event}/audit-logs?log_type=tse_created`))
      const detail = yield* Effect.forEach(entries, ({ id }) =>
        Effect.map(admin("GET", `/tree/nodes/${event}/audit-logs/${String(id)}`), (answer) =>
          (done(answer).body.content as Body).signing_switched_on))
      assert.deepStrictEqual(detail, [false, true])
      const off = admin("POST", `/tree/events/${event}/fiscal-settings`, { signing: false })
      assert.deepStrictEqual(refusal(yield* off), [400, "fiscal.devices_in_use"])
      for (const { id } of [first, second]) {
        done(yield* (yield* Festival).at(event)("POST", `/tses/${String(id)}/disable`))
      }
      assert.isFalse(done(yield* off).body.signing)
    }))

  it.effect("sign what waits, or let it fail, before signing can be switched off", () =>
    Effect.gen(function*() {
      const { admin, change, event, make, till } = yield* fair
      const sql = yield* SqlClient.SqlClient
      done(yield* change(`${String(done(yield* make()).body.id)}/disable`))
      yield* sql`insert into signing_job (event_id, order_id, till_id, created_at)
        values (${event}, 1000000000000, ${till.id}, now())`
      const off = admin("POST", `/tree/events/${event}/fiscal-settings`, { signing: false })
      const refused = yield* off
      assert.deepStrictEqual(refusal(refused), [400, "fiscal.orders_unsigned"])
      yield* sql`update signing_job set status = 'failure', failure_reason = 'no_tse', result_message = ''
        where event_id = ${event}`
      assert.isFalse(done(yield* off).body.signing)
    }))

  it.effect("are known once: by their serial number in the installation, by their name on the path", () =>
    Effect.gen(function*() {
      const { change, make } = yield* fair
      const other = yield* fair
      const first = newTse()
      const { id } = done(yield* make(first)).body
      const serial = first.serial.toUpperCase()
      for (const attempt of [make({ serial }), other.make({ serial })]) {
        assert.deepStrictEqual(refusal(yield* attempt), [400, "fiscal.serial_taken"])
      }
      assert.deepStrictEqual(refusal(yield* make({ name: first.name })), [400, "fiscal.device_name_taken"])
      done(yield* other.make({ name: first.name }))
      const second = done(yield* make({ serial: null })).body
      done(yield* make({ serial: null }))
      assert.deepStrictEqual(
        refusal(yield* change(second.id, { ...asUpdate(newTse()), name: first.name })),
        [400, "fiscal.device_name_taken"]
      )
      // A device disabled here may be used elsewhere.
      done(yield* change(`${String(id)}/disable`))
      assert.deepStrictEqual(refusal(yield* make({ serial })), [400, "fiscal.serial_taken"])
      assert.strictEqual(done(yield* other.make({ serial })).body.serial, first.serial)
    }))

  it.effect("are known once although two make one known at the same time", () =>
    Effect.gen(function*() {
      const [here, there] = [yield* fair, yield* fair]
      const { serial } = newTse()
      const answers = yield* Effect.all([here.make({ serial }), there.make({ serial })], { concurrency: 2 })
      assert.sameMembers(answers.map(({ status }) => status), [200, 400])
    }))

  it.effect("keep their password unless another is given, which is tried although the last was refused", () =>
    Effect.gen(function*() {
      const { change, make } = yield* fair
      const body = newTse()
      const { id } = done(yield* make({ ...body, password: "11111" })).body
      const sql = yield* SqlClient.SqlClient
      yield* sql`update tse set password_refused = true where id = ${id as number}`
      for (const password of ["", marker]) {
        const kept = { ...asUpdate(body), password, name: randomUUID() }
        assert.isTrue(done(yield* change(id, kept)).body.password_refused)
        assert.deepStrictEqual(yield* stored(id), { password: "11111", revision: 1, password_refused: true })
      }
      for (const password of ["", marker]) {
        const elsewhere = yield* change(id, { ...asUpdate(body), ws_url: "ws://127.0.0.1:2/", password })
        assert.deepStrictEqual(refusal(elsewhere), [400, "organisation.secret_needed_anew"])
        assert.include(elsewhere.text, "password is needed anew, because ws_url")
      }
      done(yield* change(id, { ...asUpdate(body), ws_url: `${body.ws_url}elsewhere`, password: marker }))
      assert.deepStrictEqual(yield* stored(id), { password: "11111", revision: 2, password_refused: true })
      done(yield* change(id, { ...asUpdate(body), ws_url: "ws://127.0.0.1:2/", password: "22222" }))
      assert.deepStrictEqual(yield* stored(id), { password: "22222", revision: 3, password_refused: false })
      yield* sql`update tse set password_refused = true where id = ${id as number}`
      done(yield* change(`${String(id)}/check-again`))
      assert.deepStrictEqual(yield* stored(id), { password: "22222", revision: 4, password_refused: false })
    }))

  it.effect("are refused with an address or timeout that no device has, and where no event is", () =>
    Effect.gen(function*() {
      const { admin, event, make } = yield* fair
      const { at } = yield* Festival
      const wrong = [
        { ws_url: "https://tse" },
        { ws_url: "ws://user:pw@tse" },
        { ws_url: "ws://tse/?token=1" },
        { ws_url: "ws://tse/#there" },
        { ws_timeout: 0 },
        { ws_timeout: 1000 },
        { type: "fiskaly" },
        { serial: "12" },
        { first_operation: "yesterday" }
      ]
      for (const more of wrong) assert.strictEqual((yield* make(more)).status, 422, JSON.stringify(more))
      assert.deepStrictEqual(refusal(yield* make({ password: "" })), [400, "fiscal.device_password_missing"])
      for (const host of ["169.254.169.254", "0xa9fea9fe", "[fe80::1]", "[::ffff:a9fe:a9fe]"]) {
        const inside = yield* make({ ws_url: `ws://${host}/` })
        assert.deepStrictEqual(refusal(inside), [400, "network.destination_refused"], host)
        assert.include(inside.text, "WRISTBANK_DEVICE_NETWORKS")
      }
      assert.deepStrictEqual(refusal(yield* at(0)("POST", "/tses/", newTse())), [400, "EventRequired"])
      const part = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Bar", description: "" }))
      assert.deepStrictEqual(refusal(yield* at(part)("POST", "/tses/", newTse())), [400, "ResourceNotAllowed"])
      assert.strictEqual((yield* at(event)("POST", "/tses/999999", asUpdate(newTse()))).status, 404)
    }))

  it.effect("show how many orders wait, and since when, once their tills book", () =>
    Effect.gen(function*() {
      const { bar, event, office, press } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const sell = sale([press("food")], null, { payment_method: "sumup" })
      done(yield* bar.post("/order/book-sale", sell))
      const { id } = done(yield* office("POST", "/tses/", newTse())).body
      yield* sql`update till set tse_id = ${id as number} where event_id = ${event} and id = ${bar.id}`
      const device = Effect.map(office("GET", "/tses/"), ({ body }) => (body.entities as Body)[String(id)] as Body)
      // Orders from before signing began are not signed.
      assert.deepInclude(yield* device, { tills: 1, queue_length: 0, oldest_unsigned: null })
      const { id: orderId } = done(yield* bar.post("/order/book-sale", { ...sell, uuid: randomUUID() })).body
      done(yield* bar.post("/order/book-sale", { ...sell, uuid: randomUUID() }))
      const [order] = yield* sql<{ at: string }>`
        select to_char(booked_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from ordr where id = ${orderId as number}`
      assert.deepInclude(yield* device, { queue_length: 2, oldest_unsigned: order!.at })
      const till = done(yield* office("GET", `/tills/${bar.id}`)).body
      assert.deepInclude(till, { tse_id: id, tse_serial: (yield* device).serial as string })
    }))
})

import { assert, layer } from "@effect/vitest"
import { FakeHeadwind } from "@wristbank/stand-ins/device-management/FakeHeadwind"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { managed, readDevices, sweepDevices, withDevices } from "../../support/FestivalDevices.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import { type Body, type Call, created, done, listOf } from "../../support/FestivalServer.ts"

const devices = "/terminal/mdm-devices"
const link = `${devices}/change-device-to-terminal-mapping`
const unlink = `${devices}/remove-device-to-terminal-mapping`

const located = (deviceNumber: string, lat: number, lon: number, createTime: number) => ({
  deviceNumber,
  createTime,
  message: `Network location update: lat=${lat}, lon=${lon}`
})

const noon = Date.UTC(2026, 6, 10, 12)

const fleet = [
  { number: "h-1", statusCode: "green", lastUpdate: noon, serial: "S1", publicIp: "192.0.2.7", description: "Bar" },
  { number: "h-2", statusCode: "red", info: { model: "A15", imei: "35 1" } },
  { number: "h-3", statusCode: "brown" }
]

const show = Effect.fnUntraced(function*(at: Call) {
  const found = listOf(yield* at("GET", devices)) as ReadonlyArray<
    { readonly device: Body; readonly mapping: Body | null }
  >
  return found.map(({ device, mapping }) => [device.device_id, device.status, mapping?.terminal_id ?? null])
})

const deviceOf = (at: Call, terminalId: number) =>
  Effect.map(at("GET", `/terminal/${terminalId}`), (answer) => done(answer).body.mdm_device_id)

const terminalAt = (at: Call, name: string) => created(at("POST", "/terminal", { name }))

layer(withDevices, { excludeTestServices: true })("the devices of terminals", (it) => {
  it.effect("are read with their positions, and keep the last one", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const { book } = yield* FakeHeadwind
      book.devices = fleet
      book.log = [
        located("h-1", -33.5, -70.25, noon),
        located("h-1", 1, 1, noon - 1000),
        located("h-10", 2, 2, noon + 1000)
      ]
      assert.deepStrictEqual(listOf(yield* office("GET", devices)), [])
      yield* readDevices
      const [first] = listOf(yield* office("GET", devices))
      assert.deepStrictEqual(first, {
        device: {
          device_id: "h-1",
          status: "online",
          serial: "S1",
          imei: null,
          description: "Bar",
          last_update: "2026-07-10T12:00:00.000Z",
          ip_address: "192.0.2.7",
          model: null,
          location_last_update: "2026-07-10T12:00:00.000Z"
        },
        mapping: null
      })
      assert.deepStrictEqual(yield* show(office), [
        ["h-1", "online", null],
        ["h-2", "offline", null],
        ["h-3", "unknown", null]
      ])
      book.log = []
      yield* readDevices
      const { body } = done(yield* office("GET", `${devices}/h-1/location`))
      assert.deepStrictEqual(body, { latitude: -33.5, longitude: -70.25, last_update: "2026-07-10T12:00:00.000Z" })
      for (const id of ["h-2", "unknown", "h%2F1"]) {
        const { body: none, status } = yield* office("GET", `${devices}/${id}/location`)
        assert.deepStrictEqual([status, none.element_type], [404, "mdm_device"], id)
      }
    }))

  it.effect("stay as they were when the device management fails, which is shown, and are read anew with other settings", () =>
    Effect.gen(function*() {
      const { configure, office } = yield* Festival
      const { book } = yield* FakeHeadwind
      book.devices = fleet
      yield* readDevices
      const reading = Effect.map(office("GET", `${devices}/reading`), (answer) => done(answer).body)
      const well = yield* reading
      assert.isNull(well.problem)
      book.fault = { status: 500, body: { password: book.password } }
      yield* readDevices
      const failed = yield* reading
      assert.strictEqual((failed.problem as Body).en, "The device management refused the call")
      assert.deepStrictEqual((yield* show(office)).length, 3)
      assert.isNotNull(failed.failed_at)

      // Not before its time, unless the settings are others.
      const before = book.requests.length
      yield* sweepDevices
      assert.strictEqual(book.requests.length, before)
      yield* configure({ headwind_password: "another" })
      yield* sweepDevices
      const denied = yield* reading
      assert.include(String((denied.problem as Body).de), "nimmt Benutzernamen oder Passwort nicht an")
      yield* configure({ headwind_password: book.password })
      yield* sweepDevices
      assert.isNull((yield* reading).problem)
      book.logFault = { status: 404, body: {} }
      yield* readDevices
      assert.isNotNull((yield* reading).problem)
      book.logFault = undefined
    }))

  it.effect("are no other terminal's once they are linked with one, and none when that is ended", () =>
    Effect.gen(function*() {
      const { event, office } = yield* Festival
      const [nine, ten] = [yield* terminalAt(office, "Nine"), yield* terminalAt(office, "Ten")]
      const links = Effect.all([deviceOf(office, nine), deviceOf(office, ten)])
      const join = (mdm_device_id: string, terminal_id: number) => office("POST", link, { mdm_device_id, terminal_id })
      done(yield* join("h-1", nine))
      done(yield* join("h-1", ten))
      assert.deepStrictEqual(yield* links, [null, "h-1"])
      // The device need not be known.
      done(yield* join("not read yet", ten))
      assert.deepStrictEqual(yield* links, [null, "not read yet"])
      done(yield* join("h-1", nine))
      const mapping = listOf(yield* office("GET", devices))[0]!.mapping as Body
      assert.deepInclude(mapping, { terminal_id: nine, type: "headwind", mdm_device_id: "h-1", terminal_name: "Nine" })
      assert.deepStrictEqual(
        listOf(yield* office("GET", "/terminal/locations")).map((found) => [found.terminal_id, found.latitude]),
        [[nine, -33.5]]
      )
      done(yield* office("POST", unlink, { terminal_id: nine }))
      assert.deepStrictEqual(yield* links, [null, "not read yet"])
      done(yield* office("DELETE", `/terminal/${ten}`))
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`select from terminal_device where event_id = ${event}`, [])
      const logs = yield* sql<{ content: Body }>`select content from audit_log
        where log_type = 'terminal_device_linked' order by id limit 2`
      assert.deepStrictEqual(logs.map(({ content }) => [content.old_terminal_id, content.terminal_id]), [
        [null, nine],
        [nine, ten]
      ])
    }))

  it.effect("are not linked with what is not there, or by ids that are none", () =>
    Effect.gen(function*() {
      const { at, neighbour, office } = yield* Festival
      const { event: other } = yield* neighbour
      const strange = yield* terminalAt(at(other), "Strange")
      const own = yield* terminalAt(office, "Own")
      for (const terminal_id of [strange, 99_999]) {
        for (
          const [path, body] of [[link, { mdm_device_id: "h-1", terminal_id }], [unlink, { terminal_id }]] as const
        ) {
          const { body: answer, status } = yield* untouched(office("POST", path, body))
          assert.deepStrictEqual([status, answer.element_type], [404, "terminal"])
        }
      }
      for (const mdm_device_id of ["", "a\u0000b", "\ud800", "x".repeat(256), 5, null]) {
        const { status } = yield* untouched(office("POST", link, { mdm_device_id, terminal_id: own }))
        assert.strictEqual(status, 422, JSON.stringify(mdm_device_id))
      }
    }))

  it.effect("of another event at the same device management are refused until that event unlinks or archives them", () =>
    Effect.gen(function*() {
      const { admin, at, office } = yield* Festival
      const body = { ...eventSettings, name: "Neighbour", description: "" }
      const other = yield* created(admin("POST", "/tree/nodes/0/create-event", body))
      const { url } = yield* FakeHeadwind
      // The same address in another form.
      const same = { ...(yield* managed), headwind_url: `${url.replace("http:", "HTTP:")}//?from=copy` }
      const stored = done(yield* admin("GET", `/tree/events/${other}/settings`)).body
      done(yield* admin("POST", `/tree/events/${other}/event-settings`, { ...stored, ...same }))
      const theirs = yield* terminalAt(at(other), "Theirs")
      const ours = yield* terminalAt(office, "Ours")
      done(yield* at(other)("POST", link, { mdm_device_id: "shared", terminal_id: theirs }))
      const take = office("POST", link, { mdm_device_id: "shared", terminal_id: ours })
      yield* refused(untouched(take), "device.device_elsewhere")
      done(yield* at(other)("POST", unlink, { terminal_id: theirs }))
      done(yield* take)
      assert.deepStrictEqual(yield* deviceOf(office, ours), "shared")
      yield* refused(
        at(other)("POST", link, { mdm_device_id: "shared", terminal_id: theirs }),
        "device.device_elsewhere"
      )
      done(yield* office("POST", unlink, { terminal_id: ours }))
      done(yield* at(other)("POST", link, { mdm_device_id: "shared", terminal_id: theirs }))
      done(yield* admin("POST", `/tree/nodes/${other}/archive-node`))
      done(yield* take)
    }))

  it.effect("at places below the event are seen by the event, and by no one who manages another place", () =>
    Effect.gen(function*() {
      const { admin, at, event, office } = yield* Festival
      const place = (name: string) =>
        created(admin("POST", `/tree/nodes/${event}/create-node`, { name, description: "" }))
      const [stall, bar] = [yield* place("Stall"), yield* place("Bar by the lake")]
      const [inStall, inBar] = [yield* terminalAt(at(stall), "Stall 1"), yield* terminalAt(at(bar), "Bar 1")]
      const [stallKeeper, barKeeper] = yield* Effect.all(
        [stall, bar].map((node) => clerk(event, node, ["node_administration"]))
      )
      const join = (by: Call, mdm_device_id: string, terminal_id: number) =>
        by("POST", link, { mdm_device_id, terminal_id })
      done(yield* join(stallKeeper!, "h-1", inStall))
      assert.deepInclude(yield* show(office), ["h-1", "online", inStall])
      assert.deepStrictEqual((yield* show(barKeeper!)).map(([id]) => id), ["h-2", "h-3"])
      assert.deepStrictEqual(listOf(yield* barKeeper!("GET", "/terminal/locations")), [])
      assert.strictEqual((yield* barKeeper!("GET", `${devices}/h-1/location`)).status, 404)
      yield* refused(untouched(join(barKeeper!, "h-1", inBar)), "device.device_taken")
      const strange = yield* untouched(join(barKeeper!, "h-2", inStall))
      assert.deepStrictEqual([strange.status, strange.body.element_type], [404, "terminal"])
      assert.strictEqual((yield* untouched(barKeeper!("POST", unlink, { terminal_id: inStall }))).status, 404)
      // The event's administrator manages both.
      done(yield* join(office, "h-1", inBar))
      assert.deepInclude(yield* show(barKeeper!), ["h-1", "online", inBar])
      done(yield* admin("POST", `/tree/nodes/${bar}/archive-node`))
      const archived = yield* untouched(office("POST", unlink, { terminal_id: inBar }))
      assert.strictEqual(archived.body.id, "NodeIsReadOnly")
      const seller = yield* clerk(event, event, ["can_book_orders", "view_node_stats"])
      assert.strictEqual((yield* seller("GET", devices)).status, 403)
    }))
})

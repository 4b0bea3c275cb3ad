import { assert, layer } from "@effect/vitest"
import { FakeHeadwind } from "@wristbank/stand-ins/device-management/FakeHeadwind"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { managed, withDevices } from "../../support/FestivalDevices.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import { type Body, type Call, created, done } from "../../support/FestivalServer.ts"
import { siteMap } from "../calls/OfficeDeviceCalls.ts"

const devices = "/terminal/mdm-devices"
const link = `${devices}/change-device-to-terminal-mapping`

layer(withDevices, { excludeTestServices: true })("the devices of an event", (it) => {
  it.effect("have a map of the site that the event's administrators alone change", () =>
    Effect.gen(function*() {
      const { admin, at, event, office } = yield* Festival
      const stall = yield* created(
        admin("POST", `/tree/nodes/${event}/create-node`, { name: "Tower", description: "" })
      )
      const map = (by: Call) => Effect.map(by("GET", "/terminal/site-map"), (answer) => done(answer).body)
      assert.isNull(yield* map(office))
      const { picture, ...corners } = siteMap
      yield* refused(untouched(office("POST", "/terminal/site-map", corners)), "device.site_map_missing")
      done(yield* office("POST", "/terminal/site-map", siteMap))
      const stored = yield* map(at(stall))
      assert.deepInclude(stored, { ...corners, mime_type: "image/svg+xml" })
      assert.include(Buffer.from(String(stored.data), "base64").toString(), "<path")
      const moved = { ...corners, bottom_left: { latitude: 54.04, longitude: 9.1 } }
      done(yield* office("POST", "/terminal/site-map", moved))
      assert.deepStrictEqual(yield* map(office), { ...stored, ...moved })
      const mirrored = { ...corners, top_right: corners.bottom_left, bottom_left: corners.top_right }
      yield* refused(untouched(office("POST", "/terminal/site-map", mirrored)), "device.site_map_corners")
      const page = { data: Buffer.from("<html>").toString("base64"), mime_type: "text/html" }
      yield* refused(
        untouched(office("POST", "/terminal/site-map", { ...corners, picture: page })),
        "device.site_map_picture"
      )
      const wrong = [
        { ...corners, top_left: { latitude: 91, longitude: 0 } },
        { ...corners, top_left: { latitude: "NaN", longitude: 0 } },
        { ...corners, picture: { ...picture, data: "not base64!" } },
        { top_left: corners.top_left }
      ]
      for (const body of wrong) {
        assert.strictEqual((yield* untouched(office("POST", "/terminal/site-map", body))).status, 422)
      }
      for (
        const change of [at(stall)("POST", "/terminal/site-map", siteMap), at(stall)("DELETE", "/terminal/site-map")]
      ) {
        const { body, status } = yield* untouched(change)
        assert.deepStrictEqual([status, body.element_type], [404, "event"])
      }
      done(yield* office("DELETE", "/terminal/site-map"))
      assert.isNull(yield* map(office))
    }))

  it.effect("are switched on by settings of which absent ones stay, with a password that no other server gets", () =>
    Effect.gen(function*() {
      const { admin, askForSettings, configure, event, office } = yield* Festival
      const { book, url } = yield* FakeHeadwind
      const shown = Effect.map(admin("GET", `/tree/events/${event}/settings`), (answer) => done(answer).body)
      const without = Effect.fnUntraced(function*(changed: Body, rule: string) {
        const { body, status } = yield* untouched(askForSettings(changed))
        assert.deepStrictEqual([status, body.rule], [400, rule], JSON.stringify(changed))
      })
      const set = { headwind_enabled: true, headwind_url: url, headwind_username: book.username }
      // Older applications send none of the four.
      yield* configure({ bon_title: "Older" })
      assert.deepInclude(yield* shown, { ...set, headwind_password: "********" })
      yield* configure({ ...set, headwind_url: `${url}/`, headwind_password: "********" })
      assert.deepInclude(yield* shown, { ...set, headwind_password: "********" })
      for (const password of [{ headwind_password: "********" }, {}]) {
        for (const headwind_url of ["https://mdm.example", url.replace("http:", "https:"), "http://127.0.0.1:1"]) {
          yield* without({ headwind_url, ...password }, "organisation.secret_needed_anew")
        }
      }
      for (
        const lacking of [{ headwind_url: null }, { headwind_url: "" }, { headwind_username: null }, {
          headwind_password: ""
        }]
      ) {
        yield* without(lacking, "event.settings_incomplete")
      }
      // Switched off, without its address: the password is for no other one either.
      yield* configure({ headwind_enabled: null, headwind_url: null })
      yield* without({ headwind_enabled: true, headwind_url: "https://mdm.example" }, "organisation.secret_needed_anew")
      for (const path of [devices, `${devices}/reading`, `${devices}/h-1/location`, "/terminal/locations"]) {
        yield* refused(office("GET", path), "device.management_off")
      }
      const terminal = yield* created(office("POST", "/terminal", { name: "Without" }))
      yield* refused(
        untouched(office("POST", link, { mdm_device_id: "h-1", terminal_id: terminal })),
        "device.management_off"
      )
      const hidden = yield* clerk(event, event, ["view_node_stats"])
      assert.notInclude((yield* hidden("GET", "/tree")).text, "headwind_username")
      // Back as it was: with the password given anew.
      yield* configure(yield* managed)
      const sql = yield* SqlClient.SqlClient
      const [all] = yield* sql<{ text: string }>`select (select string_agg(event::text, ' ') from event)
        || (select string_agg(content::text, ' ') from audit_log) as text`
      assert.notInclude(all!.text, book.password)
    }))
})

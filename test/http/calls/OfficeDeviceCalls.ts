import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { newName } from "./OfficeCatalogueCalls.ts"
import { about, always, type ValidCalls } from "./ValidCall.ts"

const place = (latitude: number, longitude: number) => ({ latitude, longitude })

/** A picture of a site in the north of Germany. */
export const siteMap = {
  top_left: place(54.1, 9.1),
  top_right: place(54.1, 9.2),
  bottom_left: place(54.05, 9.1),
  picture: {
    data: Buffer.from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 3\"><path d=\"M0 0h4v3z\"/></svg>")
      .toString("base64"),
    mime_type: "image/svg+xml"
  }
}

/** The devices of terminals and the map of the site. No device management is called: the devices are those of a former reading. */
export const deviceCalls = Effect.gen(function*() {
  const { event, office } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const settings = JSON.stringify({
    headwind_enabled: true,
    headwind_url: "https://mdm.example",
    headwind_username: "organiser"
  })
  yield* sql`update event set settings = settings || ${settings}::jsonb, secrets = secrets || '{"headwind_password": "sealed"}'
    where event_id = ${event}`
  yield* sql`insert into managed_device (event_id, device_id, status, latitude, longitude, located_at)
    values (${event}, 'located', 'online', 54.07, 9.15, now()) on conflict do nothing`
  const terminal = Effect.suspend(() => created(office("POST", "/terminal", { name: newName() })))
  const mapping = Effect.map(terminal, (terminal_id) => ({ terminal_id, mdm_device_id: newName() }))
  const linked = Effect.tap(
    mapping,
    (body) => Effect.map(office("POST", "/terminal/mdm-devices/change-device-to-terminal-mapping", body), done)
  )
  const calls: ValidCalls = {
    "GET /terminal/mdm-devices": always(),
    "GET /terminal/mdm-devices/reading": always(),
    "GET /terminal/mdm-devices/{mdm_device_id}/location": always({ path: { mdm_device_id: "located" } }),
    "GET /terminal/locations": always(),
    "POST /terminal/mdm-devices/change-device-to-terminal-mapping": about(mapping, (body) => ({
      body,
      audit: "terminal_device_linked"
    })),
    "POST /terminal/mdm-devices/remove-device-to-terminal-mapping": about(linked, ({ terminal_id }) => ({
      body: { terminal_id },
      audit: "terminal_device_unlinked"
    })),
    "GET /terminal/site-map": always(),
    "POST /terminal/site-map": always({ body: siteMap, audit: "site_map_updated" }),
    "DELETE /terminal/site-map": always({ audit: "site_map_deleted" })
  }
  return calls
}).pipe(Effect.orDie)

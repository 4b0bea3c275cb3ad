import { Events } from "@wristbank/core/event/Events"
import { UpdateEvent } from "@wristbank/core/event/EventSettings"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { ManagedDevices } from "@wristbank/core/till/ManagedDevices"
import { NewSiteMap, SitePicture } from "@wristbank/core/till/SiteMap"
import { SiteMaps } from "@wristbank/core/till/SiteMaps"
import { Terminals } from "@wristbank/core/till/Terminals"
import { DateTime, Effect, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { FakeHeadwindBook, serveHeadwind } from "../device-management/FakeHeadwind.ts"
import { canHoldDemo, festivalName } from "./DemoEvent.ts"

/** The user at the stand-in, by which settings that lead to it are known. */
const username = "demo-organiser"

const corners = {
  top_left: { latitude: 54.0328, longitude: 9.3651 },
  top_right: { latitude: 54.0352, longitude: 9.3752 },
  bottom_left: { latitude: 54.0276, longitude: 9.3688 }
}

/** The devices of the festival: how they are, and where they are on the picture, as fractions from its top left. */
const devices = [
  {
    number: "phone-01",
    description: "Bar by the main stage",
    statusCode: "green",
    at: [0.36, 0.42],
    model: "SM-A155F"
  },
  { number: "phone-02", description: "Bar by the lake", statusCode: "green", at: [0.74, 0.7], model: "SM-A155F" },
  { number: "phone-03", description: "Cash desk", statusCode: "green", at: [0.2, 0.78], model: "SM-A155F" },
  { number: "phone-04", description: "Entry", statusCode: "red", at: [0.1, 0.62], model: "SM-A145R" },
  { number: "phone-05", description: "Food court", statusCode: "yellow", at: [0.58, 0.3], model: "SM-A145R" },
  { number: "phone-06", description: "Spare, in the office", statusCode: "red", at: undefined, model: "SM-A145R" }
] as const

/**
 * Starts the stand-in for the device management until the scope closes. It keeps its port, so that stored addresses stay right, and
 * gets another when the port is taken.
 */
export const startDeviceManagement = Effect.gen(function*() {
  if (!(yield* canHoldDemo)) return undefined
  const sql = yield* SqlClient.SqlClient
  const [known] = yield* sql<{ url: string }>`
    select settings->>'headwind_url' as url from event join node on node.id = event.event_id
    where name = ${festivalName} and not deleted and settings->>'headwind_username' = ${username}`
  const book = new FakeHeadwindBook()
  book.username = username
  const at = (port: number) => serveHeadwind(book, port)
  return yield* Effect.catch(at(Number(URL.parse(known?.url ?? "")?.port ?? 0)), () => at(0))
})

/** The device management of the demo. */
type DeviceManagement = Effect.Success<ReturnType<typeof serveHeadwind>>

/**
 * Lets the festival read its devices from the stand-in. On the first start some are linked with terminals and the site gets its map.
 * Settings that lead elsewhere stay as they are.
 */
export const connectDeviceManagement = Effect.fnUntraced(function*(caller: AtEvent, { book, url }: DeviceManagement) {
  const events = yield* Events
  fill(book, DateTime.toEpochMillis(yield* DateTime.now))
  const settings = yield* events.settings(caller.eventId)
  if (settings.headwind_url === url || settings.headwind_url !== null && settings.headwind_username !== username) return
  const kept = Struct.pick(settings, Struct.keys(UpdateEvent.fields))
  yield* events.update(
    caller,
    new UpdateEvent({
      ...kept,
      headwind_enabled: settings.headwind_url === null || settings.headwind_enabled,
      headwind_url: url,
      headwind_username: username,
      headwind_password: book.password
    })
  )
  if (settings.headwind_url !== null) return
  yield* (yield* SiteMaps).set(caller, new NewSiteMap({ ...corners, picture: sitePicture }))
  const terminals = yield* (yield* Terminals).list(placeOf(caller))
  const managed = yield* ManagedDevices
  for (const [index, { id }] of terminals.slice(0, devices.length - 1).entries()) {
    yield* managed.link(caller, { mdm_device_id: devices[index]!.number, terminal_id: id })
  }
})

const fill = (book: FakeHeadwindBook, now: number): void => {
  book.devices = devices.map(({ description, model, number, statusCode }, index) => ({
    number,
    statusCode,
    description,
    lastUpdate: now - (statusCode === "green" ? 20_000 : 3_600_000),
    serial: `R58W${String(4711 + index)}`,
    publicIp: `192.0.2.${10 + index}`,
    info: { model }
  }))
  book.log = devices.flatMap(({ at, number, statusCode }) => {
    if (at === undefined) return []
    const { bottom_left, top_left, top_right } = corners
    const degrees = (name: "latitude" | "longitude") =>
      top_left[name] + at[0] * (top_right[name] - top_left[name]) + at[1] * (bottom_left[name] - top_left[name])
    const message = `Network location update: lat=${degrees("latitude").toFixed(6)}, lon=${
      degrees("longitude").toFixed(6)
    }`
    return [{ deviceNumber: number, message, createTime: now - (statusCode === "green" ? 60_000 : 3_600_000) }]
  })
}

/** A drawn plan of the demo's site: meadows, a lake, ways, the stages and the stalls. */
const drawing =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" font-family="sans-serif" font-size="26" fill="#33413a">
<rect width="1200" height="800" fill="#dfead9"/>
<path d="M700 800C720 640 820 590 960 600 1080 608 1130 560 1200 540V800Z" fill="#b9d8ea"/>
<path d="M0 500C200 520 300 430 450 420S760 330 1200 250" fill="none" stroke="#f4efe2" stroke-width="44"/>
<path d="M230 800C250 640 330 520 420 430" fill="none" stroke="#f4efe2" stroke-width="36"/>
<path d="M880 330C900 430 890 500 870 600" fill="none" stroke="#f4efe2" stroke-width="30"/>
<g fill="#9fb894"><circle cx="90" cy="120" r="60"/><circle cx="190" cy="90" r="46"/><circle cx="1100" cy="110" r="70"/><circle cx="1010" cy="70" r="44"/><circle cx="560" cy="690" r="54"/></g>
<g fill="#fff" stroke="#7d8a80" stroke-width="3"><rect x="340" y="170" width="260" height="90" rx="10"/><rect x="640" y="150" width="220" height="70" rx="10"/><rect x="60" y="440" width="130" height="70" rx="10"/><rect x="170" y="640" width="170" height="80" rx="10"/><rect x="800" y="470" width="190" height="80" rx="10"/></g>
<g text-anchor="middle"><text x="470" y="224">Main stage</text><text x="750" y="194">Food court</text><text x="125" y="484">Entry</text><text x="255" y="690">Cash desk</text><text x="895" y="519">Lake bar</text><text x="1040" y="720" fill="#3f6c86">Lake</text></g>
</svg>`

const sitePicture = new SitePicture({
  data: new TextEncoder().encode(drawing),
  mime_type: "image/svg+xml"
})

import { type Contents, read } from "@wristbank/core/eventfile/EventFile"
import { Result } from "effect"
import fc from "fast-check"
import { anyCatalogue } from "./AnyCatalogue.ts"
import { anyPeople } from "./AnyPeople.ts"
import { anyFiscalSettings, anySettings } from "./AnySettings.ts"
import { type Draw, drawBy, type Named, namesAt } from "./Draw.ts"

/** The contents of a file as it is written. */
export const decode = (file: object): Contents => Result.getOrThrow(read(file))

/** Pictures of the kinds that an event may have, as files hold them. */
const image = (fill: string) =>
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg"><path fill="${fill}"></path></svg>`)}`
const pictures = [image("red"), image("blue"), `data:image/png;base64,${btoa("\x89PNG\r\n\x1a\n and more")}`]

const corners = {
  top_left: { latitude: 54.03, longitude: 9.36 },
  top_right: { latitude: 54.03, longitude: 9.37 },
  bottom_left: { latitude: 54.02, longitude: 9.36 }
}

/** Nodes at which no object is forbid what they like. */
const anyNodes = ({ isSo, one, subset }: Draw) =>
  ["Stage", "Stage/Bar", "Camp"].toReversed().map((path) => ({
    path,
    description: one(["", "Near the water"]),
    fee: one([null, 0, 0.1]),
    second_factor_required: isSo(),
    ...(path === "Stage" ? {} : {
      forbidden_objects_at_node: subset(["till", "product"]),
      forbidden_objects_in_subtree: subset(["ticket", "terminal"])
    })
  }))

const anyTills = ({ one, some }: Draw, profiles: Named) => {
  const terminals = some(["T1", "T2", "T3"], () => ({ description: one([null, "new"]) }))
  const taken = new Set<string | null>()
  const tills = some(["Till1", "Till2", "Till3"], (node) => {
    const terminal = one([null, ...namesAt(terminals, node).filter((name) => !taken.has(name))])
    taken.add(terminal)
    return {
      description: one([null, "Left"]),
      active_shift: one([null, "Evening"]),
      profile: one([...namesAt(profiles, node), "Virtual Till layout"]),
      terminal,
      brand: one([null, "Acme"]),
      model: one([null, "T-1"]),
      software_brand: one([null, "Wristbank"]),
      purchased_on: one([null, "2026-05-01"])
    }
  })
  return { terminals, tills }
}

/** Signing devices belong to the event alone. */
const anyDevices = ({ one, some }: Draw) =>
  some(["Device 1", "Device 2"], (_, name) => ({
    type: "diebold_nixdorf",
    ws_url: one(["ws://127.0.0.1:10001", "http://127.0.0.1/device"]),
    ws_timeout: one([5, 0.5]),
    serial: one([null, name.slice(-1).repeat(64)]),
    first_operation: one([null, "2026-05-01T12:00:00.000Z"]),
    certification_year: one([null, 2024]),
    password: `\${TSE_PASSWORD_${name.toUpperCase().replaceAll(" ", "_")}}`
  }), [""])

const anyDesign = ({ one }: Draw) => ({
  bon_logo: one([null, ...pictures.slice(0, 2)]),
  site_map: one([null, ...pictures.map((picture) => ({ picture, ...corners }))])
})

/** Any event that the services of the office make, decided by a list of numbers. Its secrets are called as an export calls them. */
export const anyEvent = fc.array(fc.nat(1000), { minLength: 400, maxLength: 400 }).map((numbers) => {
  const draw = drawBy(numbers)
  const { isSo, one } = draw
  const hasKeys = isSo()
  const tses = anyDevices(draw)
  const catalogue = anyCatalogue(draw)
  return decode({
    event: {
      name: "Festival",
      organisation: one(["", "Harbour Club"]),
      description: one(["", "Two days"]),
      fee: one([null, 0.2]),
      second_factor_required: isSo()
    },
    settings: anySettings(draw),
    fiscal_settings: anyFiscalSettings(draw, tses.length > 0),
    event_design: anyDesign(draw),
    ...(hasKeys
      ? {
        user_tag_secret: { description: one(["", "Of this year"]), key0: "${USER_TAG_KEY0}", key1: "${USER_TAG_KEY1}" }
      }
      : {}),
    nodes: anyNodes(draw),
    ...catalogue,
    ...anyTills(draw, catalogue.till_profiles),
    tses,
    ...anyPeople(draw, hasKeys)
  })
})

import type { OfficeAnswer } from "../calls.ts"
import type { Device } from "./Devices.ts"

type Settings = OfficeAnswer<"GET /tree/events/:node_id/fiscal-settings">

/** What an export needs, of what the back office can see. The export itself lists everything that is missing. */
export const readiness = (
  { city, street, tax_number, zip }: Pick<Settings, "city" | "street" | "tax_number" | "zip">,
  openClosings: ReadonlyArray<unknown>,
  devices: ReadonlyArray<Pick<Device, "queue_length">>
) => ({
  hasAddress: [street, zip, city].every((part) => part !== undefined && part.trim() !== ""),
  hasTaxNumber: tax_number !== undefined && tax_number.trim() !== "",
  allEnded: openClosings.length === 0,
  allSigned: devices.every(({ queue_length }) => queue_length === 0)
})

/** A command for the shell of the server. */
export interface Command {
  readonly name: "end" | "export" | "verify" | "report" | "log"
  readonly command: string
}

/** The commands that make and check the exports of an event, in the order in which they are used. */
export const commandsOf = (event: number, login: string, devices: ReadonlyArray<string>): ReadonlyArray<Command> => {
  const as = `--event ${event} --as ${quoted(login)}`
  return [
    { name: "end", command: `wristbank fiscal end-closings ${as}` },
    { name: "export", command: `wristbank fiscal export ${as} --output event-${event}.zip` },
    { name: "verify", command: `wristbank fiscal verify event-${event}.zip` },
    { name: "report", command: `wristbank fiscal ao146a ${as} --output tills-${event}.xml` },
    ...devices.map((device) => ({
      name: "log" as const,
      command: `wristbank tse check log.tar --tse ${quoted(device)} ${as}`
    }))
  ]
}

/** A text as one word of a shell's command. */
const quoted = (text: string): string => /^[\w.@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** What an export is asked to contain; an empty day is no limit. */
export interface Asked {
  readonly from: string
  readonly to: string
  readonly open: boolean
  readonly anyway: boolean
}

/** The query of an export and the name of its file, which says its period. */
export const exportOf = (event: number, { anyway, from, open, to }: Asked) => ({
  query: {
    ...(from === "" ? {} : { from }),
    ...(to === "" ? {} : { to }),
    ...(open ? { open: "true" as const } : {}),
    ...(anyway ? { anyway: "true" as const } : {})
  },
  name: [`event-${event}`, ...(from === "" ? [] : [`from-${from}`]), ...(to === "" ? [] : [`to-${to}`])].join("-") +
    ".zip"
})

import { Id } from "@wristbank/core/base/Id"
import { nullOr } from "@wristbank/core/base/OptionalField"
import { printable } from "@wristbank/core/base/VisibleText"
import { Alert } from "@wristbank/core/overview/Alert"
import { DateTime, Schema } from "effect"
import { ago, alertText } from "../watch/WatchText.ts"
import { tableLines } from "./Table.ts"

/** What an installation is doing, as far as this account on this machine can see. */
export const InstallationStatus = Schema.Struct({
  version: Schema.String,
  node: Schema.String,
  data: Schema.Struct({
    /** The folder of the data, or the address of a PostgreSQL of the operator's own, without its password. */
    place: Schema.String,
    /** Why it can't be read now; null if it can. */
    problem: nullOr(Schema.String)
  }),
  server: Schema.Struct({
    address: Schema.String,
    /** Whether it answers, and whether it would take a booking. */
    state: Schema.Literals(["ready", "not ready", "no answer"])
  }),
  /** What `wristbank use` or the environment chose. */
  chosen: Schema.Struct({ event: nullOr(Schema.String), as: nullOr(Schema.String) }),
  /** The servers that this account is signed in at, the newest first. */
  signed_in: Schema.Array(Schema.Struct({ server: Schema.String, login: Schema.String })),
  /** The events that are not archived, by name, with what needs attention; null if the data can't be read. */
  events: nullOr(Schema.Array(Schema.Struct({ id: Id, name: Schema.String, alerts: Schema.Array(Alert) })))
})
export type InstallationStatus = typeof InstallationStatus.Type
type SeenEvent = NonNullable<InstallationStatus["events"]>[number]

/** The most alerts of an event that are listed. */
const mostAlerts = 5

const sinceText = ({ since }: Alert, now: number) => since === null ? "" : `, for ${ago(since, now)}`

const attentionOf = ({ alerts, id, name }: SeenEvent, now: number): ReadonlyArray<string> => [
  `${id}  ${printable(name)}: ${alerts.length === 0 ? "nothing needs attention" : `${alerts.length} to look at`}`,
  ...alerts.slice(0, mostAlerts).map((alert) =>
    `   ${alert.severity === "red" ? "now  " : "today"}  ${alertText(alert)}${sinceText(alert, now)}`
  ),
  ...(alerts.length <= mostAlerts ? [] : [`   … and ${alerts.length - mostAlerts} more: wristbank watch ${id}`])
]

const chosenText = ({ as, event }: InstallationStatus["chosen"]) =>
  event === null && as === null ? "nothing (wristbank use chooses)" : `${event ?? "no event"}, as ${as ?? "no one"}`

/** The state of an installation in one screen. */
export const statusLines = (status: InstallationStatus, now: DateTime.Utc): ReadonlyArray<string> => {
  const { data, events, server, signed_in: sessions } = status
  const states = {
    ready: "runs and takes bookings",
    "not ready": "runs, but takes no bookings",
    "no answer": "does not run"
  }
  return [
    ...tableLines(["Wristbank", `${status.version} on Node ${status.node}`], [
      ["Data", data.problem === null ? data.place : `${data.place}: ${data.problem}`],
      ["Server", `${server.address} ${states[server.state]}`],
      ["Chosen", printable(chosenText(status.chosen))],
      [
        "Signed in",
        sessions.length === 0 ? "nowhere" : sessions.map((one) => `${one.server} as ${one.login}`).join(", ")
      ]
    ]),
    ...(events === null ? [] : [
      "",
      ...(events.length === 0
        ? ["There is no event yet."]
        : events.flatMap((event) => attentionOf(event, now.epochMilliseconds)))
    ])
  ]
}

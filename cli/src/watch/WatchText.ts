import { format } from "@wristbank/core/base/Money"
import { printable } from "@wristbank/core/base/VisibleText"
import type { Alert } from "@wristbank/core/overview/Alert"
import type { TakingsSums } from "@wristbank/core/report/Takings"
import type { DateTime } from "effect"
import { minuteOf, type WatchState } from "./WatchState.ts"

/** What was taken for goods and tickets; top-ups are money of guests until they buy something. */
export const takenOf = ({ sales, tickets }: Pick<TakingsSums, "sales" | "tickets">): bigint => sales + tickets

const bars = "▁▂▃▄▅▆▇█"

/** Values as bars, relative to the largest; a dot for nothing, and a space where nothing is known. */
export const sparkline = (values: ReadonlyArray<bigint | undefined>): string => {
  const most = values.reduce<bigint>((largest, value = 0n) => value > largest ? value : largest, 0n)
  return values.map((value) => {
    if (value === undefined) return " "
    return value <= 0n ? "·" : bars[Number((value * BigInt(bars.length) - 1n) / most)]
  }).join("")
}

/** The last minutes that have ended, the newest at the end. */
export const lastMinutes = (
  { minutes }: Pick<WatchState, "minutes">,
  nowMillis: number,
  count: number
): ReadonlyArray<bigint | undefined> =>
  Array.from({ length: count }, (_, at) => minutes.get(minuteOf(nowMillis) - count + at))

/** An amount in whole units of the currency, as charts have little room. */
export const formatWhole = (cents: bigint): string => String(cents / 100n)

/** How long ago something was, in the largest unit that fits. */
export const ago = (at: DateTime.Utc | null, nowMillis: number): string => {
  if (at === null) return "never"
  const seconds = Math.max(0, Math.floor((nowMillis - at.epochMilliseconds) / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`
}

/** The local time of the event. */
export const clock = (epochMillis: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(
    epochMillis
  )

/** The local time of the event in hours and minutes. */
export const shortClock = (epochMillis: number, timeZone: string): string => clock(epochMillis, timeZone).slice(0, 5)

const several = (count: number, one: string, more: string) => count === 1 ? one : `${count} ${more}`

/** What needs attention, in words. */
export const alertText = ({ amount, count, kind, name: given }: Alert): string => {
  const name = printable(given)
  switch (kind) {
    case "unsigned_orders":
      return several(count, "An order waits for its signature", "orders wait for their signatures")
    case "tse_missing":
      return "Orders are to be signed, but no signing device is active"
    case "tse_failed":
      return `The signing device ${name} does not work (${several(count, "1 till", "tills")})`
    case "tse_expiring":
      return `The certificate of ${name} ends soon`
    case "unverified_payments":
      return several(count, "A card payment is not confirmed", "card payments are not confirmed")
    case "presale_failing":
      return "The ticket shop can't be read"
    case "presale_overdue":
      return "The ticket shop has not been read for long"
    case "presale_orders":
      return several(
        count,
        "An order of the ticket shop can't be imported",
        "orders of the ticket shop can't be imported"
      )
    case "presale_cases":
      return several(count, "A case of the presale waits for a decision", "cases of the presale wait for a decision")
    case "presale_check_ins_refused":
      return `The ticket shop refused ${several(count, "a check-in", "check-ins")}`
    case "presale_check_ins_waiting":
      return `The ticket shop does not know ${several(count, "a check-in", "check-ins")} yet`
    case "unsent_mail":
      return several(count, "A mail could not be sent", "mails could not be sent")
    case "register_overdrawn":
      return `The register ${name} holds ${amount === null ? "less than nothing" : format(amount)}`
    case "till_silent":
      return `${name} is silent although someone is signed in`
    case "open_closing":
      return `${name} has not begun a new closing`
    case "shift_open_after_end":
      return `The register ${name} is still held after the event`
    case "log_copies_stopped":
      return "The database can't copy its log to the backups"
    case "base_copy_late":
      return "No new copy of the whole database is in the backups"
    case "settings_missing":
      return several(count, "A setting is missing", "settings are missing")
  }
}

/** What shows more of an alert: a command, or its place in the back office. */
export const lookedUpBy = (kind: Alert["kind"]): string => {
  switch (kind) {
    case "unsigned_orders":
    case "tse_missing":
    case "tse_failed":
    case "tse_expiring":
      return "wristbank tse list"
    case "unverified_payments":
      return "wristbank card unverified"
    case "presale_cases":
      return "wristbank presale cases"
    case "presale_failing":
    case "presale_overdue":
    case "presale_orders":
    case "presale_check_ins_refused":
    case "presale_check_ins_waiting":
      return "wristbank presale status"
    case "unsent_mail":
      return "wristbank mail list"
    case "register_overdrawn":
    case "shift_open_after_end":
      return "wristbank till list"
    case "till_silent":
      return "wristbank terminal list"
    case "open_closing":
      return "wristbank fiscal end-closings"
    case "log_copies_stopped":
    case "base_copy_late":
      return "wristbank status"
    case "settings_missing":
      return "back office: Set-up, Checklist"
  }
}

/** The counts of what needs attention, of one kind. */
const countOf = ({ eventStatus }: Pick<WatchState, "eventStatus">, kind: Alert["kind"]): number =>
  (eventStatus.needs_somebody ?? []).filter((alert) => alert.kind === kind).reduce((sum, { count }) => sum + count, 0)

/** The signing devices, mail and card payments in one sentence each. */
export const statusText = (state: WatchState, nowMillis: number): ReadonlyArray<string> => {
  const { devices } = state
  const office = state.eventStatus.needs_somebody !== null
  const queue = (devices ?? []).reduce((sum, { queue_length }) => sum + queue_length, 0)
  const oldest = (devices ?? []).flatMap(({ oldest_unsigned }) => oldest_unsigned === null ? [] : [oldest_unsigned])
    .toSorted((one, other) => one.epochMilliseconds - other.epochMilliseconds)[0]
  const active = (devices ?? []).filter(({ status }) => status === "active").length
  return [
    ...(devices === null
      ? []
      : [
        devices.length === 0
          ? "no signing device"
          : `${active} of ${several(devices.length, "1 signing device", "signing devices")} active`,
        `queue ${queue}${oldest === undefined ? "" : ` (oldest ${ago(oldest, nowMillis)})`}`
      ]),
    ...(office
      ? [
        `unsent mail ${countOf(state, "unsent_mail")}`,
        `unconfirmed card payments ${countOf(state, "unverified_payments")}`
      ]
      : [])
  ]
}

/** A difference with its sign. */
export const signed = (cents: bigint): string => cents < 0n ? format(cents) : `+${format(cents)}`

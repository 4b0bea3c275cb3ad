import { toHex } from "@wristbank/core/base/TagUid"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { NewUserTag } from "@wristbank/core/wristband/UserTag"
import { UserTags } from "@wristbank/core/wristband/UserTags"
import { UserTagSecrets } from "@wristbank/core/wristband/UserTagSecrets"
import { Effect, References, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { inFile } from "./DemoFile.ts"

/** Someone who works at the festival. */
export interface Person {
  readonly login: string
  readonly name: string
  readonly role: string
  readonly works: string
  /** Number of the tag's chip. */
  readonly uid: bigint
  /** The float of someone who takes cash. */
  readonly float: string | undefined
}

const User = Schema.Struct({ login: Schema.String, display_name: Schema.String, description: Schema.String })
const Assignment = Schema.Struct({ login: Schema.String, roles: Schema.Array(Schema.String) })

const users = Schema.decodeUnknownSync(Schema.Array(User))(inFile("users"))
const assignments = Schema.decodeUnknownSync(Schema.Array(Assignment))(inFile("role_assignments"))

const floats: Readonly<Record<string, string>> = {
  anna: "Bar float",
  ben: "Bar float",
  ella: "Bar float",
  finn: "Cash desk float",
  grete: "Cash desk float",
  henry: "Cash desk float"
}

/** Those of the festival's file, with the floats that they start with. */
export const people: ReadonlyArray<Person> = users.map(({ description, display_name, login }, at) => ({
  login,
  name: display_name,
  role: assignments.find((one) => one.login === login)?.roles[0] ?? "",
  works: description,
  uid: 1001n + BigInt(at),
  float: floats[login]
}))

export const personNamed = (name: string): Person => {
  const found = people.find((one) => one.name === name)
  if (found === undefined) throw new Error(`No one at the demo festival is called ${name}`)
  return found
}

/** The user who makes all bookings from before the opening. */
export const financier = personNamed("Henry")

/** PINs and chips of their tags, by the variables that the festival's file names. */
export const peopleSecrets: Readonly<Record<string, string>> = Object.fromEntries(
  people.flatMap(({ login, uid }) => [
    [`PIN_${login.toUpperCase()}`, `STAFF-${login.toUpperCase()}`],
    [`CHIP_${login.toUpperCase()}`, toHex(uid)]
  ])
)

/** Tags of guests. */
export const guests = Array.from({ length: 200 }, (_, at) => ({
  pin: `GUEST${String(at + 1).padStart(3, "0")}`,
  /** The chip number, which the system learns at the first use of the tag. */
  uid: 2001n + BigInt(at),
  /** One guest in ten is under age. */
  restriction: at % 20 === 18 ? "under_18" as const : at % 20 === 19 ? "under_16" as const : null
}))

/** The demo's PINs are easy to type and easy to guess, so their warning is left out of the log. */
export const withoutWarnings = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, References.MinimumLogLevel, "Error")

/** Makes the tags of guests, unless they are there. */
export const makeGuestTags = Effect.fnUntraced(function*(caller: AtEvent) {
  const sql = yield* SqlClient.SqlClient
  const [present] = yield* sql`select from user_tag where event_id = ${caller.eventId} and pin = ${guests[0]!.pin}`
  if (present !== undefined) return
  const [secret] = yield* (yield* UserTagSecrets).list(caller.eventId)
  const secret_id = secret!.id
  yield* (yield* UserTags).create(
    caller,
    guests.map(({ pin, restriction }) => new NewUserTag({ pin, restriction, secret_id }))
  )
}, withoutWarnings)

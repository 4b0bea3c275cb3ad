import { assert } from "@effect/vitest"
import { callRows } from "@wristbank/docs/privileges"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import type { CallNeeds } from "@wristbank/http/api/Needs"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { Effect } from "effect"
import type { Payer } from "../../support/FestivalCheckouts.ts"
import type { Api } from "../calls/InProcess.ts"
import { everyOfficeCall, runningCalls, setUpCalls } from "../calls/OfficeCalls.ts"
import { everyPortalCall, portalCalls } from "../calls/PortalCalls.ts"
import { everyTerminalCall, terminalChanges } from "../calls/TerminalCalls.ts"
import { terminalOrders } from "../calls/TerminalOrderCalls.ts"
import type { ValidCall } from "../calls/ValidCall.ts"
import type { Described } from "../hostile/Requests.ts"
import { without } from "./Caller.ts"

/** A call of one of the APIs, its declared needs, and how to make a valid one. */
export interface Operation {
  readonly api: Api
  /** Method and path. */
  readonly name: string
  readonly needs: CallNeeds
  readonly described: Described
  readonly valid: Effect.Effect<ValidCall>
}

/** What each API declares of its calls, those of the guest first. */
export const declared = [
  { api: "customer", rows: callRows(CustomerApi), described: everyPortalCall },
  { api: "terminal", rows: callRows(TerminalApi), described: everyTerminalCall },
  { api: "administration", rows: callRows(AdministrationApi), described: everyOfficeCall }
] as const

/** The privileges that calls of an API name, each set once. */
export const namedNeeds = (api: Api) => {
  const sets = declared.filter((one) => one.api === api).flatMap(({ rows }) => rows).map(({ needs }) => needs)
  const named = sets.filter((needs) => typeof needs !== "string")
  return Array.from(new Map(named.map((needs) => [without(needs).name, needs])).values())
}

/** The valid calls of an API, or of a part of the office's. */
const makers = {
  customer: { api: "customer", make: portalCalls },
  terminal: {
    api: "terminal",
    make: () => Effect.zipWith(terminalChanges, terminalOrders, (changes, orders) => ({ ...changes, ...orders }))
  },
  setUp: { api: "administration", make: () => setUpCalls },
  running: { api: "administration", make: () => runningCalls }
} as const

/** The portal, tills, and the two parts of the office: what sets an event up, and what is done while it runs. */
export type Part = keyof typeof makers

/** Every operation of these parts; those of the portal are made for this guest. */
const operationsOf = Effect.fnUntraced(function*(guest: Payer, parts: ReadonlyArray<Part>) {
  const all: Array<Operation> = []
  for (const part of parts) {
    const { api, make } = makers[part]
    const makes: { readonly [name: string]: Effect.Effect<ValidCall> } = yield* make(guest)
    const { described, rows } = declared.find((one) => one.api === api)!
    const there = rows.filter(({ call }) => makes[call] !== undefined)
    assert.lengthOf(there, Object.keys(makes).length, "each valid call is of a call that there is")
    for (const { call, needs } of there) {
      all.push({ api, name: call, needs, described: described.get(call)!, valid: makes[call]! })
    }
  }
  return all
})

/** Every operation of these parts, or of all three APIs. */
export const operations = Effect.fnUntraced(function*(guest: Payer, parts?: ReadonlyArray<Part>) {
  if (parts !== undefined) return yield* operationsOf(guest, parts)
  // Those of the office come last, as they change the event's settings.
  const all = yield* operationsOf(guest, ["customer", "terminal", "setUp", "running"])
  const rows = declared.flatMap((one) => one.rows.map(({ call }) => `${one.api} ${call}`))
  assert.sameMembers(all.map(({ api, name }) => `${api} ${name}`), rows, "calls with a valid example")
  return all
})

import { callRows } from "@wristbank/docs/privileges"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import type { CallNeeds } from "@wristbank/http/api/Needs"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { Effect } from "effect"
import type { Payer } from "../../support/FestivalCheckouts.ts"
import type { Api } from "../calls/InProcess.ts"
import { everyOfficeCall, officeCalls } from "../calls/OfficeCalls.ts"
import { everyPortalCall, portalCalls } from "../calls/PortalCalls.ts"
import { everyTerminalCall, terminalChanges } from "../calls/TerminalCalls.ts"
import { terminalOrders } from "../calls/TerminalOrderCalls.ts"
import type { ValidCall } from "../calls/ValidCall.ts"
import type { Described } from "../hostile/Requests.ts"

/** A call of one of the APIs, its declared needs, and how to make a valid one. */
export interface Operation {
  readonly api: Api
  /** Method and path. */
  readonly name: string
  readonly needs: CallNeeds
  readonly described: Described
  readonly valid: Effect.Effect<ValidCall>
}

/** Every operation of the three APIs; those of the portal are made for this guest. */
export const operations = Effect.fnUntraced(function*(guest: Payer) {
  const tills = { ...(yield* terminalChanges), ...(yield* terminalOrders) }
  const office = yield* officeCalls
  // Those of the office come last, as they change the event's settings.
  const apis = [
    { api: "customer", rows: callRows(CustomerApi), described: everyPortalCall, valid: yield* portalCalls(guest) },
    { api: "terminal", rows: callRows(TerminalApi), described: everyTerminalCall, valid: tills },
    { api: "administration", rows: callRows(AdministrationApi), described: everyOfficeCall, valid: office }
  ] as const
  return apis.flatMap(({ api, described, rows, valid }) =>
    rows.map(({ call, needs }): Operation => {
      const makes: { readonly [name: string]: Effect.Effect<ValidCall> } = valid
      const made = makes[call]
      if (made === undefined) throw new Error(`There is no valid example of ${api} ${call}`)
      return { api, name: call, needs, described: described.get(call)!, valid: made }
    })
  )
})

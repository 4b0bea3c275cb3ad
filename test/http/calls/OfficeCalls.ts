import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { Effect } from "effect"
import { callsOf, type Described } from "../hostile/Requests.ts"
import { catalogueCalls } from "./OfficeCatalogueCalls.ts"
import { deviceCalls } from "./OfficeDeviceCalls.ts"
import { eventFileCalls } from "./OfficeEventFileCalls.ts"
import { fiscalCalls } from "./OfficeFiscalCalls.ts"
import { mailCalls } from "./OfficeMailCalls.ts"
import { moneyCalls } from "./OfficeMoneyCalls.ts"
import { peopleCalls } from "./OfficePeopleCalls.ts"
import { presaleCalls } from "./OfficePresaleCalls.ts"
import { reportCalls } from "./OfficeReportCalls.ts"
import { sumUpCalls } from "./OfficeSumUpCalls.ts"
import { tillCalls } from "./OfficeTillCalls.ts"
import { treeCalls } from "./OfficeTreeCalls.ts"
import type { ValidCalls } from "./ValidCall.ts"

/** Every call of the administration API, by its name in `officeCalls`. */
export const everyOfficeCall: ReadonlyMap<string, Described> = new Map(
  callsOf(AdministrationApi).map((call) => [`${call.method} ${call.path}`, call])
)

const together = Effect.map((groups: ReadonlyArray<ValidCalls>): ValidCalls => Object.assign({}, ...groups))

/** A valid call for each call by which an event is set up: its catalogue, tills, people and presale. */
export const setUpCalls = together(Effect.all([catalogueCalls, presaleCalls, deviceCalls, tillCalls, peopleCalls]))

/** A valid call for each other call of the office. */
export const runningCalls = together(
  Effect.all([moneyCalls, mailCalls, sumUpCalls, treeCalls, eventFileCalls, fiscalCalls, reportCalls])
)

/** A valid call for each call of the administration API, by the administrator at the festival's event. */
export const officeCalls = together(Effect.all([setUpCalls, runningCalls]))

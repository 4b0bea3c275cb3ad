import type { TseFields } from "@wristbank/core/tse/TseFrame"
import { type DateTime, Schema } from "effect"
import { deregisterClient, registerClient } from "./DeviceClients.ts"
import { deviceData, deviceInfo, deviceStatus } from "./DeviceFacts.ts"
import { type DeviceOutcome, type DeviceRefusal, type DeviceRequest, done, refusals, refuse } from "./DeviceOutcome.ts"
import { changePassword, unblockUser } from "./DevicePasswords.ts"
import type { VirtualDevice } from "./DeviceProfile.ts"
import { type DeviceEvent, type DeviceState, evolve } from "./DeviceState.ts"
import { finishTransaction, startTransaction, updateTransaction } from "./DeviceTransactions.ts"

/** The result of a command. */
export interface DeviceStep {
  readonly state: DeviceState
  readonly answer: Schema.JsonObject
  /** The change of the device; null for none. */
  readonly event: DeviceEvent | null
}

/**
 * The answer to a command and the change of the device. Pure but for the random number of each ECDSA signature. The command
 * is the object of a frame, with any content.
 */
export const step = (
  device: VirtualDevice,
  state: DeviceState,
  fields: TseFields,
  now: DateTime.Utc
): DeviceStep => {
  // A command without a name is answered without name and code.
  if (!Object.hasOwn(fields, "Command")) {
    return { state, answer: { Status: "error", ...requestId(fields) }, event: null }
  }
  const command = commands.get(fields["Command"])
  const outcome = command === undefined
    ? refuse(refusals.commandUnsupported)
    : command({ device, state, fields, now })
  return {
    state: outcome.event === null ? state : evolve(state, outcome.event),
    answer: answerOf(fields, outcome),
    event: outcome.event
  }
}

/** The answer of a refusal that does not come from the device. */
export const refusedAnswer = (fields: TseFields, refusal: DeviceRefusal): Schema.JsonObject =>
  answerOf(fields, refuse(refusal))

const answerOf = (fields: TseFields, outcome: DeviceOutcome): Schema.JsonObject => ({
  Command: jsonOf(fields["Command"]),
  ...(outcome.refusal === null
    ? { Status: "ok", ...outcome.fields }
    : { Status: "error", Code: outcome.refusal.code, Desc: outcome.refusal.text }),
  ...requestId(fields)
})

/** Returned as it came, whatever its type, and left out if there was none. */
const requestId = (fields: TseFields): Schema.JsonObject =>
  Object.hasOwn(fields, "PingPong") ? { PingPong: jsonOf(fields["PingPong"]) } : {}

const isJson = Schema.is(Schema.Json)
const jsonOf = (value: unknown): Schema.Json => isJson(value) ? value : null

/** Clears the condition that the command resolves; changes nothing when the condition is not set. */
const cure = (ailment: "selfTestDue" | "timeNotSet") => ({ state: { conditions } }: DeviceRequest): DeviceOutcome =>
  conditions[ailment]
    ? done({}, { event: "conditions_changed", conditions: { ...conditions, [ailment]: false } })
    : done()

const nothing = () => done()

const outcomes = {
  PingPong: nothing,
  SetDefaultClientID: nothing,
  GetDeviceInfo: deviceInfo,
  GetDeviceStatus: deviceStatus,
  GetDeviceData: deviceData,
  RegisterClientID: registerClient,
  DeregisterClientID: deregisterClient,
  StartTransaction: startTransaction,
  UpdateTransaction: updateTransaction,
  FinishTransaction: finishTransaction,
  ChangePassword: changePassword,
  UnblockUser: unblockUser,
  PerformSelfTest: cure("selfTestDue"),
  UpdateTime: cure("timeNotSet"),
  Initialize: nothing,
  Deinitialize: nothing,
  GetServiceInfo: nothing,
  Export: nothing,
  ExportRemove: nothing,
  ExportAbort: nothing,
  ChangePuk: nothing,
  GetLimits: nothing,
  SetLimits: nothing
} as const satisfies { readonly [command: string]: (request: DeviceRequest) => DeviceOutcome }

/** The commands that it knows. */
export const commandNames = Object.keys(outcomes) as ReadonlyArray<keyof typeof outcomes>

const commands = new Map<unknown, (request: DeviceRequest) => DeviceOutcome>(Object.entries(outcomes))

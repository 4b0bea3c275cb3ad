import type { TseFields } from "@wristbank/core/tse/TseFrame"
import type { DateTime, Schema } from "effect"
import type { VirtualDevice } from "./DeviceProfile.ts"
import type { DeviceEvent, DeviceState } from "./DeviceState.ts"

/** A command with everything that decides its outcome. */
export interface DeviceRequest {
  readonly device: VirtualDevice
  readonly state: DeviceState
  readonly fields: TseFields
  readonly now: DateTime.Utc
}

/** The outcome of a command: the answer, and the change of the device, if any. */
export interface DeviceOutcome {
  /** The vendor's code and text of a refusal; null when the command was carried out. */
  readonly refusal: DeviceRefusal | null
  readonly fields: Schema.JsonObject
  readonly event: DeviceEvent | null
}

export interface DeviceRefusal {
  readonly code: number
  readonly text: string
}

export const done = (fields: Schema.JsonObject = {}, event: DeviceEvent | null = null): DeviceOutcome => ({
  refusal: null,
  fields,
  event
})

export const refuse = (refusal: DeviceRefusal, event: DeviceEvent | null = null): DeviceOutcome => ({
  refusal,
  fields: {},
  event
})

/** Codes and texts of the vendor's interface. Texts of codes that only a simulator can be made to answer are our own. */
export const refusals = {
  commandUnsupported: { code: 2, text: "JSON_CODE_COMMAND_UNSUPPORTED" },
  parameterMissing: { code: 3, text: "JSON_CODE_PARAMETER_MISSING" },
  parameterInvalid: { code: 4, text: "JSON_CODE_PARAMETER_INVALID" },
  cannotBeProcessed: { code: 5, text: "JSON_CODE_COMMAND_CANNOT_BE_PROCESSED" },
  invalidBase64: { code: 9, text: "JSON_CODE_PARAMETER_INVALID_BASE64" },
  selfTestRequired: { code: 12, text: "JSON_CODE_SELFTEST_REQUIRED" },
  writeError: { code: 16, text: "JSON_CODE_WRITE_ERROR" },
  clientNotRegistered: { code: 19, text: "JSON_CODE_ERROR_CLIENT_NOT_REGISTERED" },
  tooManyTransactions: { code: 21, text: "JSON_CODE_MAX_PARALLEL_TRANSACTIONS_REACHED" },
  signaturesUsedUp: { code: 22, text: "JSON_CODE_MAX_SIGNATURES_REACHED" },
  clientUnfinished: { code: 24, text: "JSON_CODE_ERROR_CLIENT_HAS_UNFINISHED_TRANSACTIONS" },
  passwordInvalid: { code: 27, text: "JSON_CODE_ERROR_PARAMETER_PASSWORD_INVALID" },
  userWrong: { code: 29, text: "JSON_CODE_ERROR_PARAMETER_USER_WRONG" },
  passwordWrong: { code: 30, text: "JSON_CODE_ERROR_PARAMETER_PASSWORD_WRONG" },
  pukWrong: { code: 31, text: "JSON_CODE_ERROR_PARAMETER_PUK_WRONG" },
  userBlocked: { code: 32, text: "JSON_CODE_ERROR_PARAMETER_USER_BLOCKED" },
  pukBlocked: { code: 33, text: "JSON_CODE_ERROR_PARAMETER_PUK_BLOCKED: the user stays blocked" },
  clientKnown: { code: 1337, text: "Client already registered" },
  productionClient: { code: 1337, text: "ClientID name not allowed (reserved as Production-ClientID)" },
  timeNotSet: { code: -5019, text: "ERROR_TIME_NOT_SET" },
  certificateExpired: { code: -5020, text: "ERROR_CERTIFICATE_EXPIRED" }
} as const satisfies { readonly [name: string]: DeviceRefusal }

/** Refuses a command that lacks one of the parameters. */
export const missing = ({ fields }: DeviceRequest, ...parameters: ReadonlyArray<string>): DeviceOutcome | undefined =>
  parameters.every((parameter) => Object.hasOwn(fields, parameter)) ? undefined : refuse(refusals.parameterMissing)

/** Refuses commands that a device does not execute before its self-test. */
export const untested = ({ state }: DeviceRequest): DeviceOutcome | undefined =>
  state.conditions.selfTestDue ? refuse(refusals.selfTestRequired) : undefined

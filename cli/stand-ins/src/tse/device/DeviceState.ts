import { nullOr } from "@wristbank/core/base/OptionalField"
import { TseOperation } from "@wristbank/core/tse/SignedMessage"
import { Effect, Schema } from "effect"

/** A signed operation, as the log holds it. */
export const SignedRecord = Schema.Struct({
  event: Schema.Literal("signed"),
  operation: TseOperation,
  transaction: Schema.Int,
  counter: Schema.Int,
  clientId: Schema.String,
  processType: Schema.String,
  processData: Schema.String,
  /** Seconds since 1970. */
  logTime: Schema.Int,
  /** r and s in hexadecimal digits. */
  signature: Schema.String
})
export type SignedRecord = typeof SignedRecord.Type

/** 01 is the administrator, 02 the user that signs. */
export const DeviceUser = Schema.Literals(["01", "02"])
export type DeviceUser = typeof DeviceUser.Type

/** Faults of a device that do not depend on a command; a change names only the fields that change. */
export const DeviceConditions = Schema.Struct({
  /** Error 12 until PerformSelfTest. */
  selfTestDue: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  /** Error −5019 until UpdateTime. */
  timeNotSet: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  /** Error 22 on every signed operation. */
  signaturesUsedUp: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  /** Error −5020 on every signed operation, which is in the log all the same. */
  certificateExpired: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  /** Seconds that its clock is ahead. */
  clockSkewSeconds: Schema.Int.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0))),
  /** Shown in place of its key's serial number. */
  serial: nullOr(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  /** Shown in place of its public key, in base64. */
  publicKey: nullOr(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
})
export type DeviceConditions = typeof DeviceConditions.Type

/** A change of a device. The state of a device is the fold of its events over a new device. */
export const DeviceEvent = Schema.Union([
  SignedRecord,
  Schema.Struct({ event: Schema.Literal("registered"), clientId: Schema.String }),
  Schema.Struct({ event: Schema.Literal("deregistered"), clientId: Schema.String }),
  Schema.Struct({ event: Schema.Literal("password_accepted") }),
  Schema.Struct({ event: Schema.Literal("password_refused") }),
  Schema.Struct({ event: Schema.Literal("puk_refused") }),
  Schema.Struct({ event: Schema.Literal("password_changed"), user: DeviceUser, password: Schema.String }),
  Schema.Struct({ event: Schema.Literal("user_unblocked"), user: DeviceUser, password: Schema.String }),
  Schema.Struct({ event: Schema.Literal("conditions_changed"), conditions: DeviceConditions })
])
export type DeviceEvent = typeof DeviceEvent.Type

/** The state of a device at a moment. */
export interface DeviceState {
  readonly clients: ReadonlySet<string>
  /** Transactions that were started and not finished, with their clients. */
  readonly open: ReadonlyMap<number, string>
  /** The highest transaction number so far. */
  readonly transactions: number
  /** The number of the newest signature. */
  readonly counter: number
  /** Consecutive wrong passwords of any client. */
  readonly passwordFailures: number
  readonly pukFailures: number
  readonly passwords: { readonly [User in DeviceUser]: string }
  readonly conditions: DeviceConditions
}

/** Three wrong tries block, for passwords and for PUKs. */
export const maxFailures = 3

/** The built-in client of the device; it can't be removed. */
export const productionClient = "DN TSEProduction ef82abcedf"

/** A device out of the box. */
export const newDevice: DeviceState = {
  clients: new Set(["POS001", productionClient, "DummyDefaultClientId"]),
  open: new Map(),
  transactions: 0,
  counter: 0,
  passwordFailures: 0,
  pukFailures: 0,
  passwords: { "01": "12345", "02": "12345" },
  conditions: {
    selfTestDue: false,
    timeNotSet: false,
    signaturesUsedUp: false,
    certificateExpired: false,
    clockSkewSeconds: 0,
    serial: null,
    publicKey: null
  }
}

/** The state after the event. */
export const evolve = (state: DeviceState, event: DeviceEvent): DeviceState => {
  switch (event.event) {
    case "signed":
      return { ...state, ...afterSignature(state, event), passwordFailures: 0 }
    case "registered":
      return { ...state, clients: new Set([...state.clients, event.clientId]), passwordFailures: 0 }
    case "deregistered":
      return {
        ...state,
        clients: new Set([...state.clients].filter((client) => client !== event.clientId)),
        passwordFailures: 0
      }
    case "password_accepted":
      return { ...state, passwordFailures: 0 }
    case "password_refused":
      return { ...state, passwordFailures: state.passwordFailures + 1 }
    case "puk_refused":
      return { ...state, pukFailures: state.pukFailures + 1 }
    case "password_changed":
      return { ...state, passwords: { ...state.passwords, [event.user]: event.password }, passwordFailures: 0 }
    case "user_unblocked":
      return {
        ...state,
        passwords: { ...state.passwords, [event.user]: event.password },
        passwordFailures: 0,
        pukFailures: 0
      }
    case "conditions_changed":
      return { ...state, conditions: event.conditions }
  }
}

const afterSignature = (state: DeviceState, { clientId, counter, operation, transaction }: SignedRecord) => {
  if (operation === "UpdateTransaction") return { counter }
  const open = new Map(state.open)
  if (operation === "StartTransaction") open.set(transaction, clientId)
  else open.delete(transaction)
  return { counter, open, transactions: Math.max(state.transactions, transaction) }
}

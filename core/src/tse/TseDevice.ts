import { Context, type DateTime, type Effect, type Redacted, Schema, type Scope } from "effect"
import { nullOr } from "../base/OptionalField.ts"

/** Why a device did not carry out a request, independent of the vendor. */
export const TseErrorKind = Schema.Literals([
  "unreachable",
  "timed_out",
  "busy",
  "client_unknown",
  "client_exists",
  "client_limit",
  "client_unfinished",
  "transaction_limit",
  "transaction_unknown",
  "signatures_used_up",
  "certificate_expired",
  "time_not_set",
  "self_test_due",
  "credentials_wrong",
  "credentials_blocked",
  "wrong_device",
  "device_defect",
  "request_invalid",
  "unknown"
])
export type TseErrorKind = typeof TseErrorKind.Type

/** A device did not carry out a request. The error contains no secrets. */
export class TseError extends Schema.TaggedError<TseError>()("TseError", {
  kind: TseErrorKind,
  /** The vendor's code and text; null and a text of ours without an answer. */
  code: nullOr(Schema.Int),
  text: Schema.String,
  /** Details for the log alone. */
  detail: Schema.optionalKey(Schema.String),
  /** False if the device may have carried out the request. */
  outcomeKnown: Schema.Boolean,
  /** The scope of the error: this order (or command), this client, or the whole device. */
  scope: Schema.Literals(["order", "client", "device"]),
  retry: Schema.Literals(["now", "later", "never"])
}) {
  override readonly message = this.code === null ? this.text : `${this.text} (code ${this.code})`
}

/** Facts that a device reports. */
export interface TseFacts {
  /** 64 lower-case hexadecimal digits: SHA-256 of the public point. */
  readonly serial: string
  /** The uncompressed point. */
  readonly publicKey: Uint8Array
  /** Base64, as the device reported them. */
  readonly certificates: string
  /** As in receipts, such as ecdsa-plain-SHA384. */
  readonly algorithm: string
  /** As in receipts, such as unixTime. */
  readonly timeFormat: string
  readonly processDataEncoding: "UTF-8" | "ASCII"
  readonly description: string
  /** ISO 8601, as the device reported it. */
  readonly certificateEnd: string
}

/** Limits of a vendor's devices. */
export interface TseCapabilities {
  readonly maxClients: number
  readonly maxOpenTransactions: number
  /** Characters of process data. */
  readonly maxDataLength: number
}

/** A signature of the device with its number (`counter`), in plain form: r and s one after the other. */
export interface TseSignature {
  readonly counter: bigint
  readonly signature: Uint8Array
  readonly logTime: DateTime.Utc
}

export interface StartedTransaction extends TseSignature {
  readonly number: bigint
}

/** The data of a finish, which the device signs. */
export interface TransactionEnd {
  readonly number: bigint
  readonly clientId: string
  readonly processType: string
  readonly processData: string
}

/** A connected device; closing the scope ends the connection. Calls may be made concurrently. */
export interface TseConnection {
  readonly facts: TseFacts
  readonly capabilities: TseCapabilities
  /** The registered clients, ascending, without the device's own. */
  readonly clients: Effect.Effect<ReadonlyArray<string>, TseError>
  /** Registers a client; succeeds as well if it is registered already. */
  readonly register: (clientId: string) => Effect.Effect<void, TseError>
  /** Deregisters a client; succeeds as well if it is not registered. */
  readonly deregister: (clientId: string) => Effect.Effect<void, TseError>
  readonly start: (clientId: string) => Effect.Effect<StartedTransaction, TseError>
  readonly finish: (end: TransactionEnd) => Effect.Effect<TseSignature, TseError>
  /** Fails as soon as the connection has ended; never succeeds. */
  readonly lost: Effect.Effect<never, TseError>
}

/** Address and password of a device. */
export interface TseAccess {
  readonly type: "diebold_nixdorf"
  /** ws:// or http:// */
  readonly url: string
  readonly connectSeconds: number
  readonly password: Redacted.Redacted
}

/** The vendors of signing devices, behind one port. */
export class TseVendors extends Context.Service<TseVendors, {
  readonly connect: (access: TseAccess) => Effect.Effect<TseConnection, TseError, Scope.Scope>
}>()("core/TseVendors") {}

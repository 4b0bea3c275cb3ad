import { Context, type DateTime, type Effect, type Redacted, Schema, type Scope } from "effect"

/** Why a device did not do what it was asked, whatever the vendor calls it. */
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

/** A device did not do what it was asked. Nothing secret is in it. */
export class TseError extends Schema.TaggedError<TseError>()("TseError", {
  kind: TseErrorKind,
  /** The vendor's code and words, when it gave any. */
  code: Schema.NullOr(Schema.Int),
  text: Schema.String,
  /** What happened, for the log alone. */
  detail: Schema.optionalKey(Schema.String),
  /** False when the device may have done it all the same. */
  outcomeKnown: Schema.Boolean,
  /** What it harms: this order (or command), this client, or all that the device is asked. */
  scope: Schema.Literals(["order", "client", "device"]),
  retry: Schema.Literals(["now", "later", "never"])
}) {
  override readonly message = this.code === null ? this.text : `${this.text} (code ${this.code})`
}

/** What a device says of itself. */
export interface TseFacts {
  /** 64 lower-case hexadecimal digits: SHA-256 of the public point. */
  readonly serial: string
  /** The uncompressed point. */
  readonly publicKey: Uint8Array
  /** Base64, as the device gave it. */
  readonly certificates: string
  /** As in receipts, such as ecdsa-plain-SHA384. */
  readonly algorithm: string
  /** As in receipts, such as unixTime. */
  readonly timeFormat: string
  readonly processDataEncoding: "UTF-8" | "ASCII"
  readonly description: string
  /** ISO 8601, as the device gave it. */
  readonly certificateEnd: string
}

/** What a vendor's devices can do. */
export interface TseCapabilities {
  readonly maxClients: number
  readonly maxOpenTransactions: number
  /** Characters of process data. */
  readonly maxDataLength: number
}

/** A signature of the device: the counter is its number, the signature r and s as they are (plain). */
export interface TseSignature {
  readonly counter: bigint
  readonly signature: Uint8Array
  readonly logTime: DateTime.Utc
}

export interface StartedTransaction extends TseSignature {
  readonly number: bigint
}

/** What is signed when a transaction is finished. */
export interface TransactionEnd {
  readonly number: bigint
  readonly clientId: string
  readonly processType: string
  readonly processData: string
}

/** A device that is connected; its scope frees it. Each call may be made beside others. */
export interface TseConnection {
  readonly facts: TseFacts
  readonly capabilities: TseCapabilities
  /** The clients it knows, without those that belong to the device itself; ascending. */
  readonly clients: Effect.Effect<ReadonlyArray<string>, TseError>
  /** Makes a client known; one that is known is no error. */
  readonly register: (clientId: string) => Effect.Effect<void, TseError>
  /** Takes a client away; one that is gone is no error. */
  readonly deregister: (clientId: string) => Effect.Effect<void, TseError>
  readonly start: (clientId: string) => Effect.Effect<StartedTransaction, TseError>
  readonly finish: (end: TransactionEnd) => Effect.Effect<TseSignature, TseError>
  /** Fails as soon as the connection is of no more use; never succeeds. */
  readonly lost: Effect.Effect<never, TseError>
}

/** How a device is reached. */
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

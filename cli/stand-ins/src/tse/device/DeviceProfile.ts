import type { SignatureAlgorithm } from "@wristbank/core/tse/SignedMessage"
import type { DeviceKey } from "./DeviceKey.ts"

/** Differences between a stick and the simulator that festivals have tested with. */
export interface DeviceProfile {
  /** The most clients, including the built-in ones. */
  readonly maxClients: number
  readonly maxOpenTransactions: number
  /** Characters of process data. */
  readonly maxDataLength: number
  readonly clientLimitCode: number
  readonly noTransactionCode: number
  /** Whether a client may have an empty name. */
  readonly emptyClientId: boolean
  /** Whether registering a client twice is an error. */
  readonly refusesKnownClient: boolean
  /** Whether GetDeviceStatus treats null as no password. */
  readonly nullIsNoPassword: boolean
  /** Whether a blocked PUK blocks all users. */
  readonly blockedPukBlocksUsers: boolean
  /** Whether GetDeviceInfo includes the limits. */
  readonly tellsLimits: boolean
  /** Minutes by which the clock of log times is ahead of UTC: at the start of transactions, and later. */
  readonly startOffset: number
  readonly endOffset: number
}

/** `device` is a stick; `simulator` counts clients and transactions one too many and has codes of its own. */
export const deviceProfiles = {
  simulator: {
    maxClients: 101,
    maxOpenTransactions: 513,
    maxDataLength: Number.MAX_SAFE_INTEGER,
    clientLimitCode: 21,
    noTransactionCode: 5017,
    emptyClientId: true,
    refusesKnownClient: true,
    nullIsNoPassword: true,
    blockedPukBlocksUsers: true,
    tellsLimits: false,
    startOffset: 120,
    endOffset: 60
  },
  device: {
    maxClients: 100,
    maxOpenTransactions: 512,
    maxDataLength: 16_000,
    clientLimitCode: 23,
    noTransactionCode: -5017,
    emptyClientId: false,
    refusesKnownClient: false,
    nullIsNoPassword: false,
    blockedPukBlocksUsers: false,
    tellsLimits: true,
    startOffset: 60,
    endOffset: 60
  }
} as const satisfies { readonly [name: string]: DeviceProfile }

export type DeviceProfileName = keyof typeof deviceProfiles

/** The properties of a device that never change. */
export interface VirtualDevice {
  readonly key: DeviceKey
  readonly profile: DeviceProfile
  readonly algorithm: SignatureAlgorithm
  readonly certificate: Uint8Array
  readonly description: string
  /** ISO 8601. */
  readonly certificateEnd: string
}

/** A device with the certificate text, description and certificate end that simulators usually have. */
export const virtualDevice = (key: DeviceKey, profile: DeviceProfileName = "simulator"): VirtualDevice => ({
  key,
  profile: deviceProfiles[profile],
  algorithm: key.algorithm,
  certificate: profile === "device" ? key.certificate : new TextEncoder().encode("THIS IS A VERY LONG CERTIFICATE!!!!"),
  description: "BSI-K-TR-1337",
  certificateEnd: "2029-08-01T23:59:59+00:00"
})

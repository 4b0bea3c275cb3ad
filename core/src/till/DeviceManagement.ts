import { Context, type Effect, type Redacted, Schema, Struct } from "effect"
import type { Language } from "../base/Language.ts"
import type { FoundDevice } from "./ManagedDevice.ts"

const reasons = {
  unreachable: { en: "The device management can't be reached", de: "Die Geräteverwaltung ist nicht erreichbar" },
  address_refused: {
    en: "The server may not connect to where the device management is, unless it is started with " +
      "WRISTBANK_MANAGEMENT_NETWORKS that names its network",
    de: "Der Server darf sich nicht dorthin verbinden, wo die Geräteverwaltung ist, außer er wird mit " +
      "WRISTBANK_MANAGEMENT_NETWORKS gestartet, das deren Netz nennt"
  },
  unencrypted: {
    en: "The address of the device management must begin with https://",
    de: "Die Adresse der Geräteverwaltung muss mit https:// beginnen"
  },
  timeout: {
    en: "The device management did not answer in time",
    de: "Die Geräteverwaltung hat nicht rechtzeitig geantwortet"
  },
  sign_in_refused: {
    en: "The device management does not accept the user name or the password",
    de: "Die Geräteverwaltung nimmt Benutzernamen oder Passwort nicht an"
  },
  failed: { en: "The device management refused the call", de: "Die Geräteverwaltung hat den Aufruf abgelehnt" },
  too_large: { en: "The device management's answer is too long", de: "Die Antwort der Geräteverwaltung ist zu lang" },
  unreadable: {
    en: "The device management's answer can't be read",
    de: "Die Antwort der Geräteverwaltung lässt sich nicht lesen"
  },
  password_unreadable: {
    en: "The password can't be read with this secret key: enter it anew in the event's settings",
    de: "Das Passwort lässt sich mit diesem Schlüssel nicht lesen: in den Einstellungen neu eingeben"
  }
} as const

export const ManagementFault = Schema.Literals(Struct.keys(reasons))
export type ManagementFault = typeof ManagementFault.Type

/** A call of the device management gave nothing. Never holds the password or a token. */
export class ManagementError extends Schema.TaggedError<ManagementError>()("ManagementError", {
  reason: ManagementFault
}) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return reasons[this.reason][language]
  }
}

/** The place of an organiser's device management, and who signs in there. */
export interface ManagementServer {
  /** Its address without a final slash. */
  readonly url: string
  readonly username: string
  readonly password: Redacted.Redacted
}

/** The service that manages the devices of an organiser. */
export class DeviceManagement extends Context.Service<DeviceManagement, {
  /** All devices with their last positions, as far as those can be read, and why some can't. */
  readonly devices: (at: ManagementServer) => Effect.Effect<
    { readonly devices: ReadonlyArray<FoundDevice>; readonly problem: ManagementError | null },
    ManagementError
  >
}>()("core/DeviceManagement") {}

/** A request to a device management; the body is sent as JSON. */
export interface ManagementRequest {
  readonly url: URL
  readonly body: unknown
  /** Proves the sign-in. */
  readonly token?: Redacted.Redacted
}

/**
 * The connection to device managements. It connects only where the rule for destinations allows, waits at most 10 seconds, reads
 * at most `largestAnswer` bytes and follows no redirects.
 */
export class ManagementConnection extends Context.Service<ManagementConnection, {
  /** The answer of any status. */
  readonly post: (
    request: ManagementRequest
  ) => Effect.Effect<{ readonly status: number; readonly text: string }, ManagementError>
}>()("core/ManagementConnection") {}

/** Bytes of the longest answer that is read: a page of a thousand devices has some 2 MB. */
export const largestAnswer = 16 * 2 ** 20

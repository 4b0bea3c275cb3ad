import { Context, type Effect, type Redacted, Schema, Struct } from "effect"
import type { Language } from "../base/Language.ts"
import { nullOr } from "../base/OptionalField.ts"

const reasons = {
  unreachable: { en: "The ticket shop can't be reached", de: "Der Kartenshop ist nicht erreichbar" },
  address_refused: {
    en: "The server may not connect to where the ticket shop is, unless it is started with " +
      "WRISTBANK_PRESALE_NETWORKS that names its network",
    de: "Der Server darf sich nicht dorthin verbinden, wo der Kartenshop ist, außer er wird mit " +
      "WRISTBANK_PRESALE_NETWORKS gestartet, das dessen Netz nennt"
  },
  unencrypted: {
    en: "The address of the ticket shop must begin with https://, unless the server is started with " +
      "WRISTBANK_PRESALE_NETWORKS that names its network",
    de: "Die Adresse des Kartenshops muss mit https:// beginnen, außer der Server wird mit " +
      "WRISTBANK_PRESALE_NETWORKS gestartet, das dessen Netz nennt"
  },
  timeout: { en: "The ticket shop did not answer in time", de: "Der Kartenshop hat nicht rechtzeitig geantwortet" },
  redirected: {
    en: "The ticket shop answers at another address: enter the one that it redirects to",
    de: "Der Kartenshop antwortet unter einer anderen Adresse: die eintragen, auf die er umleitet"
  },
  sent_elsewhere: {
    en: "The ticket shop named another address for the next page, which was not called",
    de: "Der Kartenshop nannte für die nächste Seite eine andere Adresse, die nicht aufgerufen wurde"
  },
  key_refused: {
    en: "The ticket shop does not accept the API key",
    de: "Der Kartenshop nimmt den API-Schlüssel nicht an"
  },
  not_permitted: {
    en: "The API key may not do this, or the ticket shop has no such organiser or event",
    de:
      "Der API-Schlüssel darf das nicht, oder der Kartenshop hat keinen solchen Veranstalter oder keine solche Veranstaltung"
  },
  absent: { en: "The ticket shop has nothing of this name", de: "Der Kartenshop hat nichts unter diesem Namen" },
  absent_below: {
    en:
      "The ticket shop has nothing of this name: enter only the part of its address before the organiser, which may be " +
      "that without the following",
    de: "Der Kartenshop hat nichts unter diesem Namen: nur den Teil seiner Adresse vor dem Veranstalter eingeben, " +
      "vielleicht also ohne das Folgende"
  },
  list_refused: {
    en: "The ticket shop takes no check-ins at its list: the API key may not check in, or the list was deleted",
    de: "Der Kartenshop nimmt an seiner Check-in-Liste keinen Einlass an: der API-Schlüssel darf das nicht, oder die " +
      "Liste wurde gelöscht"
  },
  busy: { en: "The ticket shop asks to try again later", de: "Der Kartenshop bittet, es später zu versuchen" },
  rejected: { en: "The ticket shop refused the call", de: "Der Kartenshop hat den Aufruf abgelehnt" },
  failed: { en: "The ticket shop has a fault", de: "Der Kartenshop hat eine Störung" },
  too_large: { en: "The ticket shop's answer is too long", de: "Die Antwort des Kartenshops ist zu lang" },
  unreadable: {
    en: "The ticket shop's answer can't be read",
    de: "Die Antwort des Kartenshops lässt sich nicht lesen"
  },
  other_currency: {
    en: "The event in the ticket shop has another currency than this event, so no order is imported",
    de: "Die Veranstaltung im Kartenshop hat eine andere Währung als diese, darum wird keine Bestellung importiert"
  },
  key_unreadable: {
    en: "The API key of the ticket shop can't be read with this secret key: enter it anew in the event's settings",
    de:
      "Der API-Schlüssel des Kartenshops lässt sich mit diesem Schlüssel nicht lesen: in den Einstellungen neu eingeben"
  }
} as const

/** Why a call of the ticket shop gave nothing. */
export const ShopFault = Schema.Literals(Struct.keys(reasons))
export type ShopFault = typeof ShopFault.Type

/** A call of the ticket shop failed. Never holds the API key. */
export class ShopError extends Schema.TaggedError<ShopError>()("ShopError", {
  reason: ShopFault,
  /** The shop's own words, at most 200 characters; empty if there were none. */
  detail: Schema.String,
  /** Seconds for which the shop asks to be left alone; null if it did not ask. */
  retryAfterSeconds: nullOr(Schema.Number)
}) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return reasons[this.reason][language] + (this.detail === "" ? "" : `: ${this.detail}`)
  }
}

export const shopError = (reason: ShopFault, detail = "", retryAfterSeconds: number | null = null): ShopError =>
  new ShopError({ reason, detail, retryAfterSeconds })

/** A request to a ticket shop; a body is sent as JSON. */
export interface ShopRequest {
  readonly method: "GET" | "POST"
  readonly url: URL
  readonly key: Redacted.Redacted
  readonly body?: unknown
}

/** An answer of any status. */
export interface ShopAnswer {
  readonly status: number
  readonly text: string
  /** The header X-Page-Generated. */
  readonly generatedAt: string | null
  /** The header Retry-After. */
  readonly retryAfter: string | null
}

/**
 * The connection to ticket shops. It connects only where the rule for destinations allows, waits at most 30 seconds, reads at
 * most `largestAnswer` bytes and follows no redirects.
 */
export class ShopConnection extends Context.Service<ShopConnection, {
  readonly send: (request: ShopRequest) => Effect.Effect<ShopAnswer, ShopError>
}>()("core/ShopConnection") {}

/** Bytes of the longest answer that is read: fifty orders of hundred positions each are about 10 MB. */
export const largestAnswer = 32 * 2 ** 20

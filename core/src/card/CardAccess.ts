import { Context, DateTime, Duration, type Effect, type Redacted, type Schema } from "effect"
import type { CardProviderError } from "./CardProvider.ts"

/** Lets a card reader take payments for the event until it expires. */
export interface CardAccess {
  readonly token: Redacted.Redacted
  readonly expiresAt: typeof Schema.DateTimeUtc.Type
}

/** An event's right to new access: what the provider gave it when an administrator connected the two. */
export interface CardCredentials {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
  /** Where the provider is asked for this event; absent or null: at the address that is configured. */
  readonly provider?: URL | null
}

/** New access and the refresh token for the next, which need not be the one that was used. */
export interface RenewedAccess {
  readonly access: CardAccess
  readonly refreshToken: Redacted.Redacted
}

/** What an administrator brings back from the provider, after letting the event take cards in their account. */
export interface CardGrant {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  readonly code: Redacted.Redacted
  /** Where the provider sent them back to; null when it was left to the provider. */
  readonly redirectUri: string | null
  /** Where the provider is asked for this event; absent or null: at the address that is configured. */
  readonly provider?: URL | null
}

/** Where an administrator is sent, and what comes back. */
export interface CardInvitation {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string
  /** Where the provider is asked for this event; absent or null: at the address that is configured. */
  readonly provider?: URL | null
}

/** Gives card readers access at the card provider. */
export class CardAccessProvider extends Context.Service<CardAccessProvider, {
  readonly renew: (credentials: CardCredentials) => Effect.Effect<RenewedAccess, CardProviderError>
  /** Redeems a code; one without a refresh token is an answer that makes no sense. */
  readonly redeem: (grant: CardGrant) => Effect.Effect<RenewedAccess, CardProviderError>
  /** The address at which an administrator lets the event take cards in their account (RFC 6749, 4.1.1). */
  readonly authorizeUrl: (invitation: CardInvitation) => URL
}>()("core/CardAccessProvider") {}

/** Access with this much time left is handed out as it is. */
const fresh = Duration.minutes(10)

/** While no newer one is to be had, access with this much time left still serves a reader. */
const usable = Duration.minutes(2)

/** After a failure the provider is left alone for this long, however many terminals poll. */
export const pause = Duration.seconds(30)

/** Whether access need not be renewed yet. */
export const isFresh = (access: CardAccess, now: DateTime.DateTime): boolean => lasts(access, now, fresh)

/** Whether a reader may still get this access when renewing it failed. */
export const isUsable = (access: CardAccess, now: DateTime.DateTime): boolean => lasts(access, now, usable)

const lasts = (access: CardAccess, now: DateTime.DateTime, time: Duration.Duration): boolean =>
  DateTime.isGreaterThanOrEqualTo(access.expiresAt, DateTime.addDuration(now, time))

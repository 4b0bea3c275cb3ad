import { Context, DateTime, Duration, type Effect, type Redacted, type Schema } from "effect"
import type { CardProviderError } from "./CardProvider.ts"

/** The access token with which card readers take payments for the event until it expires. */
export interface CardAccess {
  readonly token: Redacted.Redacted
  readonly expiresAt: typeof Schema.DateTimeUtc.Type
}

/** The credentials with which an event gets new access tokens, from the connection that an administrator made. */
export interface CardCredentials {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
  /** The provider's address for this event; absent or null for the configured one. */
  readonly provider?: URL | null
}

/** New access, and the refresh token for the next renewal, which may be a new one. */
export interface RenewedAccess {
  readonly access: CardAccess
  readonly refreshToken: Redacted.Redacted
}

/** The authorisation that an administrator brings back from the provider. */
export interface CardGrant {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  readonly code: Redacted.Redacted
  /** The address to which the provider redirected; null if the provider chose it. */
  readonly redirectUri: string | null
  /** The provider's address for this event; absent or null for the configured one. */
  readonly provider?: URL | null
}

/** The parameters of the provider's authorisation page. */
export interface CardInvitation {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string
  /** The provider's address for this event; absent or null for the configured one. */
  readonly provider?: URL | null
}

/** Gets access tokens for card readers from the card provider. */
export class CardAccessProvider extends Context.Service<CardAccessProvider, {
  readonly renew: (credentials: CardCredentials) => Effect.Effect<RenewedAccess, CardProviderError>
  /** Redeems a code; an answer without a refresh token counts as unreadable. */
  readonly redeem: (grant: CardGrant) => Effect.Effect<RenewedAccess, CardProviderError>
  /** The page at which an administrator authorises card payments into their account (RFC 6749, 4.1.1). */
  readonly authorizeUrl: (invitation: CardInvitation) => URL
}>()("core/CardAccessProvider") {}

/** Access that lasts at least this long is used without renewal. */
const fresh = Duration.minutes(10)

/** If renewal fails, access that lasts at least this long is still used. */
const usable = Duration.minutes(2)

/** Pause after a failed renewal, however many terminals ask. */
export const pause = Duration.seconds(30)

/** Whether access needs no renewal yet. */
export const isFresh = (access: CardAccess, now: DateTime.DateTime): boolean => lasts(access, now, fresh)

/** Whether a reader may still get this access after a failed renewal. */
export const isUsable = (access: CardAccess, now: DateTime.DateTime): boolean => lasts(access, now, usable)

const lasts = (access: CardAccess, now: DateTime.DateTime, time: Duration.Duration): boolean =>
  DateTime.isGreaterThanOrEqualTo(access.expiresAt, DateTime.addDuration(now, time))

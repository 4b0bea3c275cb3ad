import { type DateTime, Option, Result, Schema } from "effect"
import { Moment } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { atMost } from "../base/Text.ts"
import { cardRules } from "./CardRules.ts"

/** Minutes within which an administrator must return from the provider. */
export const validMinutes = 15

const longestUrl = 2000

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || url.hash !== "" || url.username !== "" || url.password !== "") return false
  return url.protocol === "https:" || (url.protocol === "http:" && ["localhost", "127.0.0.1"].includes(url.hostname))
}

/** An authorisation to begin. */
export class NewCardAuthorisation extends Schema.Class<NewCardAuthorisation>("NewSumUpAuthorization")({
  /**
   * The address to which the card provider sends the administrator back: a page of the back office that is registered with the provider. It
   * begins with https and has no fragment.
   */
  redirect_uri: Schema.String.check(
    atMost(longestUrl),
    Schema.makeFilter(isWebAddress, { expected: "an https address without a fragment" })
  )
}) {}

/** An authorisation that an administrator has begun. */
export class CardAuthorisation extends Schema.Class<CardAuthorisation>("SumUpAuthorization")({
  /** The card provider's page on which the administrator allows the access. */
  authorize_url: Schema.String,
  /** The value that must come back with the code; it is valid once. */
  state: Schema.String,
  /** Until when the authorisation can be finished: 15 minutes after it was begun. */
  expires_at: Moment
}) {}

const Word = Schema.String.check(atMost(longestUrl), Schema.isMinLength(1))

/** The administrator's return from the provider. */
export class CardTokenPayload extends Schema.Class<CardTokenPayload>("SumUpTokenPayload")({
  /** The code that the card provider added to the address. */
  authorization_code: Word,
  /** The state that came back with the code; required if the same user has begun an authorisation. */
  state: Schema.optionalKey(nullOr(Word))
}) {}

/** An authorisation that was begun and not finished. */
export interface PendingConnection {
  readonly stateHash: string
  readonly redirectUri: string
  readonly expiresAt: DateTime.Utc
}

/**
 * Finds the unexpired authorisation that a user is finishing, among those that the same user began. None for a client
 * that begins none. Fails if the state is unknown, or is missing although the user began an authorisation: then the
 * user may have followed an attacker's link.
 */
export const pendingConnection = (
  begun: ReadonlyArray<PendingConnection>,
  stateHash: string | null
): Result.Result<Option.Option<PendingConnection>, InvalidArgument> => {
  if (stateHash === null && begun.length === 0) return Result.succeed(Option.none())
  const found = begun.find((one) => one.stateHash === stateHash)
  return found === undefined
    ? refuse(cardRules.authorisation_unknown)
    : Result.succeed(Option.some(found))
}

import { type DateTime, Option, Result, Schema } from "effect"
import { Moment } from "../primitives/Moment.ts"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { atMost } from "../primitives/Text.ts"
import { cardRules } from "./CardRules.ts"

/** An administrator who was sent to the provider comes back within so many minutes, or begins anew. */
export const validMinutes = 15

const longestUrl = 2000

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || url.hash !== "" || url.username !== "" || url.password !== "") return false
  return url.protocol === "https:" || (url.protocol === "http:" && ["localhost", "127.0.0.1"].includes(url.hostname))
}

/** Where the provider is to send the administrator back to: a page of the back office, which the provider knows. */
export class NewCardAuthorisation extends Schema.Class<NewCardAuthorisation>("NewSumUpAuthorization")({
  redirect_uri: Schema.String.check(
    atMost(longestUrl),
    Schema.makeFilter(isWebAddress, { expected: "an https address without a fragment" })
  )
}) {}

/** The administrator's way to the provider. */
export class CardAuthorisation extends Schema.Class<CardAuthorisation>("SumUpAuthorization")({
  /** Where the administrator lets the event take cards in their account. */
  authorize_url: Schema.String,
  /** What has to come back with the code; it is good once. */
  state: Schema.String,
  expires_at: Moment
}) {}

const Word = Schema.String.check(atMost(longestUrl), Schema.isMinLength(1))

/** What the administrator brings back from the provider. */
export class CardTokenPayload extends Schema.Class<CardTokenPayload>("SumUpTokenPayload")({
  authorization_code: Word,
  /** Of the call that began it, which whoever made that call can't do without. */
  state: Schema.optionalKey(Schema.NullOr(Word))
}) {}

/** An authorisation that somebody has begun and not finished. */
export interface PendingConnection {
  readonly stateHash: string
  readonly redirectUri: string
  readonly expiresAt: DateTime.Utc
}

/**
 * Which of the authorisations that the same person has begun, and that are not over, is being finished; none for a client that
 * never begins one. Whoever brings another state, or none in spite of having got one, follows somebody else's link.
 */
export const finished = (
  begun: ReadonlyArray<PendingConnection>,
  stateHash: string | null
): Result.Result<Option.Option<PendingConnection>, InvalidArgument> => {
  if (stateHash === null && begun.length === 0) return Result.succeed(Option.none())
  const found = begun.find((one) => one.stateHash === stateHash)
  return found === undefined
    ? refuse(cardRules.authorisation_unknown)
    : Result.succeed(Option.some(found))
}

import { type Result, Schema } from "effect"
import { nullOr, orElse, orNull } from "../base/OptionalField.ts"
import type { InvalidArgument } from "../base/Refusal.ts"
import { PastedLine, SingleLine } from "../base/Text.ts"
import { eventSecret } from "../organisation/SecretLocation.ts"
import { secretMarker } from "../organisation/SecretMarker.ts"
import type { Secrets } from "../organisation/Secrets.ts"
import { keepSecrets, originOf } from "../organisation/SecretTarget.ts"

/** Names of an event's secrets; each is sealed separately. */
export const SecretName = Schema.Literals([
  "sumup_api_key",
  "sumup_affiliate_key",
  "sumup_oauth_client_secret",
  "sumup_oauth_refresh_token",
  "pretix_api_key",
  "email_smtp_password",
  "headwind_password"
])
export type SecretName = typeof SecretName.Type

/** The sealed secrets by name; those that aren't set are absent. */
export const SealedSecrets = Schema.Record(Schema.String, Schema.String)
export type SealedSecrets = { readonly [Name in SecretName]?: string }

const secretOrEmpty = orElse(PastedLine, "")

/**
 * The secrets in an operator's request: the marker keeps the stored secret, null or empty text removes it. Older clients
 * leave out that of the device management, which keeps it as well.
 */
export const secretFields = {
  /** The API key of the card provider. The marker of answers keeps the stored one; empty or null removes it. */
  sumup_api_key: secretOrEmpty,
  /** The affiliate key of the card provider. The marker of answers keeps the stored one; empty or null removes it. */
  sumup_affiliate_key: secretOrEmpty,
  /** The client secret of the OAuth application. The marker of answers keeps the stored one; empty or null removes it. */
  sumup_oauth_client_secret: secretOrEmpty,
  /** The API token of a team of the ticket shop. The marker of answers keeps the stored one; empty or null removes it. */
  pretix_api_key: nullOr(PastedLine),
  /** The password at the mail server. The marker of answers keeps the stored one; empty or null removes it. */
  email_smtp_password: orNull(SingleLine),
  /** The password at the device management. Absent or the marker of answers: the stored one is kept; empty or null removes it. */
  headwind_password: Schema.optionalKey(nullOr(SingleLine))
}

type GivenSecrets =
  & { readonly [Name in Exclude<keyof typeof secretFields, "headwind_password">]: string | null }
  & { readonly headwind_password?: string | null }

/** The secrets as answers show them: a marker for each that is set. */
export const maskedSecrets = (sealed: SealedSecrets) => {
  const mask = (name: SecretName) => sealed[name] === undefined ? null : secretMarker
  return {
    sumup_api_key: mask("sumup_api_key") ?? "",
    sumup_affiliate_key: mask("sumup_affiliate_key") ?? "",
    sumup_oauth_client_secret: mask("sumup_oauth_client_secret") ?? "",
    sumup_oauth_refresh_token: mask("sumup_oauth_refresh_token") ?? "",
    pretix_api_key: mask("pretix_api_key"),
    email_smtp_password: mask("email_smtp_password"),
    headwind_password: mask("headwind_password")
  }
}

/** The settings that determine where secrets are sent. */
export interface SecretAddresses {
  readonly pretix_shop_url: string | null
  readonly email_smtp_host: string | null
  readonly email_smtp_port: number | null
  /** Absent: as stored. */
  readonly headwind_url?: string | null
}

/** Decides whether the secrets that a request keeps may be used with the new settings. */
export const keepEventSecrets = (
  given: GivenSecrets,
  stored: SealedSecrets,
  before: SecretAddresses,
  after: SecretAddresses
): Result.Result<void, InvalidArgument> => {
  const target = (
    secret: "pretix_api_key" | "email_smtp_password" | "headwind_password",
    address: string,
    of: (settings: SecretAddresses) => string | null
  ) =>
    (given[secret] === secretMarker || given[secret] === undefined) && stored[secret] !== undefined
      ? [{ secret, address, before: of(before), after: of(after) }]
      : []
  return keepSecrets([
    ...target("pretix_api_key", "pretix_shop_url", ({ pretix_shop_url }) => originOf(pretix_shop_url)),
    ...target("email_smtp_password", "email_smtp_host or email_smtp_port", mailServerOf),
    ...target(
      "headwind_password",
      "headwind_url",
      ({ headwind_url: url }) => originOf(url === undefined ? before.headwind_url ?? null : url)
    )
  ])
}

const mailServerOf = ({ email_smtp_host: host, email_smtp_port: port }: SecretAddresses): string | null =>
  host === null || host.trim() === "" ? null : `${host.trim().toLowerCase()}:${port ?? ""}`

/** The secrets to store after a request: new ones are sealed, marked ones kept, the others removed. */
export const sealSecrets = (
  eventId: bigint,
  given: GivenSecrets,
  stored: SealedSecrets,
  secrets: Secrets["Service"]
): SealedSecrets => {
  const sealed: { -readonly [Name in SecretName]?: string } = {}
  if (stored.sumup_oauth_refresh_token !== undefined) {
    sealed.sumup_oauth_refresh_token = stored.sumup_oauth_refresh_token
  }
  for (const name of givenNames) {
    const secret = given[name]
    const anew = secret ? secrets.seal(eventSecret(eventId, name), secret) : undefined
    const kept = secret === secretMarker || secret === undefined ? stored[name] : anew
    if (kept !== undefined) sealed[name] = kept
  }
  return sealed
}

const givenNames = [
  "sumup_api_key",
  "sumup_affiliate_key",
  "sumup_oauth_client_secret",
  "pretix_api_key",
  "email_smtp_password",
  "headwind_password"
] as const

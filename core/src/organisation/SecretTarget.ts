import { Result } from "effect"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { say, text } from "../primitives/Sentence.ts"
import { organisationRules } from "./OrganisationRules.ts"

/** A stored secret and the address to which it is sent. */
export interface SecretTarget {
  /** Name of the field with the secret, as the API calls it. */
  readonly secret: string
  /** Name of the field or fields with the address. */
  readonly address: string
  /** Scheme, host and port before and after the change; null for no address. */
  readonly before: string | null
  readonly after: string | null
}

const neededAnew = text({
  en: "{secret} is needed anew, because {address} leads to another server",
  de: "{secret} neu eingeben, weil {address} zu einem anderen Server führt"
})

/**
 * Decides whether stored secrets may be kept. Secrets can't be read back, but a user who changes the address could have
 * them sent to a server of their own. Therefore a secret must be entered again when its address leads to another
 * server.
 */
export const keepSecrets = (targets: ReadonlyArray<SecretTarget>): Result.Result<void, InvalidArgument> => {
  const problems = targets
    .filter(({ after, before }) => after !== null && after !== before)
    .map(({ address, secret }) => say(neededAnew, { secret, address }))
  return problems.length === 0 ? Result.void : refuse(organisationRules.secret_needed_anew, { problems })
}

/** Scheme, host and port of a web address; null for none. */
export const originOf = (address: string | null): string | null => {
  const url = URL.parse(address ?? "")
  return url === null ? null : `${url.protocol}//${url.host}`
}

import { Result } from "effect"
import { type InvalidArgument, refuseTogether } from "../base/Refusal.ts"
import { problem } from "../base/Rule.ts"
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

/**
 * Decides whether stored secrets may be kept. Secrets can't be read back, but a user who changes the address could have
 * them sent to a server of their own. Therefore a secret must be entered again when its address leads to another
 * server.
 */
export const keepSecrets = (targets: ReadonlyArray<SecretTarget>): Result.Result<void, InvalidArgument> => {
  const problems = targets
    .filter(({ after, before }) => after !== null && after !== before)
    .map(({ address, secret }) => problem(organisationRules.secret_of_other_server, [secret], { secret, address }))
  return problems.length === 0 ? Result.void : refuseTogether(organisationRules.secret_needed_anew, problems)
}

/** Scheme, host and port of a web address; null for none. */
export const originOf = (address: string | null): string | null => {
  const url = URL.parse(address ?? "")
  return url === null ? null : `${url.protocol}//${url.host}`
}

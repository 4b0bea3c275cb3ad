import { Result } from "effect"
import { InvalidArgument } from "../primitives/Refusal.ts"

/** A stored secret and the address that it is sent to. */
export interface SecretTarget {
  /** Of the field that holds the secret, as the API calls it. */
  readonly secret: string
  /** Of the fields that hold the address. */
  readonly address: string
  /** Scheme, host and port as they were and as they would be; null for none. */
  readonly before: string | null
  readonly after: string | null
}

/**
 * Decides whether stored secrets can stay. Nobody can read them back, but whoever could send them to another server, which
 * listens, would have them all the same; so there each has to be entered anew.
 */
export const keepSecrets = (targets: ReadonlyArray<SecretTarget>): Result.Result<void, InvalidArgument> => {
  const problems = targets
    .filter(({ after, before }) => after !== null && after !== before)
    .map(({ address, secret }) => `${secret} is needed anew, because ${address} leads to another server`)
  return problems.length === 0 ? Result.void : Result.fail(new InvalidArgument({ message: problems.join("; ") }))
}

/** Scheme, host and port of a web address; null for none. */
export const originOf = (address: string | null): string | null => {
  const url = URL.parse(address ?? "")
  return url === null ? null : `${url.protocol}//${url.host}`
}

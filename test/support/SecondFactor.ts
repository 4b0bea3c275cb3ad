import { codeOf, fromBase32, stepAt } from "@wristbank/core/organisation/Totp"
import { Clock, Effect } from "effect"
import { field } from "./administration.ts"

interface Answered {
  readonly status: number
  readonly body: unknown
}

/** Sends a body to a path of the administration API as one user. */
type Post<R> = (path: string, body: unknown) => Effect.Effect<Answered, never, R>

/**
 * The code that the app with a secret shows, or will show some steps from now. A test has two codes: that of now, and the
 * next one, which counts already.
 */
export const appCode = (secret: string, later: 0 | 1 = 0) =>
  Effect.map(Clock.currentTimeMillis, (now) => codeOf(fromBase32(secret), stepAt(now) + later))

const succeeded = ({ body, status }: Answered) => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** Sets up a second factor for a user; uses up the code of now. */
export const enrol = Effect.fnUntraced(function*<R>(post: Post<R>, password: string) {
  const secret = String(field(succeeded(yield* post("/auth/second-factor/begin", { password })), "secret"))
  const confirmed = succeeded(yield* post("/auth/second-factor/confirm", { code: yield* appCode(secret) }))
  return { secret, recoveryCodes: field(confirmed, "recovery_codes") as ReadonlyArray<string> }
})

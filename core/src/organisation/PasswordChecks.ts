import { Context, Effect, Layer, Redacted } from "effect"
import { AccessDenied, Unauthorized } from "../base/Refusal.ts"
import type { Rule } from "../base/Rule.ts"
import { originators } from "./AuditLog.ts"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import { rootId } from "./Node.ts"
import { isPassword } from "./PasswordHash.ts"
import { type Candidate, SessionRepository } from "./SessionRepository.ts"
import { oldPassword } from "./SignInLimit.ts"
import { SignInLimits } from "./SignInLimits.ts"

/** Compares passwords with those of users. */
export class PasswordChecks extends Context.Service<PasswordChecks>()("core/PasswordChecks", {
  make: Effect.gen(function*() {
    const sessions = yield* SessionRepository
    const audit = yield* AuditLogRepository
    const limits = yield* SignInLimits

    /** Those of the users who have the password; undefined if none has. It takes as long without any user. */
    const matching = Effect.fnUntraced(function*(
      candidates: ReadonlyArray<Candidate>,
      password: Redacted.Redacted
    ) {
      const matches: Array<Candidate> = []
      for (const candidate of candidates) {
        if (yield* isPassword(Redacted.value(password), candidate.password_hash)) matches.push(candidate)
      }
      if (candidates.length === 0) yield* isPassword(Redacted.value(password), null)
      return matches.length === 0 ? undefined : matches
    })

    // A login that does not exist may be a password typed into the wrong field, so it is not stored.
    const auditFailure = (candidates: ReadonlyArray<Candidate>, address: string) => {
      const [only, ...others] = candidates
      return audit.insert({
        nodeId: only !== undefined && others.length === 0 ? only.node_id : rootId,
        logType: "user_sign_in_failed",
        userId: null,
        terminalId: null,
        content: { login: only?.login ?? null, address, by: originators.visitor }
      })
    }

    /** Returns a signed-in user who gives their password again; a wrong one is refused by the rule. */
    const ofUser = Effect.fnUntraced(function*(
      { address, password, userId }: {
        readonly userId: bigint
        readonly password: Redacted.Redacted
        readonly address: string
      },
      rule: Rule<string, "AccessDenied">
    ) {
      const [user] = yield* sessions.find(userId)
      if (user === undefined) return yield* new Unauthorized()
      const known = yield* limits.guard({
        attempt: oldPassword({ userId, address }),
        check: matching([user], password)
      })
      if (known !== undefined) return user
      yield* auditFailure([user], address)
      return yield* AccessDenied.of(rule)
    })

    return { auditFailure, matching, ofUser }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([AuditLogRepository.layer, SessionRepository.layer, SignInLimits.layer])
  )
}

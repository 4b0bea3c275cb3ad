import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { AccessDenied } from "../base/Refusal.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import { organisationRules } from "./OrganisationRules.ts"
import { PasswordChecks } from "./PasswordChecks.ts"
import { hashNewPassword } from "./PasswordHash.ts"
import type { SignedInSession } from "./Session.ts"
import { type Candidate, SessionRepository } from "./SessionRepository.ts"

/** New passwords that users of the back office set for themselves. */
export class PasswordChanges extends Context.Service<PasswordChanges>()("core/PasswordChanges", {
  make: Effect.gen(function*() {
    const { withTransaction } = yield* SqlClient.SqlClient
    const sessions = yield* SessionRepository
    const audit = yield* AuditLogRepository
    const { auditFailure, ofUser } = yield* PasswordChecks

    /** Sets a new password for a caller who gives the old one, and ends all their other sessions. */
    const change = Effect.fn("PasswordChanges.change")(
      function*(
        session: SignedInSession,
        oldPassword: Redacted.Redacted,
        newPassword: Redacted.Redacted,
        address: string
      ) {
        const proof = { userId: session.userId, password: oldPassword, address }
        const user = yield* ofUser(proof, organisationRules.old_password_wrong)
        const passwordHash = yield* hashNewPassword(Redacted.value(newPassword), user.login)
        if (yield* replacePassword(session.sessionHash, user, passwordHash)) return
        yield* auditFailure([user], address)
        return yield* AccessDenied.of(organisationRules.old_password_wrong)
      },
      dieOnInfrastructure
    )

    const replacePassword = Effect.fnUntraced(
      function*(sessionHash: Uint8Array, user: Candidate, passwordHash: string) {
        if (!(yield* sessions.replacePassword(user, passwordHash))) return false
        yield* sessions.removeOthers(user.id, sessionHash)
        yield* audit.insert({
          nodeId: user.node_id,
          logType: "user_password_changed",
          userId: user.id,
          terminalId: null,
          content: { id: user.id }
        })
        return true
      },
      withTransaction
    )

    return { change }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([AuditLogRepository.layer, PasswordChecks.layer, SessionRepository.layer])
  )
}

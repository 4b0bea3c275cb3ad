import { Context, Effect, Layer, Redacted, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { AccessDenied, NotFound, Unauthorized } from "../primitives/Refusal.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import { rootId } from "./Node.ts"
import { organisationRules } from "./OrganisationRules.ts"
import { admitSignIn, hashNewPassword, isPassword } from "./PasswordHash.ts"
import * as Session from "./Session.ts"
import { type Candidate, SessionRepository } from "./SessionRepository.ts"
import { limits as attempts, officeSignIn, oldPassword as oldPasswordAttempt } from "./SignInLimit.ts"
import { SignInLimits } from "./SignInLimits.ts"
import { hashToken, makeToken } from "./Token.ts"

/** A user whose token was verified, and the session of the token. */
export interface SignedInSession {
  readonly userId: bigint
  readonly sessionHash: Uint8Array
}

/** Sessions of the back office. */
export class Sessions extends Context.Service<Sessions>()("core/Sessions", {
  make: Effect.gen(function*() {
    const { withTransaction } = yield* SqlClient.SqlClient
    const sessions = yield* SessionRepository
    const audit = yield* AuditLogRepository
    const limits = yield* SignInLimits

    const matching = Effect.fnUntraced(function*(candidates: ReadonlyArray<Candidate>, password: Redacted.Redacted) {
      const matches: Array<Candidate> = []
      for (const candidate of candidates) {
        if (yield* isPassword(Redacted.value(password), candidate.password_hash)) matches.push(candidate)
      }
      if (candidates.length === 0) yield* isPassword(Redacted.value(password), null)
      return matches.length === 0 ? undefined : matches
    })

    /** Opens no session if the user was deactivated or got another password since it was verified. */
    const open = Effect.fnUntraced(function*(user: Candidate, { address, kind }: Session.SignIn) {
      const { hash, token } = yield* makeToken
      if (!(yield* sessions.open({ hash, kind }, user, address))) return
      yield* sessions.prune(user.id)
      yield* audit.insert({
        nodeId: user.node_id,
        logType: "user_signed_in",
        userId: user.id,
        terminalId: null,
        content: { id: user.id, address }
      })
      return new Session.UserLoginSuccess({ user: describe(user), token })
    }, withTransaction)

    // A login that does not exist may be a password typed into the wrong field, so it is not stored.
    const auditFailure = (candidates: ReadonlyArray<Candidate>, address: string) => {
      const [only, ...others] = candidates
      return audit.insert({
        nodeId: only !== undefined && others.length === 0 ? only.node_id : rootId,
        logType: "user_sign_in_failed",
        userId: null,
        terminalId: null,
        content: { login: only?.login ?? null, address }
      })
    }

    /**
     * Opens a session for the user with this login and password. If several users match, returns their nodes to choose
     * from.
     */
    const signIn = Effect.fn("Sessions.signIn")(
      function*(attempt: Session.SignIn) {
        const { address, login: typed, nodeId, password } = attempt
        const login = typed.normalize("NFC").trim()
        const refused = AccessDenied.of(organisationRules.sign_in_failed)
        const matches = yield* limits.guard({
          attempt: officeSignIn({ login, nodeId, address }),
          admit: admitSignIn,
          check: Effect.gen(function*() {
            const candidates = yield* sessions.withLogin({ login, nodeId })
            const found = yield* matching(candidates, password)
            if (found === undefined) yield* auditFailure(candidates, address)
            return found
          })
        })
        if (matches === undefined) return yield* refused
        const [user, ...others] = matches
        if (user === undefined || others.length > 0) {
          return new Session.UserLoginResult({ success: null, available_nodes: matches.map(choiceOf) })
        }
        yield* limits.consume({ key: `signed in user ${user.id}`, limit: attempts.signIns })
        const success = (yield* open(user, attempt)) ??
          (yield* Effect.andThen(auditFailure([user], address), Effect.fail(refused)))
        return new Session.UserLoginResult({ success, available_nodes: null })
      },
      dieOnInfrastructure
    )

    /** Returns the user and session of a token. */
    const verify = Effect.fn("Sessions.verify")(function*({ kind, token }: Session.ShownToken) {
      const sessionHash = hashToken(token)
      const found = yield* sessions.userOf(sessionHash, kind)
      if (found === undefined) return yield* new Unauthorized()
      if (found.unnoted) yield* sessions.noteSeen(sessionHash)
      return { userId: found.user_id, sessionHash } satisfies SignedInSession
    }, dieOnInfrastructure)

    /** The user of a session, as the sign-in answered them. */
    const signedIn = Effect.fn("Sessions.signedIn")(function*({ userId }: SignedInSession) {
      const [user] = yield* sessions.find(userId)
      return user === undefined ? yield* new Unauthorized() : describe(user)
    }, dieOnInfrastructure)

    const signOut = Effect.fn("Sessions.signOut")(
      function*({ sessionHash, userId }: SignedInSession) {
        yield* sessions.remove(sessionHash)
        const [user] = yield* sessions.find(userId)
        if (user === undefined) return
        yield* audit.insert({
          nodeId: user.node_id,
          logType: "user_signed_out",
          userId,
          terminalId: null,
          content: { id: userId }
        })
      },
      withTransaction,
      Effect.orDie
    )

    /** The sessions of the caller, newest first. */
    const list = Effect.fn("Sessions.list")(({ sessionHash, userId }: SignedInSession) =>
      Effect.orDie(sessions.list({ userId, hash: sessionHash }))
    )

    /** Ends one of the caller's sessions; its token stops working at once. */
    const revoke = Effect.fn("Sessions.revoke")(
      function*({ userId }: SignedInSession, id: bigint) {
        if (!(yield* sessions.removeOne(userId, id))) {
          return yield* new NotFound({ element_type: "session", element_id: id })
        }
        const [user] = yield* sessions.find(userId)
        yield* audit.insert({
          nodeId: user!.node_id,
          logType: "user_session_revoked",
          userId,
          terminalId: null,
          content: { id: userId, session_id: id }
        })
      },
      withTransaction,
      dieOnInfrastructure
    )

    /** Sets a new password for a caller who gives the old one, and ends all their other sessions. */
    const changePassword = Effect.fn("Sessions.changePassword")(
      function*(
        session: SignedInSession,
        oldPassword: Redacted.Redacted,
        newPassword: Redacted.Redacted,
        address: string
      ) {
        const [user] = yield* sessions.find(session.userId)
        if (user === undefined) return yield* new Unauthorized()
        const refused = Effect.andThen(
          auditFailure([user], address),
          Effect.fail(AccessDenied.of(organisationRules.old_password_wrong))
        )
        const known = yield* limits.guard({
          attempt: oldPasswordAttempt({ userId: user.id, address }),
          check: matching([user], oldPassword)
        })
        if (known === undefined) return yield* refused
        const passwordHash = yield* hashNewPassword(Redacted.value(newPassword), user.login)
        if (!(yield* replacePassword(session.sessionHash, user, passwordHash))) return yield* refused
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

    return { changePassword, list, revoke, signedIn, signIn, signOut, verify }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

// The privileges of a user depend on the node, so clients read them from the tree.
const describe = (user: Candidate): Session.OfficeUser =>
  new Session.OfficeUser({
    ...Struct.omit(user, ["node_description", "node_name", "password_hash"]),
    active_role_id: null,
    active_role_name: null,
    privileges: []
  })

const choiceOf = (user: Candidate): Session.NodeChoice =>
  new Session.NodeChoice({ node_id: user.node_id, name: user.node_name, description: user.node_description })

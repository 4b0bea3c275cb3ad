import { Clock, Context, Effect, Layer, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { AccessDenied, NotFound, Unauthorized } from "../base/Refusal.ts"
import { networkOf } from "../base/SenderNetwork.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import { tagOf } from "./KnownDevice.ts"
import { KnownSenders } from "./KnownSenders.ts"
import { organisationRules } from "./OrganisationRules.ts"
import { PasswordChecks } from "./PasswordChecks.ts"
import { admitKnownSignIn, admitSignIn } from "./PasswordHash.ts"
import { byKind } from "./Privilege.ts"
import type { TypedCode } from "./SecondFactor.ts"
import { secondFactorRules } from "./SecondFactorRules.ts"
import { SecondFactors } from "./SecondFactors.ts"
import * as Session from "./Session.ts"
import { type Candidate, SessionRepository } from "./SessionRepository.ts"
import { officeSignIn, successfulSignIns } from "./SignInLimit.ts"
import { SignInLimits } from "./SignInLimits.ts"
import { hashToken, makeToken } from "./Token.ts"

/** The kind of the code that was used up; null without a second factor. */
type FactorShown = TypedCode["kind"] | "missing" | null

/** Sessions of the back office. */
export class Sessions extends Context.Service<Sessions>()("core/Sessions", {
  make: Effect.gen(function*() {
    const { withTransaction } = yield* SqlClient.SqlClient
    const sessions = yield* SessionRepository
    const audit = yield* AuditLogRepository
    const limits = yield* SignInLimits
    const known = yield* KnownSenders
    const { auditFailure, matching } = yield* PasswordChecks
    const secondFactors = yield* SecondFactors

    /** Opens no session if the user was deactivated, or password or second factor changed since they were verified. */
    const open = Effect.fnUntraced(function*(user: Candidate, attempt: Session.SignIn, factor: FactorShown) {
      const { address, kind } = attempt
      const { hash, token } = yield* makeToken
      if (!(yield* sessions.open({ hash, kind, browser: attempt.browser }, user, address))) return
      yield* sessions.prune(user.id)
      yield* audit.insert({
        nodeId: user.node_id,
        logType: "user_signed_in",
        userId: user.id,
        terminalId: null,
        content: { id: user.id, address, ...(factor === null ? {} : { second_factor: factor }) }
      })
      return new Session.UserLoginSuccess({ user: describe(user), token })
    }, withTransaction)

    /** Uses up the code of a user who has a second factor; "missing" if they gave none. */
    const factorOf = Effect.fnUntraced(function*(user: Candidate, { address, code }: Session.SignIn) {
      if (!user.second_factor) return null
      if (code === null || code.trim() === "") return "missing" as const
      return yield* Effect.tapError(
        secondFactors.use(user.id, code, address),
        (error) => Effect.when(auditFailure([user], address), Effect.succeed(error._tag === "AccessDenied"))
      )
    })

    /**
     * The users who match, with the second factor of the only one. Without a user the try counts as a wrong password,
     * and so does a wrong code.
     */
    const check = Effect.fnUntraced(function*(login: string, attempt: Session.SignIn) {
      const candidates = yield* sessions.withLogin({ login, nodeId: attempt.nodeId })
      const users = yield* matching(candidates, attempt.password)
      if (users === undefined) {
        yield* auditFailure(candidates, attempt.address)
        return undefined
      }
      const [user, ...others] = users
      const factor = user === undefined || others.length > 0 ? null : yield* factorOf(user, attempt)
      return { users, factor }
    })

    const enter = Effect.fnUntraced(
      function*(attempt: Session.SignIn, device: string | undefined, admit: typeof admitSignIn) {
        const { address, nodeId } = attempt
        const login = Session.loginOf(attempt.login)
        const refused = AccessDenied.of(organisationRules.sign_in_failed)
        const found = yield* limits.guard({
          attempt: officeSignIn({ login, nodeId, address, device }),
          admit,
          check: check(login, attempt),
          isComplete: ({ factor }) => factor !== "missing"
        })
        if (found === undefined) return yield* refused
        const { factor, users } = found
        if (factor === "missing") return yield* AccessDenied.of(secondFactorRules.code_needed)
        const [user, ...others] = users
        if (user === undefined || others.length > 0) {
          return new Session.UserLoginResult({ success: null, available_nodes: users.map(choiceOf) })
        }
        yield* limits.consume(successfulSignIns(`user ${user.id}`, device ?? networkOf(address)))
        const success = (yield* open(user, attempt, factor)) ??
          (yield* Effect.andThen(auditFailure([user], address), Effect.fail(refused)))
        yield* known.remember(user.id, address)
        return new Session.UserLoginResult({ success, available_nodes: null })
      }
    )

    /**
     * Opens a session for the user with this login and password, and with the code of their second factor if they have
     * one. If several users match, returns their nodes to choose from. Known networks and devices don't wait among others.
     */
    const signIn = Effect.fn("Sessions.signIn")(
      function*(attempt: Session.SignIn) {
        const now = yield* Clock.currentTimeMillis
        const device = known.deviceOf(tagOf(Session.loginOf(attempt.login)), attempt.device, now)
        return device !== undefined || known.isKnownNetwork(networkOf(attempt.address), now)
          ? yield* known.asKnown(enter(attempt, device, admitKnownSignIn))
          : yield* enter(attempt, device, admitSignIn)
      },
      dieOnInfrastructure
    )

    /** Returns the user and session of a token. */
    const verify = Effect.fn("Sessions.verify")(function*({ kind, token }: Session.ShownToken) {
      const sessionHash = hashToken(token)
      const found = yield* sessions.userOf(sessionHash, kind)
      if (found === undefined) return yield* new Unauthorized()
      if (found.unnoted) yield* sessions.noteSeen(sessionHash)
      return { userId: found.user_id, sessionHash, mustEnrol: found.must_enrol } satisfies Session.VerifiedSession
    }, dieOnInfrastructure)

    /** The user of a session, as the sign-in answered them. */
    const signedIn = Effect.fn("Sessions.signedIn")(function*({ userId }: Session.SignedInSession) {
      const [user] = yield* sessions.find(userId)
      return user === undefined ? yield* new Unauthorized() : describe(user)
    }, dieOnInfrastructure)

    const signOut = Effect.fn("Sessions.signOut")(
      function*({ sessionHash, userId }: Session.SignedInSession) {
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
    const list = Effect.fn("Sessions.list")(({ sessionHash, userId }: Session.SignedInSession) =>
      Effect.orDie(sessions.list({ userId, hash: sessionHash }))
    )

    /** Ends one of the caller's sessions; its token stops working at once. */
    const revoke = Effect.fn("Sessions.revoke")(
      function*({ userId }: Session.SignedInSession, id: bigint) {
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

    /** Ends all sessions of the caller but the calling one. */
    const endOthers = Effect.fn("Sessions.endOthers")(
      function*({ sessionHash, userId }: Session.SignedInSession) {
        const count = yield* sessions.removeOthers(userId, sessionHash)
        if (count === 0) return
        const [user] = yield* sessions.find(userId)
        yield* audit.insert({
          nodeId: user!.node_id,
          logType: "user_sessions_ended",
          userId,
          terminalId: null,
          content: { id: userId, count }
        })
      },
      withTransaction,
      Effect.orDie
    )

    return { endOthers, list, revoke, signedIn, signIn, signOut, verify }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([KnownSenders.layer, PasswordChecks.layer, SecondFactors.layer, SignInLimits.layer]),
    Layer.provide([AuditLogRepository.layer, SessionRepository.layer])
  )
}

// The privileges of a user depend on the node, so clients read them from the tree.
const describe = (user: Candidate): Session.OfficeUser =>
  new Session.OfficeUser({
    ...Struct.omit(user, ["node_description", "node_name", "password_hash", "second_factor"]),
    active_role_id: null,
    active_role_name: null,
    privileges: [],
    ...byKind([])
  })

const choiceOf = (user: Candidate): Session.NodeChoice =>
  new Session.NodeChoice({ node_id: user.node_id, name: user.node_name, description: user.node_description })

import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { AccessDenied, InvalidArgument, Unauthorized } from "../base/Refusal.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import type { AuditKind } from "./AuditKind.ts"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import type { Caller } from "./Caller.ts"
import { Changes } from "./Changes.ts"
import { PasswordChecks } from "./PasswordChecks.ts"
import * as SecondFactor from "./SecondFactor.ts"
import { SecondFactorRepository } from "./SecondFactorRepository.ts"
import { secondFactorRules } from "./SecondFactorRules.ts"
import { secondFactorSecret } from "./SecretLocation.ts"
import { Secrets } from "./Secrets.ts"
import type { SignedInSession } from "./Session.ts"
import { SessionRepository } from "./SessionRepository.ts"
import { secondFactorCode } from "./SignInLimit.ts"
import { SignInLimits } from "./SignInLimits.ts"
import { hashToken } from "./Token.ts"
import { acceptedStep, fromBase32, secretBytes, toBase32, uriOf } from "./Totp.ts"

/** 120 bits, so that a plain hash is enough (ASVS 6.5.2). */
const recoveryCodeBytes = 15

const newCodes = Effect.sync(() =>
  Array.from({ length: SecondFactor.recoveryCodes }, () => toBase32(randomBytes(recoveryCodeBytes)))
)

const shown = (codes: ReadonlyArray<string>) =>
  new SecondFactor.RecoveryCodes({ recovery_codes: codes.map(SecondFactor.showRecoveryCode) })

/** A change of one's own second factor, and the address it comes from. */
interface OwnChange {
  readonly session: SignedInSession
  readonly proof: SecondFactor.SecondFactorProof
  readonly address: string
}

/** Authenticator apps of users of the back office, their recovery codes, and the nodes that require them. */
export class SecondFactors extends Context.Service<SecondFactors>()("core/SecondFactors", {
  make: Effect.gen(function*() {
    const { withTransaction } = yield* SqlClient.SqlClient
    const stored = yield* SecondFactorRepository
    const sessions = yield* SessionRepository
    const audit = yield* AuditLogRepository
    const changes = yield* Changes
    const limits = yield* SignInLimits
    const passwords = yield* PasswordChecks
    const secrets = yield* Secrets

    const find = Effect.fnUntraced(function*(userId: bigint) {
      const [found] = yield* stored.find(userId)
      return found ?? (yield* new Unauthorized())
    })

    const requiredBy = (nodeId: bigint) => Effect.map(stored.requiredBy(nodeId), ([node]) => node ?? null)

    /** The step of a code of the app that counts now. */
    const stepOf = Effect.fnUntraced(function*(userId: bigint, code: string) {
      const { last_step, secret } = yield* find(userId)
      if (secret === null) return undefined
      const opened = yield* secrets.open(secondFactorSecret(userId), secret)
      const now = yield* Clock.currentTimeMillis
      return acceptedStep({ secret: fromBase32(opened), lastStep: Number(last_step) }, code, now)
    })

    /** The kind of a typed code, and the statement that uses it up; undefined if the code is wrong. */
    const read = Effect.fnUntraced(function*(userId: bigint, typed: string) {
      const known = SecondFactor.readCode(typed)
      if (known === undefined) return undefined
      const { code, kind } = known
      if (kind === "recovery_code") {
        const hash = hashToken(code)
        return (yield* stored.hasRecoveryCode(userId, hash))
          ? { kind, useUp: stored.useRecoveryCode(userId, hash) }
          : undefined
      }
      const step = yield* stepOf(userId, code)
      return step === undefined ? undefined : { kind, useUp: stored.useStep(userId, step) }
    })

    /**
     * Reads a code that a user shows together with their password. Wrong codes are counted for the user from all
     * networks together: the one who tries them knows the password, so no one else can lock the user out.
     */
    const check = Effect.fnUntraced(function*(userId: bigint, typed: string, address: string) {
      const found = yield* limits.guard({
        attempt: secondFactorCode({ userId, address }),
        check: read(userId, typed)
      })
      return found ?? (yield* AccessDenied.of(secondFactorRules.code_wrong))
    })

    type Checked = Effect.Success<ReturnType<typeof check>>

    const useUp = Effect.fnUntraced(function*({ kind, useUp: take }: Checked) {
      return (yield* take) ? kind : yield* AccessDenied.of(secondFactorRules.code_wrong)
    })

    /** Uses up such a code and returns its kind. Of two calls with the same code, one succeeds. */
    const use = Effect.fnUntraced(function*(userId: bigint, typed: string, address: string) {
      return yield* useUp(yield* check(userId, typed, address))
    })

    /** A user's second factor. */
    const state = Effect.fn("SecondFactors.state")(function*(userId: bigint) {
      const { enrolled_at, node_id, recovery_codes_left } = yield* find(userId)
      const required_by = yield* requiredBy(node_id)
      return new SecondFactor.SecondFactorState({ enrolled_at, recovery_codes_left, required_by })
    }, dieOnInfrastructure)

    /** Begins to set up an app for a user who gives their password. Signing in stays as it is until a code is confirmed. */
    const begin = Effect.fn("SecondFactors.begin")(
      function*({ userId }: SignedInSession, password: string, address: string) {
        const proof = { userId, password: Redacted.make(password), address }
        const { login } = yield* passwords.ofUser(proof, secondFactorRules.password_wrong)
        const secret = toBase32(randomBytes(secretBytes))
        yield* withTransaction(Effect.gen(function*() {
          yield* stored.lock(userId)
          const { enrolled_at } = yield* find(userId)
          if (enrolled_at !== null) return yield* InvalidArgument.of(secondFactorRules.second_factor_exists)
          yield* stored.begin(userId, secrets.seal(secondFactorSecret(userId), secret))
        }))
        return new SecondFactor.NewSecondFactor({ secret, uri: uriOf(login, secret) })
      },
      dieOnInfrastructure
    )

    /** Ends the other sessions, which began under other conditions, and writes the audit entry. */
    const changed = Effect.fnUntraced(function*({ sessionHash, userId }: SignedInSession, logType: AuditKind) {
      const { node_id } = yield* find(userId)
      yield* sessions.removeOthers(userId, sessionHash)
      yield* audit.insert({ nodeId: node_id, logType, userId, terminalId: null, content: { id: userId } })
    })

    /** Makes the app count whose code is given, and returns new recovery codes. All other sessions of the user end. */
    const confirm = Effect.fn("SecondFactors.confirm")(
      function*(session: SignedInSession, typed: string) {
        const { userId } = session
        yield* stored.lock(userId)
        const { enrolled_at, secret } = yield* find(userId)
        if (enrolled_at !== null) return yield* InvalidArgument.of(secondFactorRules.second_factor_exists)
        if (secret === null) return yield* InvalidArgument.of(secondFactorRules.second_factor_not_begun)
        const step = yield* stepOf(userId, SecondFactor.readCode(typed)?.code ?? "")
        if (step === undefined) return yield* AccessDenied.of(secondFactorRules.code_wrong)
        const codes = yield* newCodes
        yield* stored.enrol(userId, step, codes.map(hashToken))
        yield* changed(session, "user_second_factor_enrolled")
        return shown(codes)
      },
      withTransaction,
      dieOnInfrastructure
    )

    /** Changes the second factor of a user who gives password and code. */
    const withProof = <A, E, R>({ address, proof, session }: OwnChange, change: Effect.Effect<A, E, R>) =>
      Effect.gen(function*() {
        const { userId } = session
        const password = Redacted.make(proof.password)
        const { second_factor } = yield* passwords.ofUser(
          { userId, password, address },
          secondFactorRules.password_wrong
        )
        if (!second_factor) return yield* InvalidArgument.of(secondFactorRules.second_factor_missing)
        const checked = yield* check(userId, proof.code, address)
        return yield* withTransaction(Effect.all([stored.lock(userId), useUp(checked), change])).pipe(
          Effect.map(([, , result]) => result)
        )
      }).pipe(dieOnInfrastructure)

    /** Removes the caller's second factor. All their other sessions end. */
    const remove = Effect.fn("SecondFactors.remove")((own: OwnChange) =>
      withProof(
        own,
        Effect.andThen(stored.remove(own.session.userId), changed(own.session, "user_second_factor_removed"))
      )
    )

    /** Replaces the caller's recovery codes. */
    const renewCodes = Effect.fn("SecondFactors.renewCodes")((own: OwnChange) =>
      withProof(
        own,
        Effect.gen(function*() {
          const { userId } = own.session
          const { enrolled_at } = yield* find(userId)
          if (enrolled_at === null) return yield* InvalidArgument.of(secondFactorRules.second_factor_missing)
          const codes = yield* newCodes
          yield* stored.replaceCodes(userId, codes.map(hashToken))
          yield* changed(own.session, "user_recovery_codes_renewed")
          return shown(codes)
        })
      )
    )

    const settingOf = Effect.fnUntraced(function*(nodeId: bigint) {
      const required = yield* stored.requires(nodeId)
      return new SecondFactor.NodeSecondFactor({ required, required_by: yield* requiredBy(nodeId) })
    })

    /** Whether the caller's node requires a second factor. */
    const setting = Effect.fn("SecondFactors.setting")((caller: Caller) => Effect.orDie(settingOf(caller.node.id)))

    /**
     * Sets whether the caller's node requires a second factor of the users at it and below. It counts from their next
     * call on. Bookings don't depend on it, so the version of the configuration stays.
     */
    const setSetting = Effect.fn("SecondFactors.setSetting")((caller: Caller, required: boolean) =>
      changes.run(
        caller,
        (before) => ({
          logType: "node_second_factor_updated",
          content: { id: caller.node.id, old: { required: before }, new: { required } }
        }),
        stored.require(caller.node.id, required),
        { withoutVersion: true }
      ).pipe(Effect.andThen(setting(caller)))
    )

    return { begin, confirm, remove, renewCodes, setSetting, setting, state, use }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, PasswordChecks.layer, SignInLimits.layer]),
    Layer.provide([AuditLogRepository.layer, SecondFactorRepository.layer, SessionRepository.layer])
  )
}

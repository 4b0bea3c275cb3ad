import { Context, Effect, Layer } from "effect"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import type { Caller } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { rootId } from "../organisation/Node.ts"
import { organisationRules } from "../organisation/OrganisationRules.ts"
import { hashNewPassword } from "../organisation/PasswordHash.ts"
import { keepsAdministrator } from "../organisation/RoleAssignment.ts"
import { RoleAssignmentRepository } from "../organisation/RoleAssignmentRepository.ts"
import { SecondFactorResets } from "../organisation/SecondFactorResets.ts"
import { secondFactorRules } from "../organisation/SecondFactorRules.ts"
import { SecondFactors } from "../organisation/SecondFactors.ts"
import type { SignedInSession } from "../organisation/Session.ts"
import { SessionRepository } from "../organisation/SessionRepository.ts"
import * as User from "../organisation/User.ts"
import * as UserChange from "../organisation/UserChange.ts"
import { UserChangeRepository } from "../organisation/UserChangeRepository.ts"
import { UserRepository } from "../organisation/UserRepository.ts"
import { Users } from "../organisation/Users.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { isTaken } from "../sql/UniqueKey.ts"
import { disable } from "./AccountChange.ts"
import { AccountTagRepository } from "./AccountTagRepository.ts"

/** Changes of users: their data, their password, their removal. Made at the users' own node. */
export class UserChanges extends Context.Service<UserChanges>()("core/UserChanges", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const accountTags = yield* AccountTagRepository
    const assignments = yield* RoleAssignmentRepository
    const changes = yield* Changes
    const factors = yield* SecondFactors
    const resets = yield* SecondFactorResets
    const sessions = yield* SessionRepository
    const stored = yield* UserChangeRepository
    const userRepository = yield* UserRepository
    const users = yield* Users

    /** A user of the caller's own node whom the caller may change, read by the given function. */
    const ownAs = Effect.fnUntraced(function*(caller: Caller, id: bigint, read: typeof stored.find) {
      const user = yield* read(id)
      if (user === undefined || user.node_id !== caller.node.id) {
        return yield* new NotFound({ element_type: "user", element_id: id })
      }
      const held = yield* access.stillHeld(caller, ["user_management"])
      yield* Effect.fromResult(UserChange.manage(held, yield* stored.roles(id)))
      return user
    })

    const own = (caller: Caller, id: bigint) => ownAs(caller, id, stored.lock)

    /** Users above events have no tag. */
    const changeTag = Effect.fnUntraced(function*(
      eventId: bigint,
      accountId: bigint,
      before: bigint | null,
      { learnsUid, tagId }: User.TagOfUser
    ) {
      if (tagId !== null && learnsUid !== null) yield* userRepository.learnUid(eventId, tagId, learnsUid)
      if (tagId === before) return
      if (tagId !== null) return yield* stored.giveTag(eventId, accountId, tagId)
      yield* Effect.fromResult(disable(yield* accountTags.lock(eventId, accountId)))
      yield* accountTags.remove(eventId, accountId)
    })

    const replace = Effect.fnUntraced(function*(caller: Caller, id: bigint, user: User.UserData) {
      const { customer_account_id: accountId, has_password } = yield* own(caller, id)
      const before = yield* users.find(id)
      const basis = yield* users.basisOf(caller, user, id)
      const decided = yield* Effect.fromResult(User.decide(user, has_password, basis))
      yield* Effect.fromResult(UserChange.takeTag(accountId, basis.tagAccountId))
      yield* stored.update(id, user)
      if (caller.eventId !== null && accountId !== null) {
        yield* changeTag(caller.eventId, accountId, before.user_tag_id, decided)
      }
      return { before, after: yield* users.find(id) }
    })

    /** Replaces the data of a user; their account follows their tag. */
    const update = Effect.fn("UserChanges.update")((caller: Caller, id: bigint, user: User.UserData) =>
      changes.run(
        caller,
        ({ after, before }) => ({ logType: "user_updated", content: { ...masked(after), old: masked(before) } }),
        replace(caller, id, user).pipe(
          Effect.catchIf(
            isTaken,
            () => InvalidArgument.of(organisationRules.tag_just_used)
          )
        )
      ).pipe(Effect.map(({ after }) => after))
    )

    /**
     * Sets a password for another user, who may have had none. All sessions of that user end, and they must choose a
     * new password.
     */
    const changePassword = Effect.fn("UserChanges.changePassword")(
      function*(caller: Caller, id: bigint, { new_password }: UserChange.ChangeUserPasswordPayload) {
        const { login, node_id } = yield* users.find(id)
        if (node_id !== caller.node.id) return yield* new NotFound({ element_type: "user", element_id: id })
        const passwordHash = yield* hashNewPassword(new_password, login)
        return yield* changes.run(
          caller,
          () => ({ logType: "user_password_changed", content: { id } }),
          Effect.gen(function*() {
            yield* own(caller, id)
            yield* stored.setPassword(id, passwordHash, id !== caller.userId)
            return yield* users.find(id)
          })
        )
      }
    )

    /** Deletes a user, or deactivates them if records refer to them. Their account as a guest stays. */
    const remove = Effect.fn("UserChanges.remove")((caller: Caller, id: bigint) =>
      Effect.asVoid(changes.run(
        caller,
        ({ departure, login }) => ({
          logType: "user_deleted",
          content: { id, login, deactivated: departure === "deactivated" }
        }),
        Effect.gen(function*() {
          yield* own(caller, id)
          yield* stored.lockLogin(id)
          const holding = yield* stored.holding(id)
          const departure = yield* Effect.fromResult(UserChange.remove(id === caller.userId, holding))
          yield* stored.remove(id, departure)
          if (caller.node.id === rootId) {
            yield* Effect.fromResult(keepsAdministrator(yield* assignments.rootAdministrators))
          }
          return { departure, login: holding.login }
        })
      ))
    )

    /** The back-office sessions of a user, newest first; `hash` is that of the calling token. */
    const listSessions = Effect.fn("UserChanges.listSessions")(
      function*(caller: Caller, id: bigint, { sessionHash }: SignedInSession) {
        yield* ownAs(caller, id, stored.find)
        return yield* sessions.list({ userId: id, hash: sessionHash })
      },
      dieOnInfrastructure
    )

    /**
     * Ends all back-office sessions of a user. Allowed in archived events too, as people still read there. Bookings
     * don't depend on sessions, so the version of the configuration stays.
     */
    const endSessions = Effect.fn("UserChanges.endSessions")((caller: Caller, id: bigint) =>
      Effect.asVoid(changes.run(
        caller,
        (count) => count === 0 ? null : { logType: "user_sessions_ended", content: { id, count } },
        Effect.andThen(ownAs(caller, id, stored.find), sessions.removeAll(id)),
        { withoutVersion: true }
      ))
    )

    /** The second factor of a user. */
    const secondFactor = Effect.fn("UserChanges.secondFactor")(function*(caller: Caller, id: bigint) {
      yield* ownAs(caller, id, stored.find)
      return yield* factors.state(id)
    }, dieOnInfrastructure)

    /**
     * Removes the second factor of another user who lost it, and ends their sessions. Allowed in archived events too, as
     * people still read there.
     */
    const resetSecondFactor = Effect.fn("UserChanges.resetSecondFactor")((caller: Caller, id: bigint) =>
      Effect.asVoid(changes.run(
        caller,
        () => ({ logType: "user_second_factor_reset", content: { id } }),
        Effect.gen(function*() {
          if (id === caller.userId) return yield* InvalidArgument.of(secondFactorRules.own_second_factor)
          yield* ownAs(caller, id, stored.find)
          yield* resets.reset(id)
        }),
        { withoutVersion: true }
      ))
    )

    return { changePassword, endSessions, listSessions, remove, resetSecondFactor, secondFactor, update }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([
    Access.layer,
    AccountTagRepository.layer,
    Changes.layer,
    RoleAssignmentRepository.layer,
    SecondFactorResets.layer,
    SecondFactors.layer,
    SessionRepository.layer,
    UserChangeRepository.layer,
    UserRepository.layer,
    Users.layer
  ]))
}

const masked = (user: User.User) => ({ ...user, user_tag_pin: null })

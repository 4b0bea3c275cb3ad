import { Context, Effect, Layer } from "effect"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { isTaken } from "../sql/UniqueKey.ts"
import { Access } from "./Access.ts"
import type { Caller } from "./Caller.ts"
import { Changes } from "./Changes.ts"
import { eventIdOf, rootPath } from "./Node.ts"
import { organisationRules } from "./OrganisationRules.ts"
import { hashNewPassword } from "./PasswordHash.ts"
import { PrintedCodes } from "./PrintedCodes.ts"
import { isOfEvent, type Privilege } from "./Privilege.ts"
import * as User from "./User.ts"
import { UserRepository } from "./UserRepository.ts"

/** The people who work with the system. */
export class Users extends Context.Service<Users>()("core/Users", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const users = yield* UserRepository
    const changes = yield* Changes
    const codes = yield* PrintedCodes

    /** Rows of users as the caller may see them. */
    const seenAs = Effect.fnUntraced(function*(caller: Caller, rows: ReadonlyArray<typeof User.UserRow.Type>) {
      const homes = rows.map((row) => row.node_id)
      const managed = yield* access.whereHeld(caller, homes, ["user_management"])
      const equipped = yield* access.whereHeld(caller, homes, User.maySeeChips)
      return rows.map((row) => User.view(row, { pin: managed.has(row.node_id), chip: equipped.has(row.node_id) }))
    })

    /** The users of the caller's node and of those above, by login; if a privilege is given, only its holders. */
    const list = Effect.fn("Users.list")(function*(caller: Caller, privilege: Privilege | null) {
      const wholeEvent = privilege !== null && isOfEvent(privilege) ? caller.eventId : null
      const rows = yield* Effect.orDie(users.list({ nodePath: rootPath(caller.node), privilege, wholeEvent }))
      return yield* seenAs(caller, rows)
    })

    /**
     * The facts at the user's node and the account of the requested tag; `existing` is the stored user, null for a new
     * one.
     */
    const basisOf = Effect.fnUntraced(
      function*(caller: Caller, user: Pick<User.UserData, "login" | "pin" | "uid">, existing: bigint | null) {
        const { eventId, node } = caller
        const place = { nodeId: node.id, nodePath: rootPath(node), login: user.login, except: existing }
        const { taken } = yield* users.loginTaken(place)
        const [pin = null] = eventId === null || user.pin === null ? [] : yield* codes.pins(eventId, [user.pin])
        const tags = eventId === null || (user.uid === null && pin === null)
          ? []
          : yield* users.lockTags({ eventId, pin, uid: user.uid, userId: existing })
        const tagByUid = tags.find((tag) => user.uid !== null && tag.uid === user.uid) ?? null
        const tagByPin = tags.find((tag) => tag.pin === pin) ?? null
        return {
          inEvent: eventId !== null,
          loginTaken: taken,
          tagByUid,
          tagByPin,
          tagAccountId: (tagByUid ?? tagByPin)?.accountId ?? null
        }
      }
    )

    const store = Effect.fnUntraced(function*(caller: Caller, user: User.NewUser, passwordHash: string | null) {
      const { learnsUid, tagId } = yield* Effect.fromResult(
        User.decide(user, passwordHash !== null, yield* basisOf(caller, user, null))
      )
      const eventId = caller.eventId
      if (eventId !== null && tagId !== null && learnsUid !== null) yield* users.learnUid(eventId, tagId, learnsUid)
      const id = yield* users.insert({
        nodeId: caller.node.id,
        eventId: eventIdOf(caller.node),
        login: user.login,
        displayName: user.display_name,
        description: user.description,
        passwordHash,
        mustChangePassword: passwordHash !== null,
        userTagId: tagId,
        customerAccountId: eventId === null ? null : yield* users.customerAccount(eventId, tagId),
        createdBy: caller.userId
      })
      const [row] = yield* users.find(id)
      return User.view(row!, User.fullTagView)
    })

    /** As `create`, provided that `stillAllowed` succeeds under the lock of the change. */
    const createWhile = Effect.fn("Users.create")(
      function*<E, R>(stillAllowed: Effect.Effect<unknown, E, R>, caller: Caller, user: User.NewUser) {
        const passwordHash = user.password === null ? null : yield* hashNewPassword(user.password, user.login)
        return yield* changes.run(
          caller,
          (created) => ({ logType: "user_created", content: { ...created, user_tag_pin: null } }),
          Effect.andThen(stillAllowed, store(caller, user, passwordHash)).pipe(
            Effect.catchIf(
              isTaken,
              () => InvalidArgument.of(organisationRules.tag_just_used)
            )
          )
        )
      }
    )

    /** Creates a user at the caller's node; inside an event they get a customer account as well. */
    const create = (caller: Caller, user: User.NewUser) =>
      createWhile(access.stillHeld(caller, ["create_user", "user_management"]), caller, user)

    /** A user of the caller's node or of one above, as the caller may see them. */
    const seenBy = Effect.fn("Users.seenBy")(function*(caller: Caller, id: bigint) {
      const [row] = yield* Effect.orDie(users.find(id))
      const [seen] = yield* seenAs(
        caller,
        row !== undefined && rootPath(caller.node).includes(row.node_id) ? [row] : []
      )
      return seen ?? (yield* new NotFound({ element_type: "user", element_id: id }))
    })

    /** The user as those who manage users see them. */
    const find = Effect.fnUntraced(function*(id: bigint) {
      const [row] = yield* Effect.orDie(users.find(id))
      return row === undefined
        ? yield* new NotFound({ element_type: "user", element_id: id })
        : User.view(row, User.fullTagView)
    })

    return { create, createWhile, find, list, seenBy, basisOf }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer, PrintedCodes.layer, UserRepository.layer])
  )
}

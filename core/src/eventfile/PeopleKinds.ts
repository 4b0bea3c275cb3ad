import { Effect, Layer, Redacted } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import { rootPath } from "../organisation/Node.ts"
import { mayManage } from "../organisation/Place.ts"
import { assignableIds, type UserRole } from "../organisation/Role.ts"
import { NewUserToRoles } from "../organisation/RoleAssignment.ts"
import { RoleAssignmentRepository } from "../organisation/RoleAssignmentRepository.ts"
import { RoleAssignments } from "../organisation/RoleAssignments.ts"
import { NewUserRole, UpdateUserRolePrivilegesPayload } from "../organisation/RoleEdit.ts"
import { RoleRepository } from "../organisation/RoleRepository.ts"
import { Roles } from "../organisation/Roles.ts"
import { CreateUserPayload, dataOf, fromPayload, UpdateUserPayload } from "../organisation/User.ts"
import { ChangeUserPasswordPayload } from "../organisation/UserChange.ts"
import { UserRepository } from "../organisation/UserRepository.ts"
import { Users } from "../organisation/Users.ts"
import { UserChanges } from "../wristband/UserChanges.ts"
import { NewUserTag } from "../wristband/UserTag.ts"
import { UserTags } from "../wristband/UserTags.ts"
import { UserTagSecrets } from "../wristband/UserTagSecrets.ts"
import { namesIn } from "./EventFile.ts"
import { EventFileRepository } from "./EventFileRepository.ts"
import { eventFileRules } from "./EventFileRules.ts"
import { type Kind, request, type Work } from "./Kind.ts"
import { sectionNamed } from "./Sections.ts"

const managing = ["user_management"] as const

const ascending = (a: { readonly id: bigint }, b: { readonly id: bigint }) => a.id < b.id ? -1 : 1

const isChosen = (role: UserRole, known: ReadonlyArray<UserRole>) =>
  role.assignable_role_ids !== null &&
  role.assignable_role_ids.join() !== assignableIds({ ...role, assignable_role_ids: null }, known).join()
const assignable = (role: UserRole, known: ReadonlyArray<UserRole>) => {
  const ids = assignableIds(role, known)
  return known.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
}

/** The services that the kinds of people and their rights need. */
export const peopleKindServices = Layer.mergeAll(
  Access.layer,
  EventFileRepository.layer,
  RoleAssignmentRepository.layer,
  RoleAssignments.layer,
  RoleRepository.layer,
  Roles.layer,
  UserChanges.layer,
  UserRepository.layer,
  UserTagSecrets.layer,
  UserTags.layer,
  Users.layer
)

/** Roles. Files leave out a list of assignable roles that follows from the privileges. */
const roleKind = Effect.gen(function*() {
  const roles = yield* Roles
  const stored = yield* RoleRepository
  const kind: Kind = {
    section: sectionNamed("user_roles"),
    objectType: "user_role",
    privileges: managing,
    list: ({ eventId, pathIds }) =>
      Effect.map(stored.list(pathIds), (found) =>
        found.toSorted(ascending).map((role) => ({
          id: role.id,
          node_id: role.node_id,
          values: { ...role, assignable_roles: assignable(role, found) },
          ...(isChosen(role, found) ? {} : { derived: ["assignable_roles"] }),
          ...(role.node_id === eventId ? {} : { inFiles: "never" })
        }))),
    create: Effect.fnUntraced(function*({ body, caller }) {
      const { assignable_roles: _, ...input } = body
      return (yield* roles.create(caller, yield* request(NewUserRole, input))).id
    }),
    change: Effect.fnUntraced(function*({ body, caller, step: { after, fields }, stored: { id } }) {
      const { assignable_roles: _, ...input } = body
      const rights = yield* request(UpdateUserRolePrivilegesPayload, input)
      yield* roles.update(caller, id, rights)
      if (!fields.includes("assignable_roles")) return
      // Only now, as which roles need not be chosen follows from the privileges that were just stored.
      const known = yield* Effect.orDie(stored.list(rootPath(caller.node)))
      const names = namesIn(after?.["assignable_roles"])
      const assignable_role_ids = known.filter(({ name }) => names.includes(name)).map((role) => role.id)
      yield* roles.update(caller, id, { ...rights, assignable_role_ids })
    }),
    remove: ({ caller, stored: { id } }) => roles.remove(caller, id)
  }
  return kind
})

const valueOf = (work: Work, field: string) => {
  const secret = work.secret(field)
  return secret === undefined ? undefined : Redacted.value(secret)
}

/** Users, who may get a wristband that the event has not yet. */
const userKind = Effect.gen(function*() {
  const access = yield* Access
  const changes = yield* UserChanges
  const facts = yield* EventFileRepository
  const keys = yield* UserTagSecrets
  const stored = yield* UserRepository
  const tags = yield* UserTags
  const users = yield* Users

  /** Makes the wristband with the PIN if the event lacks it. A refusal never shows the PIN. */
  const haveTag = Effect.fnUntraced(function*({ caller, step: { after } }: Work, pin: string | undefined) {
    if (pin === undefined || (yield* Effect.orDie(facts.hasTag(caller.eventId, pin)))) return
    const [secret] = yield* keys.list(caller.eventId)
    if (secret === undefined) {
      return yield* InvalidArgument.of(eventFileRules.tag_unknown, { login: String(after?.["login"]) })
    }
    const requirement = { privileges: mayManage, write: true, objectType: "user_tag" } as const
    const stocking = yield* access.atEvent(caller, caller.eventId, requirement)
    const by = caller.by === undefined ? {} : { by: caller.by }
    yield* tags.create({ ...stocking, ...by }, [new NewUserTag({ pin, restriction: null, secret_id: secret.id })])
  })

  const create = Effect.fnUntraced(function*(work: Work) {
    const [password, pin, uid] = ["password", "user_tag_pin", "user_tag_uid_hex"].map((field) => valueOf(work, field))
    yield* haveTag(work, pin)
    const secrets = { password: password ?? null, user_tag_pin: pin ?? null, user_tag_uid_hex: uid ?? null }
    const payload = yield* request(CreateUserPayload, { ...work.body, ...secrets })
    return (yield* users.create(work.caller, fromPayload(payload))).id
  })

  const kind: Kind = {
    section: sectionNamed("users"),
    objectType: "user",
    privileges: managing,
    list: Effect.fnUntraced(function*({ eventId, pathIds }) {
      const withPassword = yield* facts.withPassword(eventId)
      const found = yield* stored.list({ nodePath: pathIds, privilege: null, wholeEvent: null })
      return found.map((user) => ({
        id: user.id,
        node_id: user.node_id,
        values: user,
        secrets: {
          ...(withPassword.has(user.id) ? { password: ["PASSWORD", user.login] } : {}),
          ...(user.user_tag_pin === null ? {} : { user_tag_pin: ["PIN", user.login] }),
          ...(user.user_tag_uid === null ? {} : { user_tag_uid_hex: ["CHIP", user.login] })
        },
        ...(user.node_id === eventId ? {} : { inFiles: "never" })
      }))
    }),
    create,
    change: Effect.fnUntraced(function*(work) {
      const { body, caller, step: { after, before, fields }, stored: { id } } = work
      const login = String(after?.["login"])
      if (fields.includes("password") && after?.["password"] === null) {
        return yield* InvalidArgument.of(eventFileRules.password_stays, { login })
      }
      const present = yield* users.seenBy(caller, id)
      const kept = { user_tag_pin: present.user_tag_pin, user_tag_uid_hex: present.user_tag_uid_hex }
      const pinOrChip = (field: keyof typeof kept) =>
        after?.[field] === null ? null : valueOf(work, field) ?? (before?.[field] === null ? null : kept[field])
      yield* haveTag(work, valueOf(work, "user_tag_pin"))
      const payload = yield* request(UpdateUserPayload, {
        ...body,
        user_tag_pin: pinOrChip("user_tag_pin"),
        user_tag_uid_hex: pinOrChip("user_tag_uid_hex")
      })
      if (fields.some((field) => field !== "password")) yield* changes.update(caller, id, dataOf(payload))
      const new_password = valueOf(work, "password")
      if (new_password === undefined) return
      yield* changes.changePassword(caller, id, yield* request(ChangeUserPasswordPayload, { new_password }))
    }),
    remove: ({ caller, stored: { id } }) => changes.remove(caller, id)
  }
  return kind
})

/** The roles of users at the nodes of the event. */
const assignmentKind = Effect.gen(function*() {
  const assignments = yield* RoleAssignments
  const stored = yield* RoleAssignmentRepository
  const users = yield* UserRepository

  const set = Effect.fnUntraced(
    function*({ body, caller, step: { after, before } }: Work, role_ids = body["role_ids"]) {
      const login = String((after ?? before)?.["login"])
      const nodePath = rootPath(caller.node)
      const found = yield* Effect.orDie(users.list({ nodePath, privilege: null, wholeEvent: null }))
      const user = found.find((one) => one.login === login)
      if (user === undefined) {
        return yield* InvalidArgument.of(eventFileRules.reference_unknown, { name: login, field: "login" })
      }
      const input = { user_id: String(user.id), role_ids, terminal_only: body["terminal_only"] ?? false }
      yield* assignments.set(caller, yield* request(NewUserToRoles, input))
      return user.id
    }
  )

  const kind: Kind = {
    section: sectionNamed("role_assignments"),
    privileges: managing,
    list: Effect.fnUntraced(function*({ eventId, nodeId, pathIds }) {
      const people = yield* users.list({ nodePath: pathIds, privilege: null, wholeEvent: null })
      const logins = new Map(people.map(({ id, login }) => [id, login]))
      const found = yield* stored.list({ nodePath: [eventId], below: nodeId })
      return found.map((row) => ({
        id: row.user_id,
        node_id: row.node_id,
        values: { ...row, login: logins.get(row.user_id) }
      }))
    }),
    create: (work) => set(work),
    change: (work) => set(work),
    remove: (work) => set(work, [])
  }
  return kind
})

/** The kinds of objects about people and their rights. */
export const peopleKinds = Effect.all([roleKind, userKind, assignmentKind])

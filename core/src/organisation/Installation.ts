import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InvalidArgument } from "../base/Refusal.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { originators } from "./AuditLog.ts"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import { rootId } from "./Node.ts"
import { organisationRules } from "./OrganisationRules.ts"
import { NewPassword } from "./Password.ts"
import { hashNewPassword } from "./PasswordHash.ts"
import type { Privilege } from "./Privilege.ts"
import { RoleAssignmentRepository } from "./RoleAssignmentRepository.ts"
import { RoleRepository } from "./RoleRepository.ts"
import { Login } from "./User.ts"
import { UserRepository } from "./UserRepository.ts"

/** Login and password of the first administrator. */
export interface Administrator {
  readonly login: string
  readonly password: Redacted.Redacted
}

/** Administrators configure everything and assign every role. They need a separate role to work at tills. */
export const administratorPrivileges: ReadonlyArray<Privilege> = [
  "node_administration",
  "customer_management",
  "payout_management",
  "create_user",
  "allow_privileged_role_assignment",
  "user_management",
  "view_node_stats",
  "terminal_login",
  "grant_free_tickets",
  "grant_vouchers"
]

const administratorRoleName = "admin"

/** The audit entry of a new administrator. */
interface Entry {
  readonly logType: "installed" | "user_created"
  readonly content: Readonly<Record<string, string>>
}

const readLogin = Schema.decodeUnknownEffect(Login)
const readPassword = Schema.decodeUnknownEffect(NewPassword)

const prepared = Effect.fnUntraced(function*({ login, password }: Administrator) {
  const name = yield* Effect.mapError(
    readLogin(login),
    () => InvalidArgument.of(organisationRules.administrator_login_invalid)
  )
  const secret = yield* Effect.mapError(
    readPassword(Redacted.value(password)),
    () => InvalidArgument.of(organisationRules.administrator_password_short)
  )
  return { name, passwordHash: yield* hashNewPassword(secret, name) }
})

/** Creates an administrator in the caller's transaction. */
const makeAdministrators = Effect.gen(function*() {
  const users = yield* UserRepository
  const roles = yield* RoleRepository
  const assignments = yield* RoleAssignmentRepository
  const audit = yield* AuditLogRepository

  /** The administrators' role of the root, created if it is missing. */
  const administratorRole = Effect.gen(function*() {
    const found = (yield* roles.list([rootId])).find(({ name }) => name === administratorRoleName)
    if (found === undefined) {
      const rights = { is_privileged: true, privileges: administratorPrivileges, assignable_role_ids: null }
      return yield* roles.insert(rootId, rootId, { name: administratorRoleName, ...rights })
    }
    if (found.privileges.includes("node_administration") && found.privileges.includes("user_management")) {
      return found.id
    }
    return yield* InvalidArgument.of(organisationRules.administrator_role_changed, { role: administratorRoleName })
  })

  const administer = Effect.fnUntraced(function*(login: string, passwordHash: string, entry: Entry) {
    const roleId = yield* administratorRole
    const userId = yield* users.insert({
      nodeId: rootId,
      eventId: rootId,
      login,
      displayName: login,
      description: null,
      passwordHash,
      mustChangePassword: entry.logType === "user_created",
      userTagId: null,
      customerAccountId: null,
      createdBy: null
    })
    yield* assignments.add(rootId, userId, [roleId], false)
    const content = { id: userId, login, by: originators.program, ...entry.content }
    yield* audit.insert({ nodeId: rootId, logType: entry.logType, userId: null, terminalId: null, content })
  })

  return { administer, loginTaken: users.loginTaken }
})

/** The first step with an empty database: creates a user who can sign in and configure everything else. */
export class Installation extends Context.Service<Installation>()("core/Installation", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { administer, loginTaken } = yield* makeAdministrators

    const isEmpty = Effect.map(
      sql<{ empty: boolean }>`select not exists (select from usr) as empty`,
      ([row]) => row?.empty === true
    )

    const lockRoot = sql`select from node where id = 0 for no key update`

    /** Creates the administrator unless a user exists, and returns whether it did. Safe for two processes at once. */
    const install = Effect.fn("Installation.install")(
      function*(administrator: Administrator) {
        if (!(yield* isEmpty)) return false
        const { name, passwordHash } = yield* prepared(administrator)
        return yield* sql.withTransaction(Effect.gen(function*() {
          yield* lockRoot
          if (!(yield* isEmpty)) return false
          yield* administer(name, passwordHash, { logType: "installed", content: {} })
          return true
        }))
      },
      dieOnInfrastructure
    )

    /** Creates another administrator; `by` is the account that gave the command, as user@host. */
    const addAdministrator = Effect.fn("Installation.addAdministrator")(
      function*(administrator: Administrator, by: string) {
        const { name, passwordHash } = yield* prepared(administrator)
        yield* sql.withTransaction(Effect.gen(function*() {
          yield* lockRoot
          const where = { nodeId: rootId, nodePath: [rootId], login: name, except: null }
          if ((yield* Effect.orDie(loginTaken(where))).taken) {
            return yield* InvalidArgument.of(organisationRules.administrator_taken, { login: name })
          }
          yield* administer(name, passwordHash, { logType: "user_created", content: { by } })
        }))
      },
      dieOnInfrastructure
    )

    return { addAdministrator, install, isEmpty: Effect.orDie(isEmpty) }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([
    AuditLogRepository.layer,
    RoleAssignmentRepository.layer,
    RoleRepository.layer,
    UserRepository.layer
  ]))
}

import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import { rootId } from "./Node.ts"
import { NewPassword } from "./Password.ts"
import { hashPassword } from "./PasswordHash.ts"
import type { Privilege } from "./Privilege.ts"
import { InvalidArgument } from "./Refusal.ts"
import { NewUserRole } from "./Role.ts"
import { RoleAssignmentRepository } from "./RoleAssignmentRepository.ts"
import { RoleRepository } from "./RoleRepository.ts"
import { Login } from "./User.ts"
import { UserRepository } from "./UserRepository.ts"

/** The login and the password of the first administrator. */
export interface Administrator {
  readonly login: string
  readonly password: Redacted.Redacted
}

/** Administrators set everything up and hand out every role; tills are for those who get a role for it. */
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

const readLogin = Schema.decodeUnknownEffect(Login)
const readPassword = Schema.decodeUnknownEffect(NewPassword)

const refuse = (what: string) => () => new InvalidArgument({ message: `The administrator needs ${what}` })

/** The first thing that happens to an empty database: someone who can sign in and set up everything else. */
export class Installation extends Context.Service<Installation>()("core/Installation", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const users = yield* UserRepository
    const roles = yield* RoleRepository
    const assignments = yield* RoleAssignmentRepository
    const audit = yield* AuditLogRepository

    const isEmpty = Effect.map(
      sql<{ empty: boolean }>`select not exists (select from usr) as empty`,
      ([row]) => row?.empty === true
    )

    const administer = Effect.fnUntraced(function*(login: string, passwordHash: string) {
      const role = new NewUserRole({ name: "admin", is_privileged: true, privileges: administratorPrivileges })
      const roleId = yield* roles.insert(rootId, rootId, role)
      const userId = yield* users.insert({
        nodeId: rootId,
        eventId: rootId,
        login,
        displayName: login,
        description: null,
        passwordHash,
        userTagId: null,
        customerAccountId: null,
        createdBy: null
      })
      yield* assignments.add(rootId, userId, [roleId], false)
      const content = { id: userId, login }
      yield* audit.insert({ nodeId: rootId, logType: "installed", userId: null, terminalId: null, content })
    })

    /** Makes the administrator when nobody is there yet, and says whether it did; two processes at once are safe. */
    const install = Effect.fn("Installation.install")(
      function*({ login, password }: Administrator) {
        if (!(yield* isEmpty)) return false
        const name = yield* Effect.mapError(readLogin(login), refuse("a login with at least one letter or digit"))
        const secret = yield* Effect.mapError(
          readPassword(Redacted.value(password)),
          refuse("a password of at least 10 characters")
        )
        const passwordHash = yield* hashPassword(secret)
        return yield* sql.withTransaction(Effect.gen(function*() {
          yield* sql`select from node where id = 0 for no key update`
          if (!(yield* isEmpty)) return false
          yield* administer(name, passwordHash)
          return true
        }))
      },
      Effect.catchTag("SqlError", Effect.die)
    )

    return { install, isEmpty: Effect.orDie(isEmpty) }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

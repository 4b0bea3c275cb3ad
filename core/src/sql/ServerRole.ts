import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

/** The role of PostgreSQL that servers and workers act as; see migration 0022. */
export const serverRole = "wristbank_server"

/** Gives the role what it needs on every table; false when there is no such role and the caller may not create one. */
export const grantToServers = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ granted: boolean }>`select grant_to_servers() as granted`
  return row?.granted === true
})

/** Lets servers connect as the role itself with a password, on a PostgreSQL that is ours alone. */
export const letServersConnect = Effect.fnUntraced(function*(password: Redacted.Redacted) {
  const sql = yield* SqlClient.SqlClient
  const [role] = yield* sql<{ login: boolean }>`select rolcanlogin as login from pg_roles where rolname = ${serverRole}`
  if (role?.login === true) return
  // A statement like this takes no parameters, so the database quotes the password.
  const [statement] = yield* sql<{ text: string }>`
    select format('alter role %I login password %L', ${serverRole}::text, ${Redacted.value(password)}::text) as text`
  yield* sql.unsafe(statement!.text)
})

/**
 * What the role that is connected may do beyond what servers need, in words; undefined when it is nothing. Such a role could
 * change what was booked, whatever triggers say.
 */
export const excessOfRole = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [role] = yield* sql<{ role: string; superuser: boolean; owner: boolean; changes: boolean }>`
    select current_user::text as role, rolsuper as superuser, pg_has_role(relowner, 'usage') as owner,
      has_table_privilege(pg_class.oid, 'update, delete, truncate')
        or has_table_privilege('audit_log', 'update, delete, truncate') as changes
    from pg_class, pg_roles where pg_class.oid = 'posting'::regclass and rolname = current_user`
  if (role === undefined) return undefined
  if (role.superuser) return { role: role.role, reason: "is a superuser" }
  if (role.owner) return { role: role.role, reason: "owns the tables" }
  return role.changes ? { role: role.role, reason: "may change postings or the audit log" } : undefined
})

import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

/** The PostgreSQL role of servers and workers; see `grant_to_servers` of the migration `sql`. */
export const serverRole = "wristbank_server"

/** Grants the role its privileges on every table; false if the role does not exist and the user may not create it. */
export const grantToServers = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ granted: boolean }>`select grant_to_servers() as granted`
  return row?.granted === true
})

/** Lets servers connect as the role itself, with a password; only for a PostgreSQL that no other program uses. */
export const letServersConnect = Effect.fnUntraced(function*(password: Redacted.Redacted) {
  const sql = yield* SqlClient.SqlClient
  const [role] = yield* sql<{ login: boolean }>`select rolcanlogin as login from pg_roles where rolname = ${serverRole}`
  if (role?.login === true) return
  // `alter role` takes no parameters, so the database quotes the password.
  const [statement] = yield* sql<{ text: string }>`
    select format('alter role %I login password %L', ${serverRole}::text, ${Redacted.value(password)}::text) as text`
  yield* sql.unsafe(statement!.text)
})

/**
 * Describes the excess privileges of the connected role, which could change booked data despite all triggers; undefined
 * if it has none.
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

import { variableOf } from "@wristbank/core/base/Settings"
import * as Database from "@wristbank/core/sql/Database"
import { type Pooling, poolingOf, sessionOn } from "@wristbank/core/sql/Pooling"
import { Effect, Predicate, Redacted, Schema } from "effect"

/**
 * Raised when the configured database can't be reached. The message names it, the reason and the setting, never the
 * password.
 */
export class DatabaseUnreachable
  extends Schema.TaggedError<DatabaseUnreachable>()("DatabaseUnreachable", { message: Schema.String })
{}

const setting = `the setting databaseUrl (variable ${variableOf("databaseUrl")})`

/** Codes of Node, then of PostgreSQL (appendix A of its manual), with reasons that an operator can act on. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was closed by the other side",
  EAI_AGAIN: "the name of the host can't be looked up at the moment",
  EHOSTUNREACH: "there is no way to this host",
  ENETUNREACH: "there is no way to this network",
  ENOTFOUND: "there is no host of this name",
  ETIMEDOUT: "there was no answer",
  "28000": "this user may not sign in",
  "28P01": "the user or the password is wrong",
  "3D000": "there is no database of this name",
  "42501": "this user may not use the database",
  "53300": "it has no connection left",
  "57P03": "it is starting or stopping"
}

/** Whether this is an address of PostgreSQL, which may exist or not. */
export const isAddress = (url: string): boolean => /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? "")

/** One sentence that names the database and why it was not reached; `cause` is the driver's error. */
export const describeUnreachable = (url: string, cause: unknown): string => {
  const parsed = URL.parse(url)
  if (parsed === null || !isAddress(url)) {
    return `${setting} is no address of PostgreSQL: write postgres://user:password@host:port/database`
  }
  const place = `${decodeURIComponent(parsed.hostname)}, port ${parsed.port === "" ? "5432" : parsed.port}`
  const name = decodeURIComponent(parsed.pathname.slice(1))
  const database = name === "" ? "The database" : `The database ${name}`
  const user = parsed.username === "" ? "" : `, as ${decodeURIComponent(parsed.username)}`
  return `${database} at ${place}${user} was not reached: ${reasonOf(cause)}. See ${setting}`
}

const reasonOf = (cause: unknown): string => {
  for (let at = cause; at !== undefined && at !== null; at = innerOf(at)) {
    const code = Predicate.hasProperty(at, "code") ? `${String(at.code)}` : ""
    const known = reasons[code]
    if (known !== undefined) return known
    if (Predicate.hasProperty(at, "_tag") && at._tag === "TimeoutError") return reasons["ETIMEDOUT"]!
    if (innerOf(at) === undefined && Predicate.hasProperty(at, "message")) return `${String(at.message)}`
  }
  return "the reason is unknown"
}

const innerOf = (error: unknown): unknown => {
  if (Predicate.hasProperty(error, "reason")) return error.reason
  if (Predicate.hasProperty(error, "cause")) return error.cause
  // Node tries every address of a host and reports one error for each.
  return error instanceof AggregateError ? error.errors[0] : undefined
}

/** Raised when something between this program and the configured database changes its connections. */
class DatabasePooled extends Schema.TaggedError<DatabasePooled>()("DatabasePooled", { message: Schema.String }) {}

const byPooling = {
  settings_dropped:
    "drops the settings of connections. Connect past it, or let the user of the database begin with them",
  sessions_shared:
    "shares the sessions of the database between connections. Connect past it, or let it keep sessions (PgBouncer: " +
    "pool_mode = session)"
} as const satisfies { readonly [Some in Exclude<Pooling, "none">]: string }

/** Connects once, so that a command fails with a clear message before it does anything. */
export const checkConnection = (url: Redacted.Redacted): Effect.Effect<void, DatabaseUnreachable | DatabasePooled> =>
  poolingOf(sessionOn(Database.configOf({ url }))).pipe(
    Effect.scoped,
    Effect.mapError((cause) => new DatabaseUnreachable({ message: describeUnreachable(Redacted.value(url), cause) })),
    Effect.flatMap((pooling) =>
      pooling === "none" ? Effect.void : new DatabasePooled({
        message:
          `A pooler in front of the database ${byPooling[pooling]}; docs/administrator-documentation/database.md ` +
          `has a table. See ${setting}`
      })
    )
  )

import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { PersonRow } from "./EventConfiguration.ts"
import { backOfficeHours, UserSession } from "./Session.ts"

const Candidate = Schema.Struct({
  ...PersonRow.fields,
  password_hash: Schema.NullOr(Schema.String),
  node_name: Schema.String,
  node_description: Schema.String
})
export type Candidate = typeof Candidate.Type

export class SessionRepository extends Context.Service<SessionRepository>()("core/SessionRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const candidates = sql`select usr.id, usr.node_id, usr.login, usr.display_name, usr.description, usr.user_tag_id,
        tag.uid as user_tag_uid, usr.transport_account_id, usr.cash_register_id, usr.password_hash,
        node.name as node_name, node.description as node_description
      from usr join node on node.id = usr.node_id
        left join user_tag tag on tag.event_id = usr.event_id and tag.id = usr.user_tag_id`

    return {
      /** The users with a login, or only the one whose home is the node. */
      withLogin: SqlSchema.findAll({
        Request: Schema.Struct({ login: Schema.String, nodeId: Schema.NullOr(Id) }),
        Result: Candidate,
        execute: ({ login, nodeId }) =>
          sql`${candidates} where usr.login = ${login} and usr.deactivated_at is null and (${nodeId}::bigint is null or usr.node_id = ${nodeId}::bigint)
            order by usr.id`
      }),
      find: SqlSchema.findAll({
        Request: Id,
        Result: Candidate,
        execute: (id) => sql`${candidates} where usr.id = ${id}`
      }),
      insert: (hash: Uint8Array, userId: bigint, address: string) =>
        sql`insert into user_session (token_hash, user_id, address, expires_at)
          values (${hash}, ${userId}, ${address}, now() + make_interval(hours => ${backOfficeHours}))`,
      userOf: (hash: Uint8Array) =>
        Effect.map(
          sql<{ user_id: bigint }>`select user_id from user_session where token_hash = ${hash} and expires_at > now()`,
          ([row]) => row?.user_id
        ),
      /** The sessions of a user that last, newest first; `hash` is that of the token that asks. */
      list: SqlSchema.findAll({
        Request: Schema.Struct({ userId: Id, hash: Schema.Uint8Array }),
        Result: UserSession,
        execute: ({ hash, userId }) =>
          sql`select id, created_at, expires_at, address, token_hash = ${hash} as is_current from user_session
            where user_id = ${userId} and expires_at > now() order by id desc`
      }),
      /** Ends one of a user's sessions; says whether it lasted. */
      removeOne: (userId: bigint, id: bigint) =>
        Effect.map(
          sql`delete from user_session where id = ${id} and user_id = ${userId} and expires_at > now() returning id`,
          (rows) => rows.length === 1
        ),
      remove: (hash: Uint8Array) => sql`delete from user_session where token_hash = ${hash}`,
      /** Ends the expired sessions of a user. */
      prune: (userId: bigint) => sql`delete from user_session where user_id = ${userId} and expires_at <= now()`,
      /** Ends the sessions of a user but one. */
      removeOthers: (userId: bigint, hash: Uint8Array) =>
        sql`delete from user_session where user_id = ${userId} and token_hash <> ${hash}`,
      setPassword: (userId: bigint, passwordHash: string) =>
        sql`update usr set password_hash = ${passwordHash} where id = ${userId}`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

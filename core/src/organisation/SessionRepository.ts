import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { backOfficeHours, backOfficeIdleHours, type SessionKind, UserSession } from "./Session.ts"
import { PersonRow } from "./User.ts"

const Candidate = Schema.Struct({
  ...PersonRow.fields,
  password_hash: nullOr(Schema.String),
  must_change_password: Schema.Boolean,
  second_factor: Schema.Boolean,
  must_enrol_second_factor: Schema.Boolean,
  node_name: Schema.String,
  node_description: Schema.String
})
export type Candidate = typeof Candidate.Type

export class SessionRepository extends Context.Service<SessionRepository>()("core/SessionRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const mustEnrol = sql`usr.second_factor_at is null and exists (
      select from node home join node above on above.id = any(home.parent_ids || home.id)
      where home.id = usr.node_id and above.second_factor_required
    )`

    const candidates = sql`select usr.id, usr.node_id, usr.login, usr.display_name, usr.description, usr.user_tag_id,
        tag.uid as user_tag_uid, usr.transport_account_id, usr.cash_register_id, usr.password_hash,
        usr.must_change_password, usr.second_factor_at is not null as second_factor,
        ${mustEnrol} as must_enrol_second_factor, node.name as node_name, node.description as node_description
      from usr join node on node.id = usr.node_id
        left join user_tag tag on tag.event_id = usr.event_id and tag.id = usr.user_tag_id`

    const lasts = sql`session.expires_at > now()
      and session.last_seen_at > now() - make_interval(hours => ${backOfficeIdleHours})`

    const removeWhere = (userId: bigint, condition: Fragment) =>
      Effect.andThen(
        sql`select from usr where id = ${userId} for no key update`,
        Effect.map(
          sql<{ lasted: boolean }>`delete from user_session session where user_id = ${userId} and ${condition}
            returning ${lasts} as lasted`,
          (rows) => rows.filter(({ lasted }) => lasted).length
        )
      )

    return {
      /** The users with a login; if a node is given, only the user of that node. */
      withLogin: SqlSchema.findAll({
        Request: Schema.Struct({ login: Schema.String, nodeId: nullOr(Id) }),
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
      /**
       * Opens a session and returns whether it did. It does not if the user was deactivated, their password is no longer
       * the one that was verified, or they got a second factor meanwhile or lost it. The user's row is locked, so that
       * a concurrent end of all sessions either sees the new session or prevents it.
       */
      open: (
        { browser, hash, kind }: {
          readonly hash: Uint8Array
          readonly kind: SessionKind
          readonly browser: string | null
        },
        { id, password_hash, second_factor }: Pick<Candidate, "id" | "password_hash" | "second_factor">,
        address: string
      ) =>
        Effect.map(
          sql`with person as (
              select id from usr where id = ${id} and deactivated_at is null and password_hash = ${password_hash}::text
                and (second_factor_at is not null) = ${second_factor}
              for share
            )
            insert into user_session (token_hash, kind, browser, user_id, address, expires_at)
            select ${hash}::bytea, ${kind}::text, ${browser}::text, id, ${address}::text, now() + make_interval(hours => ${backOfficeHours}) from person
            returning id`,
          (rows) => rows.length === 1
        ),
      /**
       * The user of a session of this kind, unless it expired or the user was deactivated. `unnoted`: the time of last use
       * is to be updated.
       */
      userOf: (hash: Uint8Array, kind: SessionKind) =>
        Effect.map(
          sql<
            { user_id: bigint; unnoted: boolean; must_enrol: boolean }
          >`select session.user_id, ${mustEnrol} as must_enrol,
              session.last_seen_at < now() - interval '1 minute' as unnoted
            from user_session session join usr on usr.id = session.user_id and usr.deactivated_at is null
            where session.token_hash = ${hash} and session.kind = ${kind} and ${lasts}`,
          ([row]) => row
        ),
      noteSeen: (hash: Uint8Array) => sql`update user_session set last_seen_at = now() where token_hash = ${hash}`,
      /** The valid sessions of a user, newest first; `hash` is that of the calling token. */
      list: SqlSchema.findAll({
        Request: Schema.Struct({ userId: Id, hash: Schema.Uint8Array }),
        Result: UserSession,
        execute: ({ hash, userId }) =>
          sql`select id, created_at, last_seen_at, expires_at, address, kind, browser, token_hash = ${hash} as is_current from user_session session
            where user_id = ${userId} and ${lasts} order by id desc`
      }),
      /** Ends one session of a user; returns whether it was still valid. */
      removeOne: (userId: bigint, id: bigint) =>
        Effect.map(
          sql`delete from user_session session where id = ${id} and user_id = ${userId} and ${lasts} returning id`,
          (rows) => rows.length === 1
        ),
      remove: (hash: Uint8Array) => sql`delete from user_session where token_hash = ${hash}`,
      /** Deletes the expired sessions of a user. The user's row is locked first, as for every deletion of sessions. */
      prune: (userId: bigint) => sql`delete from user_session session where user_id = ${userId} and not (${lasts})`,
      /** Ends all sessions of a user; returns how many were still valid. */
      removeAll: (userId: bigint) => removeWhere(userId, sql`true`),
      /** As `removeAll`, except for one session. */
      removeOthers: (userId: bigint, hash: Uint8Array) => removeWhere(userId, sql`token_hash <> ${hash}`),
      /**
       * Replaces the password that was verified and returns whether it did. It does not if the password was changed
       * meanwhile or the user was deactivated.
       */
      replacePassword: ({ id, password_hash }: Pick<Candidate, "id" | "password_hash">, passwordHash: string) =>
        Effect.map(
          sql`update usr set password_hash = ${passwordHash}, must_change_password = false
            where id = ${id} and deactivated_at is null and password_hash = ${password_hash}::text returning id`,
          (rows) => rows.length === 1
        )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"
import { roleColumns, UserRole } from "../organisation/Role.ts"
import { PersonRow } from "../organisation/User.ts"
import type { AssignedRole } from "./SignIn.ts"
import { readFacts } from "./SignInFacts.ts"
import type { SignedInTerminal } from "./Terminal.ts"

const AssignedRoleRow = Schema.Struct({
  ...UserRole.fields,
  assigned_node_id: Id,
  assigned_event_id: nullOr(Id)
})

const readRoles = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(UserRole)))

/** Reads the data that decides who may sign in at a terminal. */
export class SignInRepository extends Context.Service<SignInRepository>()("core/SignInRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const people = sql`
      select usr.node_id, usr.id, usr.login, usr.display_name, usr.description, usr.user_tag_id, tag.uid as user_tag_uid,
        usr.transport_account_id, usr.cash_register_id
      from usr left join user_tag tag on tag.event_id = usr.event_id and tag.id = usr.user_tag_id`

    const facts = ({ eventId, sessionHash, terminalId }: SignedInTerminal, uid: bigint | null) =>
      sql`sign_in_facts(
        ${eventId}::bigint, ${terminalId}::bigint, ${sessionHash}::bytea, ${uid === null ? null : String(uid)}::numeric
      )`

    const knownRoles = sql`
      select coalesce(jsonb_agg(to_jsonb(role) order by role.name, role.id), '[]') from (
        select ${sql.literal(roleColumns)} from user_role role
        where role.node_id in (select at.id::bigint from jsonb_array_elements_text(facts->'path') as at(id))
      ) as role`
    const byUid = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, uid: TagUid }),
      Result: PersonRow,
      execute: ({ eventId, uid }) =>
        sql`${people} where usr.event_id = ${eventId} and tag.uid = ${String(uid)}::numeric`
    })
    const byId = SqlSchema.findAll({
      Request: Id,
      Result: PersonRow,
      execute: (id) => sql`${people} where usr.id = ${id}`
    })
    const roles = SqlSchema.findAll({
      Request: Schema.Struct({ userId: Id, path: Schema.Array(Id), eventId: Id }),
      Result: AssignedRoleRow,
      execute: ({ eventId, path, userId }) =>
        sql`
          select ${sql.literal(roleColumns)}, node.id as assigned_node_id, node.event_id as assigned_event_id
          from user_to_role assigned join user_role role on role.id = assigned.role_id
            join node on node.id = assigned.node_id
          where assigned.user_id = ${userId} and not node.deleted
            and (assigned.node_id = any(${path}::bigint[]) or node.event_id = ${eventId})
          order by role.name, role.id, node.parent_ids || node.id`
    })
    return {
      /** The facts at a terminal, with the holder of a tag if one is given; null when the session of the terminal is over. */
      facts: (terminal: SignedInTerminal, uid: bigint | null) =>
        Effect.flatMap(
          sql<{ facts: unknown }>`select ${facts(terminal, uid)} as facts`,
          ([row]) => readFacts(row!.facts)
        ),
      /** As `facts`, with all roles of the path to the till; `undefined` when the session is over. */
      factsAndRoles: Effect.fnUntraced(function*(terminal: SignedInTerminal, uid: bigint) {
        const [row] = yield* sql<{ facts: unknown; known: unknown }>`
          select facts, (${knownRoles}) as known from ${facts(terminal, uid)} as facts`
        const found = yield* readFacts(row!.facts)
        return found === null ? undefined : { facts: found, known: yield* readRoles(row!.known) }
      }),
      /** The user of the event who has the tag with this chip. */
      byUid: (eventId: bigint, uid: bigint) => Effect.map(byUid({ eventId, uid }), ([row]) => row),
      byId: (id: bigint) => Effect.map(byId(id), ([row]) => row),
      /** Roles assigned along the path or in the event, by name, including those that count only at terminals. */
      roles: (userId: bigint, path: ReadonlyArray<bigint>, eventId: bigint) =>
        Effect.map(
          roles({ userId, path, eventId }),
          (rows) =>
            rows.map(({ assigned_event_id, assigned_node_id, ...role }): AssignedRole => ({
              role: new UserRole(role),
              at: { node_id: assigned_node_id, event_id: assigned_event_id }
            }))
        )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

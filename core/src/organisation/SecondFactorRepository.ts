import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { RequiringNode } from "./SecondFactor.ts"

const Stored = Schema.Struct({
  login: Schema.String,
  node_id: Id,
  enrolled_at: nullOr(Schema.DateTimeUtc),
  secret: nullOr(Schema.String),
  last_step: nullOr(Schema.BigInt),
  recovery_codes_left: Schema.Int
})

/** The second factors of users, and the nodes that require one. */
export class SecondFactorRepository extends Context.Service<SecondFactorRepository>()("core/SecondFactorRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const addCodes = (userId: bigint, hashes: ReadonlyArray<Uint8Array>) =>
      sql`insert into recovery_code (user_id, code_hash) select ${userId}, unnest(${hashes}::bytea[])`
    return {
      /** A user and their second factor, also while it is being set up. */
      find: SqlSchema.findAll({
        Request: Id,
        Result: Stored,
        execute: (id) =>
          sql`select usr.login, usr.node_id, usr.second_factor_at as enrolled_at, factor.secret, factor.last_step,
              (select count(*) from recovery_code where user_id = usr.id)::int4 as recovery_codes_left
            from usr left join second_factor factor on factor.user_id = usr.id where usr.id = ${id}`
      }),
      /** Locks the user until the end of the transaction, against sign-ins and other changes of the second factor. */
      lock: (userId: bigint) => sql`select from usr where id = ${userId} for no key update`,
      /** Stores the secret of an app that is being set up, in place of an earlier one. */
      begin: (userId: bigint, secret: string) =>
        sql`insert into second_factor (user_id, secret) values (${userId}, ${secret})
          on conflict (user_id) do update set secret = excluded.secret, last_step = 0`,
      /** Makes the app count, whose code of this step was given. */
      enrol: (userId: bigint, step: number, hashes: ReadonlyArray<Uint8Array>) =>
        Effect.andThen(
          sql`update usr set second_factor_at = now() where id = ${userId}`,
          Effect.andThen(
            sql`update second_factor set last_step = ${step} where user_id = ${userId}`,
            addCodes(userId, hashes)
          )
        ),
      /** Uses the code of a step up and returns whether it counts. Of two at the same moment, one does. */
      useStep: (userId: bigint, step: number) =>
        Effect.map(
          sql`update second_factor set last_step = ${step} where user_id = ${userId} and last_step < ${step}
            returning user_id`,
          (rows) => rows.length === 1
        ),
      hasRecoveryCode: (userId: bigint, hash: Uint8Array) =>
        Effect.map(
          sql`select from recovery_code where user_id = ${userId} and code_hash = ${hash}`,
          (rows) => rows.length === 1
        ),
      /** Uses a recovery code up and returns whether it counts. */
      useRecoveryCode: (userId: bigint, hash: Uint8Array) =>
        Effect.map(
          sql`delete from recovery_code where user_id = ${userId} and code_hash = ${hash} returning user_id`,
          (rows) => rows.length === 1
        ),
      replaceCodes: (userId: bigint, hashes: ReadonlyArray<Uint8Array>) =>
        Effect.andThen(sql`delete from recovery_code where user_id = ${userId}`, addCodes(userId, hashes)),
      /** Removes a second factor with its recovery codes; returns whether it counted. */
      remove: Effect.fnUntraced(function*(userId: bigint) {
        const rows = yield* sql`update usr set second_factor_at = null
          where id = ${userId} and second_factor_at is not null returning id`
        yield* sql`delete from second_factor where user_id = ${userId}`
        return rows.length === 1
      }),
      /** The node itself or the next one above that requires a second factor. */
      requiredBy: SqlSchema.findAll({
        Request: Id,
        Result: RequiringNode,
        execute: (nodeId) =>
          sql`select above.id as node_id, above.name from node home join node above on above.id = any(home.parent_ids || home.id)
            where home.id = ${nodeId} and above.second_factor_required
            order by cardinality(above.parent_ids) desc, above.id desc limit 1`
      }),
      /** Sets whether a node requires a second factor; returns what it did before. */
      require: (nodeId: bigint, required: boolean) =>
        Effect.map(
          sql<
            { before: boolean }
          >`with old as (select id, second_factor_required from node where id = ${nodeId} for update)
            update node set second_factor_required = ${required} from old where node.id = old.id
            returning old.second_factor_required as before`,
          ([row]) => row!.before
        ),
      requires: (nodeId: bigint) =>
        Effect.map(
          sql<{ required: boolean }>`select second_factor_required as required from node where id = ${nodeId}`,
          ([row]) => row!.required
        )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

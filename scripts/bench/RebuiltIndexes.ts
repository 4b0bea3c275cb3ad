import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Runs an effect while tables lack their indexes, and makes these again afterwards, in the surrounding transaction. An index by
 * uuid or by guest is otherwise written at a random place for each of millions of rows. Primary keys stay.
 */
export const withoutIndexes = Effect.fnUntraced(
  function*<A, E, R>(tables: ReadonlyArray<string>, effect: Effect.Effect<A, E, R>) {
    const sql = yield* SqlClient.SqlClient
    const indexes = yield* sql<{ name: string; definition: string }>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = any(${tables}::text[]::regclass[]) and not indisprimary order by 1`
    for (const { name } of indexes) yield* sql.unsafe(`drop index ${name}`)
    const answer = yield* effect
    yield* sql`set local maintenance_work_mem = '512MB'`
    // That of a partitioned table names the table alone, without its partitions.
    for (const { definition } of indexes) yield* sql.unsafe(definition.replace(" ON ONLY ", " ON "))
    return answer
  }
)

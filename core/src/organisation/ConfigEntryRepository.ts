import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { nullOr } from "../base/OptionalField.ts"
import { ConfigEntry } from "./ConfigEntry.ts"

export class ConfigEntryRepository extends Context.Service<ConfigEntryRepository>()("core/ConfigEntryRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** The entry with this key; all entries, ordered by key, for null. */
    list: SqlSchema.findAll({
      Request: nullOr(Schema.String),
      Result: ConfigEntry,
      execute: (key) =>
        sql`select key, value from config_entry where ${key}::text is null or key = ${key}::text order by key`
    }),
    put: ({ key, value }: ConfigEntry) =>
      sql`insert into config_entry (key, value) values (${key}, ${value}::text)
        on conflict (key) do update set value = excluded.value`
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}

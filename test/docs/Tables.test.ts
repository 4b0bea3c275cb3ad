import { assert, layer } from "@effect/vitest"
import { readTables, sharedColumns, tablesPage } from "@wristbank/docs/tables"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { databaseLayer } from "../support/database.ts"

const stored = readFileSync(new URL("../../docs/reference/tables.md", import.meta.url), "utf8")

layer(databaseLayer, { excludeTestServices: true })("the page of tables", (it) => {
  it.effect("is what docs/generators/tables.ts writes of a migrated database", () =>
    Effect.gen(function*() {
      assert.strictEqual(stored, yield* tablesPage)
    }))

  it.effect("says of each table and of each column what it means", () =>
    Effect.gen(function*() {
      const { columns, tables } = yield* readTables
      const names = tables.map(({ name }) => name)
      assert.isAbove(names.length, 60)
      assert.deepStrictEqual(tables.filter(({ meaning }) => meaning === null), [])
      const unsaid = columns.filter(({ meaning, name, table }) =>
        names.includes(table) && meaning === null && !(name in sharedColumns)
      )
      assert.deepStrictEqual(unsaid.map(({ name, table }) => `${table}.${name}`), [])
    }))

  it.effect("names the tables whose rows are only ever added", () =>
    Effect.gen(function*() {
      const { tables } = yield* readTables
      const named = stored.split(/^## /m).filter((part) => part.includes("**Rows are only ever added**"))
        .map((part) => part.split("\n")[0])
      assert.sameMembers(named, tables.filter(({ appendOnly }) => appendOnly).map(({ name }) => name))
      assert.includeMembers(named, ["audit_log", "line_item", "ordr", "posting"])
    }))
})

import { assert, layer } from "@effect/vitest"
import { bookColumns, rowArray } from "@wristbank/core/journal/JournalEntry"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { databaseLayer } from "../../support/database.ts"

const columns = bookColumns.entry_line

/** Texts that PostgreSQL can store, with many of the characters that its text form treats specially. */
const text = fc.string({ unit: fc.constantFrom("\"", "\\", "(", ")", "{", "}", ",", " ", "\n", "'", "N", "ü", "😀") })

const row = fc.record({
  tax_name: fc.oneof(text, fc.constant("NULL"), fc.constant(null)),
  product_price: fc.oneof(fc.maxSafeInteger(), fc.constant(undefined)),
  quantity: fc.integer({ min: -1000, max: 1000 })
})

layer(databaseLayer)("rows as an array of a composite type", (it) => {
  it.effect("are what the database reads", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const rows = fc.sample(row, 500)
      const read = yield* sql<{ tax_name: string | null; product_price: bigint | null; quantity: number }>`
        select tax_name, product_price, quantity from unnest(${rowArray(columns, rows)}::entry_line[])`
      assert.deepStrictEqual(
        read,
        rows.map(({ product_price, quantity, tax_name }) => ({
          tax_name,
          product_price: product_price === undefined ? null : BigInt(product_price),
          quantity
        }))
      )
    }))

  it.effect("hold objects as JSON", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const buttons = [{ till_button_id: 1, name: "a \"b\" \\ c" }, null]
      const read = yield* sql`
        select buttons from unnest(${rowArray(bookColumns.journal_entry, [{ n: 1, buttons }])}::journal_entry[])`
      assert.deepStrictEqual(read, [{ buttons }])
    }))

  it.effect("have the columns of the types in their order", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      for (const [type, names] of Object.entries(bookColumns)) {
        const found = yield* sql<{ attname: string }>`
          select attname from pg_attribute where attrelid = ${type}::regclass and not attisdropped order by attnum`
        assert.deepStrictEqual(found.map(({ attname }) => attname), [...names])
      }
    }))
})

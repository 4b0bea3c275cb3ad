import { assert, describe, it } from "@effect/vitest"
import { migrations, names, statementsOf } from "@wristbank/core/sql/Migrations"
import { schemaCode } from "@wristbank/core/sql/SchemaCode"

it("migrations are numbered from 1 without gaps, and their statements begin with a word of SQL", () => {
  assert.deepStrictEqual(migrations.map(({ id }) => id), names.map((_, at) => at + 1))
  for (const { name, statements } of migrations) {
    for (const statement of statements()) {
      const text = statement.replaceAll(/^--.*\n/gm, "").trimStart()
      assert.match(text, /^(create (table|type|function|trigger|(unique )?index)|comment on|insert into) /, name)
    }
  }
})

describe("what migrations leave in the database", () => {
  const made = (...files: ReadonlyArray<string>) =>
    schemaCode(
      files.map((text, n) => ({ id: n + 1, name: `file_${n}`, statements: () => statementsOf(text) }))
    ).functions
  const first = `create function one(a bigint) returns bigint language sql as $$ select 1 $$;

create function one(a text) returns bigint language sql as $$ select 2 $$;
`

  it("is the function as it was made last", () => {
    const again = "create or replace function one(b bigint) returns bigint language sql as $$ select 3 $$;\n"
    assert.deepStrictEqual(made(first, again), [
      { name: "one", types: "bigint", body: " select 3 " },
      { name: "one", types: "text", body: " select 2 " }
    ])
  })

  it("is no function that was dropped, of one name those with these arguments alone", () => {
    assert.deepStrictEqual(made(first, "drop function one(bigint);\n"), [
      { name: "one", types: "text", body: " select 2 " }
    ])
    assert.deepStrictEqual(made(first, "drop function one;\n"), [])
  })
})

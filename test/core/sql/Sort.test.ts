import { assert, it, layer } from "@effect/vitest"
import { readCursor, sortClauses, type SortedPage, type SortKeys, writeCursor } from "@wristbank/core/sql/Sort"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { databaseLayer } from "../../support/database.ts"

interface Row {
  readonly id: bigint
  readonly name: string
  readonly amount: bigint
}

const keys: SortKeys<Row> = {
  name: { column: "coalesce(item.name, '')", type: "text", of: ({ name }) => name },
  amount: { column: "item.amount", type: "bigint", of: ({ amount }) => amount }
}

// Few values, so that many rows tie; names that differ in case alone tie as well.
const rows = fc.array(
  fc.record({
    name: fc.constantFrom("", "a", "A", "b", "ä", "B b", "%", "'"),
    amount: fc.bigInt({ min: -3n, max: 3n })
  }),
  { maxLength: 25 }
)
const sorting = fc.record({ by: fc.constantFrom("id", "name", "amount"), descending: fc.boolean() })

it("a cursor reads back in its own order, and in no other", () =>
  fc.assert(fc.property(sorting, fc.string(), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (sort, name, id) => {
    fc.pre(!name.includes("\u0000"))
    const row = { id, name, amount: -id }
    const text = writeCursor(sort, keys, row, id)
    const value = sort.by === "id" ? null : sort.by === "name" ? name : String(-id)
    assert.deepStrictEqual(Result.getOrThrow(readCursor(text, sort, keys)), { value, id })
    for (const by of ["id", "name", "amount"].filter((other) => other !== sort.by)) {
      assert.isTrue(Result.isFailure(readCursor(text, { ...sort, by }, keys)), by)
    }
  })))

it("text that is no cursor is refused", () =>
  fc.assert(
    fc.property(
      sorting,
      fc.oneof(fc.string(), fc.json().map((json) => Buffer.from(json).toString("base64url"))),
      (sort, text) => {
        fc.pre(!(sort.by === "id" && /^\d{1,18}$/.test(text)))
        assert.isTrue(Result.isFailure(readCursor(text, sort, keys)))
      }
    )
  ))

layer(databaseLayer)("a sorted list", (test) => {
  test.effect("shows each row once and in its order, page by page, while other rows are inserted", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table sorted_item (id bigint primary key, name text, amount bigint not null)`
      const insert = (of: ReadonlyArray<{ readonly name: string; readonly amount: bigint }>, from: number) =>
        Effect.forEach(of, ({ amount, name }, n) =>
          // Ids are not in the order of insertion.
          sql`insert into sorted_item values (${(from + n) * 7919 % 10_007}, nullif(${name}, ''), ${amount})`)
      const read = ({ cursor, limit, sort }: SortedPage) => {
        const { after, order } = sortClauses(sql, keys, "item.id", { cursor, sort })
        return sql<Row>`select item.id, coalesce(item.name, '') as name, item.amount from sorted_item item
          where true ${after} ${order} limit ${limit}`
      }
      const run = Effect.fnUntraced(
        function*([first, late, sort, limit]: typeof draw extends fc.Arbitrary<infer A> ? A : never) {
          yield* sql`truncate sorted_item`
          yield* insert(first, 0)
          const whole = yield* read({ sort, limit: 1000, cursor: null })
          const walked: Array<Row> = []
          let cursor: SortedPage["cursor"] = null
          let more = late.map((row, n) => ({ row, n: 1000 + n }))
          for (;;) {
            const page: ReadonlyArray<Row> = yield* read({ sort, limit, cursor })
            const last = page.at(-1)
            if (last === undefined) break
            assert.isAtMost(page.length, limit)
            walked.push(...page)
            cursor = Result.getOrThrow(readCursor(writeCursor(sort, keys, last, last.id), sort, keys))
            const [now, ...rest] = more
            if (now !== undefined) yield* insert([now.row], now.n)
            more = rest
          }
          const early = new Set(whole.map(({ id }) => id))
          assert.deepStrictEqual(walked.filter(({ id }) => early.has(id)), whole)
          assert.strictEqual(new Set(walked.map(({ id }) => id)).size, walked.length)
          const inOrder = yield* read({ sort, limit: 1000, cursor: null })
          const seen = new Set(walked.map(({ id }) => id))
          assert.deepStrictEqual(inOrder.filter(({ id }) => seen.has(id)), walked)
        }
      )
      const draw = fc.tuple(rows, rows, sorting, fc.integer({ min: 1, max: 7 }))
      for (const drawn of fc.sample(draw, 40)) yield* run(drawn)
    }))
})

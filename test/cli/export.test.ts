import { assert, layer } from "@effect/vitest"
import { flatTableNames, flatTables } from "@wristbank/core/report/FlatTable"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { exportedTables } from "../../cli/src/commands/export.ts"
import { administrator } from "../support/administration.ts"
import { Festival, sale } from "../support/Festival.ts"
import { cashOffice } from "../support/FestivalCash.ts"
import { done } from "../support/FestivalServer.ts"
import { runOnDatabase } from "./runCommand.ts"

type Rows = ReadonlyArray<{ readonly [heading: string]: string }>

const exporting = Effect.gen(function*() {
  const { event } = yield* Festival
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-export-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  const command = (table: string, file: string, ...args: ReadonlyArray<string>) =>
    runOnDatabase(
      ["export", table, "--event", String(event), "--as", administrator.login, "--output", file, ...args],
      { cwd: folder }
    )
  /** The rows of an export. */
  const exported = Effect.fnUntraced(function*(table: string, ...args: ReadonlyArray<string>) {
    const file = `${table}${args.join("")}.csv`
    const { code, stderr, stdout } = yield* command(table, file, ...args)
    assert.strictEqual(code, 0, stderr)
    const text = readFileSync(join(folder, file), "utf8")
    const rows: Rows = parse(text, { columns: true })
    assert.match(stdout, new RegExp(`^${rows.length} records written to `))
    assert.strictEqual(
      text.split("\r\n")[0],
      Object.keys(flatTables[table as keyof typeof flatTables].columns).join(",")
    )
    return { file: join(folder, file), rows, text }
  })
  return { command, event, exported, folder }
})

const cents = (rows: Rows, heading: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[heading]) * 100), 0)

layer(Festival.layer, { excludeTestServices: true })("wristbank export", (it) => {
  it.effect("knows the tables there are, and the page about reports their columns", () =>
    Effect.sync(() => {
      assert.deepStrictEqual([...exportedTables], [...flatTableNames])
      const page = readFileSync(join(import.meta.dirname, "../../docs/administrator-documentation/reports.md"), "utf8")
      for (const [name, { columns }] of Object.entries(flatTables)) {
        assert.match(page, new RegExp(`^\\| \`${name}\` +\\| ${Object.keys(columns).join(", ")} +\\|$`, "m"))
      }
    }))

  it.effect("writes what is booked, without PINs, and no formulas", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const { command, event, exported } = yield* exporting
      const sql = yield* SqlClient.SqlClient
      const buyer = yield* guest({ balance: 50, vouchers: 1 })
      done(yield* bar.post("/order/book-sale", sale([press("beer", 2)], buyer)))
      yield* sql`update user_tag set comment = '=1+1' where event_id = ${event} and pin = ${buyer.pin}`
      const cash = yield* cashOffice
      const cashier = yield* cash.equipped(20)
      done(yield* cash.closeOut(cashier, 19.5, { comment: "@short" }))

      const orders = yield* exported("orders")
      const lines = yield* exported("line-items")
      assert.strictEqual(cents(orders.rows, "total"), cents(lines.rows, "total"))
      assert.strictEqual(cents(orders.rows, "tax"), cents(lines.rows, "tax"))
      const sold = orders.rows.find(({ order_type }) => order_type === "sale")!
      assert.deepStrictEqual([sold["total"], sold["tax"], sold["vouchers"], sold["payment_method"]], [
        "7.00",
        "0.48",
        "1",
        "tag"
      ])
      assert.match(sold["booked_at"]!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.deepStrictEqual(
        lines.rows.filter(({ order_id }) => order_id === sold["order_id"]).map((
          row
        ) => [row["line"], row["tax_rate"], row["total"]]),
        [["1", "0.19", "6.00"], ["2", "0", "4.00"], ["3", "0.19", "-3.00"]]
      )
      const [stored] = yield* sql<{ amount: bigint; n: bigint }>`select sum(amount)::bigint as amount, count(*) as n
        from posting where event_id = ${event}`
      const postings = yield* exported("postings")
      assert.strictEqual(cents(postings.rows, "amount"), Number(stored!.amount))
      assert.strictEqual(postings.rows.length, Number(stored!.n))

      const tags = yield* exported("tags")
      const own = tags.rows.find(({ account_id }) => account_id === String(buyer.accountId))!
      assert.deepStrictEqual([own["chip"], own["comment"], own["balance"]], [
        buyer.uid.toString(16).toUpperCase(),
        "'=1+1",
        "43.00"
      ])
      const shifts = yield* exported("shifts")
      assert.deepStrictEqual(shifts.rows.map((row) => [row["difference"], row["comment"]]), [["-0.50", "'@short"]])
      for (const { file, text } of [orders, lines, postings, tags, shifts]) {
        assert.notInclude(text, buyer.pin)
        assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      }
      const piped = yield* command("orders", "-")
      assert.strictEqual(piped.stdout, orders.text)
      assert.strictEqual(piped.stderr.trim(), `${orders.rows.length} records written to standard output`)
      const twice = yield* command("orders", "-", "--json")
      assert.deepStrictEqual([twice.code, JSON.parse(twice.stdout).error.id], [2, "Usage"])
      const refused = yield* command("orders", "orders.csv")
      assert.deepStrictEqual([refused.code, /is there already/.test(refused.stderr)], [1, true])
    }))

  it.effect("writes what there was at a moment, as it was written then", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const { command, exported } = yield* exporting
      const sql = yield* SqlClient.SqlClient
      const cash = yield* cashOffice
      const buyer = yield* guest({ balance: 50, vouchers: 2 })
      const [first, second] = [yield* cash.equipped(20), yield* cash.equipped(30)]
      const book = Effect.suspend(() => Effect.map(bar.post("/order/book-sale", sale([press("beer")], buyer)), done))
      yield* book
      done(yield* cash.closeOut(first, 20))
      const then = yield* Effect.forEach(flatTableNames, (table) => exported(table))
      const [clock] = yield* sql<{ at: string }>`
        select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`
      yield* book
      done(yield* cash.closeOut(second, 29))
      const later = yield* Effect.forEach(flatTableNames, (table) => exported(table, "--force"))
      const again = yield* Effect.forEach(flatTableNames, (table) => exported(table, "--as-of", clock!.at))
      flatTableNames.forEach((table, n) => {
        assert.strictEqual(again[n]!.text, then[n]!.text, table)
        assert.notStrictEqual(later[n]!.text, then[n]!.text, table)
      })
      const words = yield* command("orders", "never.csv", "--as-of", "yesterday")
      assert.deepStrictEqual([words.code, /yesterday is no moment/.test(words.stderr)], [2, true])
    }))

  it.effect("writes all pages of a period, and nothing of other events and days", () =>
    Effect.gen(function*() {
      const { event, neighbour } = yield* Festival
      const { exported } = yield* exporting
      const sql = yield* SqlClient.SqlClient
      const { event: other } = yield* neighbour
      const many = 4_100
      for (const [of, days] of [[event, 2], [other, 1]] as const) {
        yield* sql`with stored as (
            insert into ordr (event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id,
              item_count)
            select ${of}, gen_random_uuid(), '', 'sale', 'cash', '2046-07-01T10:00:00Z'::timestamptz
              + (n % ${days}::int) * interval '1 day', 1, 1, 1, 2
            from generate_series(1, ${many}::int) n returning event_id, id
          )
          insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price,
            tax_rate_id, tax_name, tax_rate, total_price, total_tax)
          select event_id, id, item, 1, 1, 1, 100, 1, 'none', 0, 100, 0 from stored, generate_series(0, 1) item`
      }
      const period = ["--from", "2046-07-01", "--to", "2046-07-01"]
      assert.lengthOf((yield* exported("orders", ...period)).rows, many / 2)
      const { rows } = yield* exported("line-items", "--from", "2046-07-01", "--to", "2046-07-02")
      assert.lengthOf(rows, many * 2)
      assert.strictEqual(new Set(rows.map(({ line, order_id }) => `${order_id} ${line}`)).size, many * 2)
      assert.lengthOf((yield* exported("postings", ...period)).rows, 0)
    }))
})

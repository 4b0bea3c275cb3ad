import { assert, layer } from "@effect/vitest"
import { PresaleCheckInRepository } from "@wristbank/core/presale/PresaleCheckInRepository"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { diagnose } from "../core/journal/Diagnosed.ts"
import { administrator } from "../support/administration.ts"
import { Festival } from "../support/Festival.ts"
import { refused } from "../support/FestivalLedger.ts"
import { done } from "../support/FestivalServer.ts"
import { imported, orderOf, ticketsIn, withCredit } from "../support/FestivalShop.ts"
import { FestivalTickets, scanOf, ticketSale } from "../support/FestivalTickets.ts"
import { runOnDatabase } from "./runCommand.ts"

/** Imports a text as a file, from a folder of its own. */
const importing = Effect.gen(function*() {
  const { event } = yield* Festival
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-presale-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  const raw = (args: ReadonlyArray<string>) => runOnDatabase(["presale", "import", ...args], { cwd: folder })
  return Effect.fnUntraced(function*(rows: ReadonlyArray<string>, ...args: ReadonlyArray<string>) {
    writeFileSync(join(folder, "tickets.csv"), rows.join("\r\n"))
    const by = args.includes("--as") ? [] : ["--as", administrator.login]
    return yield* raw(["tickets.csv", "--event", String(event), ...by, ...args])
  })
})

const summary = (orders: number, unchanged: number, [added, updated, cancelled]: readonly [number, number, number]) =>
  `${orders} orders read, ${unchanged} of them as they were. ` +
  `Tickets added: ${added}, updated: ${updated}, cancelled: ${cancelled}\n`

const heading = "Order;Code;Name;E-Mail;Credit;State"

/** Everything that an import may change. */
const stored = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`select to_jsonb(ticket_voucher) as row from ticket_voucher
    union all select to_jsonb(presale_order) from presale_order
    union all select to_jsonb(audit_log) from audit_log where log_type like 'presale_%'
    order by row`
})

layer(FestivalTickets.layer, { excludeTestServices: true })("wristbank presale import", (it) => {
  it.effect("imports a file once, however often it is given, and cancels by a later one", () =>
    Effect.gen(function*() {
      const { event, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const run = yield* importing
      const sql = yield* SqlClient.SqlClient
      const rows = [
        heading,
        "F1;one;Ada;ada@example.org;12,50;paid",
        "F1;two;Bob;;;paid",
        "F2;three;Eve;;1.000,00;paid"
      ]
      const before = yield* stored
      const dry = yield* run(rows, "--dry-run")
      assert.deepStrictEqual([dry.code, dry.stderr], [0, ""])
      assert.include(dry.stdout, "2 orders read, 0 of them as they were. Tickets that would be added: 3, updated: 0")
      assert.deepStrictEqual(yield* stored, before)

      assert.strictEqual((yield* run(rows)).stdout, summary(2, 0, [3, 0, 0]))
      assert.sameMembers((yield* ticketsIn("F1")).map(({ credit }) => Number(credit)), [1250, 0])
      const audited = yield* sql<{ content: { readonly file: string; readonly orders: number } }>`
        select content from audit_log where node_id = ${event} and log_type = 'presale_file_imported'`
      assert.deepInclude(audited.at(-1)!.content, { file: "tickets.csv", orders: 2 })

      const tickets = () => sql`select * from ticket_voucher where external_reference in ('F1', 'F2') order by id`
      const first = yield* tickets()
      assert.strictEqual((yield* run(rows)).stdout, summary(2, 2, [0, 0, 0]))
      assert.deepStrictEqual(yield* tickets(), first)

      // Only what changed since: what a file lacks stays as it is.
      const later = [heading, "F1;two;Bob;bob@example.org;5,00;paid", "F2;three;Eve;;1.000,00;cancelled"]
      assert.strictEqual((yield* run(later)).stdout, summary(2, 0, [0, 1, 1]))
      assert.deepStrictEqual((yield* ticketsIn("F2")).map(({ state }) => state), ["cancelled"])
      const sale = (token: string) =>
        Effect.map(tills.tag(), (tag) => ticketSale([scanOf(tag, { voucher_token: token })]))
      yield* refused(entrance.post("/order/book-ticket-sale", yield* sale("three")), "order.voucher_cancelled")
      const { body } = done(yield* entrance.post("/order/book-ticket-sale", yield* sale("one")))
      assert.deepInclude(body, { total_price: 0 })
      // No shop is to be told of it.
      const checkIns = yield* PresaleCheckInRepository
      assert.isEmpty(yield* checkIns.due(BigInt(event), 10))
      assert.deepStrictEqual((yield* diagnose()).examinations.flatMap(({ findings }) => findings), [])
    }))

  it.effect("moves a ticket to another order, and back", () =>
    Effect.gen(function*() {
      const run = yield* importing
      const rows = (order: string) => [heading, `${order};moving;Ada;;;`, "M1;staying;Ada;;;"]
      yield* run(rows("M1"))
      const account = (yield* ticketsIn("M1")).find(({ token }) => token === "moving")!.account
      for (const order of ["M2", "M1", "M2"]) {
        yield* run(rows(order))
        assert.deepStrictEqual(
          (yield* ticketsIn(order)).filter(({ token }) => token === "moving").map((ticket) => ticket.account),
          [account]
        )
        assert.include((yield* run(rows(order))).stdout, "Tickets added: 0, updated: 0, cancelled: 0")
      }
    }))

  it.effect("lists what it can't import with the line, imports the rest, and ends with 1", () =>
    Effect.gen(function*() {
      yield* imported(orderOf("SHOP", [withCredit(1, { secret: "of the shop" })[0]]))
      const run = yield* importing
      const rows = [
        heading,
        "P1;p1;Ada;;1,234;paid",
        "P2;p2;Ada;;3;asleep",
        "P3;of the shop;Ada;;3;paid",
        "P4;p4;\u001b[31mAda;;3;paid"
      ]
      const { code, stderr, stdout } = yield* run(rows)
      assert.oneOf(code, [1, 2], stderr)
      assert.deepStrictEqual(stdout.trimEnd().split("\n"), [
        "line 2, order P1: 1,234 can be read in two ways",
        "line 3, order P2: The state asleep is unknown",
        "line 4, order P3: The code of the position file of the shop belongs to another ticket of this event",
        `${summary(2, 0, [1, 0, 0]).trimEnd()}; 3 problems, whose orders are left out`
      ])
      assert.lengthOf(yield* ticketsIn("P4"), 1)
      const again = JSON.parse((yield* run(rows, "--decimal", "point", "--state", "suspended=asleep", "--json")).stdout)
      assert.deepStrictEqual(again.problems.map(({ line, rule }: { line: number; rule: string }) => [line, rule]), [
        [4, "presale.token_taken"]
      ])
      // A ticket that was never paid is not one yet.
      assert.deepInclude(again, { dry_run: false, orders: 4, unchanged: 2, added: 1, updated: 0 })
      assert.deepStrictEqual((yield* ticketsIn("P1")).map(({ credit }) => Number(credit)), [123_400])
    }))

  it.effect("refuses a file that is no table, flags that name nothing, and people without the right, and changes nothing", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const run = yield* importing
      const before = yield* stored
      const refusal = Effect.fnUntraced(function*(rows: ReadonlyArray<string>, ...args: ReadonlyArray<string>) {
        const { code, stderr } = yield* run(rows, ...args)
        assert.oneOf(code, [1, 2], stderr)
        return stderr
      })
      const rows = [heading, "R1;r1;Ada;;;"]
      assert.include(yield* refusal(["name;price", "Ada;3"]), "The file has no column order")
      assert.include(yield* refusal(rows, "--column", "colour=red"), "--column must be as order=…")
      assert.include(yield* refusal(rows, "--state", "valid"), "--state must be as valid=…")
      assert.include(yield* refusal(rows, "--delimiter", ";;"), "--delimiter must be one character")
      assert.include(yield* refusal(rows, "--as", "nobody"), "nobody")
      const login = `clerk-${event}`
      const { office } = yield* Festival
      done(yield* office("POST", "/users", { login, display_name: "Clerk", password: "a password for everybody" }))
      assert.include(yield* refusal(rows, "--as", login), "node_administration")
      const missing = yield* runOnDatabase(
        ["presale", "import", "missing.csv", "--event", String(event), "--as", administrator.login],
        { cwd: tmpdir() }
      )
      assert.include(missing.stderr, "missing.csv can't be read: there is no such file")
      assert.deepStrictEqual(yield* stored, before)
    }))
})

import { assert, layer } from "@effect/vitest"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { tmpdir } from "node:os"
import { openCase } from "../http/calls/OfficePresaleCalls.ts"
import { administrator } from "../support/administration.ts"
import { Festival } from "../support/Festival.ts"
import { position, withShop } from "../support/FestivalPresale.ts"
import { loopback } from "../support/loopback.ts"
import { secretKey } from "../support/secrets.ts"
import { runOnDatabase } from "./runCommand.ts"

/** A command about the presale of the festival, in the name of its administrator. */
const presale = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const { event } = yield* Festival
  const environment = { ...loopback, WRISTBANK_SECRET_KEY: secretKey }
  return yield* runOnDatabase(
    ["presale", ...args, "--event", String(event), "--as", administrator.login],
    { cwd: tmpdir(), environment }
  )
})

const printed = (...args: ReadonlyArray<string>) =>
  Effect.map(presale(...args), ({ code, stderr, stdout }) => {
    assert.strictEqual(code, 0, stderr)
    return stdout.trimEnd()
  })

layer(withShop, { excludeTestServices: true })("wristbank presale", (it) => {
  it.effect("reads the shop, and shows tickets and how the import stands", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const { book } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      const credit = position(2, { item: 201, price: "30.00", addon_to: 1 })
      book.place("CLI1", [position(1, { attendee_name: "Ada" }), credit])
      book.place("CLI2", [position(3, { price: "words" })], { total: "45.00", payments: [] })
      const broken = "\n1 orders could not be imported: the back office lists them with their reasons"
      assert.strictEqual(
        yield* printed("sync"),
        `2 orders read. Tickets added: 1, updated: 0, cancelled: 0${broken}`
      )
      assert.include(
        yield* printed("sync", "--everything"),
        "2 orders read. Tickets added: 0, updated: 0, cancelled: 0"
      )
      assert.deepInclude(JSON.parse(yield* printed("sync", "--json")), { everything: false, broken: 1 })
      const entries =
        yield* sql`select from audit_log where node_id = ${event} and log_type = 'presale_reading_requested'`
      assert.lengthOf(entries, 3)

      const [first, tickets, money, needs] = (yield* printed("status")).split("\n")
      assert.match(
        first!,
        /^The presale is on\. Last reading: 2\d{3}-.* [+-]\d\d:\d\d, of everything: 2\d{3}-.* [+-]\d\d:\d\d$/
      )
      assert.strictEqual(tickets, "1 tickets, 0 checked in, 0 not paid any more; 0 cancelled")
      assert.strictEqual(money, "Credit: 30.00 EUR sold, 0.00 EUR with guests, 30.00 EUR pending")
      assert.strictEqual(needs, "Needs attention: 0 cases, 1 orders, 0 check-ins that the shop refused")
      const { figures, status } = JSON.parse(yield* printed("status", "--json"))
      assert.deepInclude(figures, { total_tickets: 1, credit_pending: 30 })
      assert.deepInclude(status, { broken_orders: 1, is_reading_requested: false })

      const before = ["status", "--as-of", "2026-01-01T00:00:00Z"]
      assert.strictEqual(
        yield* printed(...before),
        "0 tickets, 0 checked in, 0 not paid any more; 0 cancelled\n" +
          "Credit: 0.00 EUR sold, 0.00 EUR with guests, 0.00 EUR pending"
      )
      const [now] = yield* sql<{ at: string }>`
        select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`
      assert.deepStrictEqual(JSON.parse(yield* printed("status", "--as-of", now!.at, "--json")), { figures })

      const [heading, row, ...others] = (yield* printed("list", "--search", "cli1")).split("\n")
      assert.match(heading!, /^order +code +product +name +e-mail +credit +state +valid +to be checked +checked in$/)
      assert.match(row!, /^CLI1 +secret 1 +101 +Ada +cli1@example\.org +30\.00 +valid$/)
      assert.isEmpty(others)
      assert.strictEqual(yield* printed("list", "--state", "cancelled"), "There are no such tickets.")

      book.fail({ kind: "answer", status: 401, body: { detail: "Invalid token." } })
      const failed = yield* presale("sync")
      assert.strictEqual(failed.code, 1)
      assert.include(failed.stderr, "Invalid token.")
      assert.notInclude(failed.stderr, book.key)
      assert.include(yield* printed("status"), "1 readings failed since")
    }))

  it.effect("lists what waits for a decision, and settles it once", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* printed("cases"), "Nothing waits for a decision.")
      const id = yield* openCase
      const [heading, row] = (yield* printed("cases")).split("\n")
      assert.match(heading!, /^case +order +reason +amount +account +name +balance +since$/)
      assert.match(row!, new RegExp(`^${id} +[-0-9a-f]+ +credit belongs to no single ticket +5\\.00 `))
      const settled = yield* printed("cases", "--settle", String(id), "--comment", "Paid back")
      assert.strictEqual(settled, `Case ${id} is settled.\nNothing waits for a decision.`)
      const again = yield* presale("cases", "--settle", String(id))
      assert.deepStrictEqual([again.code, again.stderr.trim()], [
        1,
        "This case was settled before. Read the list of cases again."
      ])
      assert.strictEqual((yield* presale("cases", "--comment", "alone")).code, 2)
    }))

  it.effect("reads nothing while the presale is off", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const { book } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      yield* sql`update event set settings = settings || '{"pretix_presale_enabled": false}' where event_id = ${event}`
      const seen = book.requests.length
      const { code, stderr } = yield* presale("sync")
      assert.deepStrictEqual([code, stderr.trim()], [
        1,
        "The presale of the event is switched off. Switch it on in the settings of the event."
      ])
      assert.strictEqual(book.requests.length, seen)
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { administrator } from "../support/administration.ts"
import { Festival, sale } from "../support/Festival.ts"
import { created, done } from "../support/FestivalServer.ts"
import { openPdf } from "../support/Pdf.ts"
import { runOnDatabase } from "./runCommand.ts"

/** An event whose business days end at midnight UTC, with one sale, and reports about it in a folder of their own. */
const reporting = Effect.gen(function*() {
  const { admin, bar, configure, event, press } = yield* Festival
  const now = new Date()
  const day = now.toISOString().slice(0, 10)
  const next = new Date(now.getTime() + 86_400_000).toISOString()
  yield* configure({
    time_zone: "UTC",
    start_date: `${day}T00:00:00Z`,
    end_date: next,
    daily_end_time: "00:00"
  })
  const stall = yield* created(
    admin("POST", `/tree/nodes/${event}/create-node`, { name: `Stall ${randomUUID()}`, description: "" })
  )
  done(yield* bar.post("/order/book-sale", sale([press("beer")], null, { payment_method: "cash" })))
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-report-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  const command = (kind: string, node: number, ...args: ReadonlyArray<string>) =>
    runOnDatabase(["report", kind, "--node", String(node), "--as", administrator.login, ...args], { cwd: folder })
  const written = Effect.fnUntraced(function*(kind: string, file: string, ...args: ReadonlyArray<string>) {
    const { code, stderr, stdout } = yield* command(kind, event, "--out", file, ...args)
    assert.strictEqual(code, 0, stderr)
    assert.strictEqual(stdout.trim(), `Written to ${join(folder, file)}`)
    assert.strictEqual(statSync(join(folder, file)).mode & 0o777, 0o600)
    return readFileSync(join(folder, file))
  })
  return { command, day, event, folder, stall, written }
})

layer(Festival.layer, { excludeTestServices: true })("wristbank report", (it) => {
  it.effect("writes each report as the ending of its file says, of now or of a moment", () =>
    Effect.gen(function*() {
      const { day, event, stall, written } = yield* reporting
      const json = (bytes: Buffer) => JSON.parse(bytes.toString())
      const drawn = yield* written("daily", "day.pdf", "--day", day, "--language", "en")
      const { files, pages } = yield* Effect.promise(() => openPdf(new Uint8Array(drawn)))
      assert.include(pages[0], "Daily report")
      const total = json(Buffer.from(files["daily_report.json"]!)).total
      assert.isAbove(total.sales, 0)
      const table = (yield* written("daily", "day.csv", "--day", day)).toString()
      assert.include(table, `\r\nsales,${Number(total.sales).toFixed(2)}\r\n`)
      const only = ["--day", day, "--only", String(stall)]
      assert.strictEqual(json(yield* written("daily", "stall.json", ...only)).total.sales, 0)
      const revenue = json(yield* written("revenue", "revenue", "--format", "json"))
      assert.strictEqual(revenue.total.revenue, total.sales)
      const before = json(yield* written("revenue", "before.json", "--as-of", `${day}T00:00:00+00:00`))
      assert.strictEqual(before.total.revenue, 0)
      assert.deepStrictEqual(json(yield* written("settlement", "settlement.json")).total, revenue.total)
      assert.strictEqual(json(yield* written("payout", "payout.json")).head.event_id, event)
    }))

  it.effect("refuses what it can't write, and leaves files that are there", () =>
    Effect.gen(function*() {
      const { command, event, folder, stall, written } = yield* reporting
      const refused = (kind: string, node: number, ...args: ReadonlyArray<string>) =>
        Effect.map(command(kind, node, ...args), ({ code, stderr }) => {
          assert.oneOf(code, [1, 2])
          return stderr.replaceAll(/\s+(?:›\s+)?/g, " ")
        })
      assert.include(yield* refused("revenue", event, "--output", "revenue.doc"), ".pdf, .csv or .json")
      assert.include(
        yield* refused("revenue", event, "--output", "revenue.csv", "--as-of", "2026-06-30T18:00"),
        "is no moment"
      )
      assert.include(yield* refused("payout", stall, "--output", "payout.csv"), "event")
      assert.include(yield* refused("daily", event, "--output", "day.csv", "--day", "2026-02-30"), "2026-02-30")
      assert.include(yield* refused("revenue", 987_654, "--output", "revenue.csv"), "987654")
      const first = yield* written("revenue", "revenue.csv")
      assert.include(yield* refused("revenue", event, "--output", "revenue.csv"), "is there already")
      assert.deepStrictEqual(readFileSync(join(folder, "revenue.csv")), first)
      yield* written("revenue", "revenue.csv", "--force")
    }))
})

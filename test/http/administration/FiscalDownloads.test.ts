import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readdirSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { unpacked } from "../../support/ExportPackage.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { audited } from "../../support/FestivalPeople.ts"
import type { Body } from "../../support/FestivalServer.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { newTse } from "../calls/OfficeFiscalCalls.ts"

/** The answer to a call as bytes. */
const download = Effect.fnUntraced(function*(path: string, body?: Body) {
  const { address, event, token } = yield* Festival
  return yield* Effect.promise(async () => {
    const answer = await fetch(`${address}/administration/tree/events/${event}/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) })
    })
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  })
})

/** The tables of a ZIP, by name. */
const tablesIn = (bytes: Buffer) =>
  Effect.acquireUseRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "download-"))),
    (folder) =>
      Effect.promise(() => {
        const path = join(folder, "export.zip")
        writeFileSync(path, bytes)
        return unpacked(path)
      }),
    (folder) => Effect.promise(() => rm(folder, { recursive: true }))
  )

const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith("wristbank-export-"))

layer(Festival.layer, { excludeTestServices: true })("exports for the tax office as downloads", (it) => {
  it.effect("are refused with all that is missing, and made in spite of it on demand, two at once", () =>
    Effect.gen(function*() {
      const { admin, bar, event, press } = yield* Festival
      const cash = sale([press("beer")], null, { payment_method: "cash" })
      done(yield* bar.post("/order/book-sale", cash))
      const call = `/tree/events/${event}/export-dsfinvk`
      const answer = yield* admin("POST", call)
      assert.deepStrictEqual([answer.status, answer.body.id, answer.body.type], [400, "ExportRefused", "service"])
      assert.isAbove((answer.body.problems as ReadonlyArray<unknown>).length, 1)
      yield* refused(admin("POST", `${call}?from=soon`), "dsfinvk.day_invalid")
      yield* refused(admin("POST", `${call}?from=2026-07-02&to=2026-07-01`), "dsfinvk.days_reversed")

      const both = yield* Effect.all(
        [download("export-dsfinvk?anyway=true&open=true"), download("export-dsfinvk?anyway=true&open=true")],
        { concurrency: "unbounded" }
      )
      for (const { bytes, headers, status } of both) {
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(
          ["content-type", "content-disposition", "cache-control", "content-length"].map((name) => headers.get(name)),
          ["application/zip", "attachment; filename=\"dsfinV_k.zip\"", "private, no-store", String(bytes.length)]
        )
        const tables = yield* tablesIn(bytes)
        assert.includeMembers(Array.from(tables.keys()), ["index.xml", "transactions.csv", "lines.csv"])
        assert.include(String(tables.get("lines.csv")), "Beer")
      }
      const entries = yield* audited(event, 2)
      assert.deepStrictEqual(entries.map(({ log_type }) => log_type), ["fiscal_exported", "fiscal_exported"])
      assert.deepStrictEqual(leftovers(), [])
    }))

  it.effect("report the tills, taken out of use on a day or not", () =>
    Effect.gen(function*() {
      const { admin, bar, event, office } = yield* Festival
      const device = yield* created(office("POST", "/tses/", newTse()))
      const sql = yield* SqlClient.SqlClient
      yield* sql`update till set tse_id = ${device} where event_id = ${event} and id = ${bar.id}`
      const shut = yield* download("export-ao146a", { shutdown_date: "2026-07-12" })
      assert.deepStrictEqual(
        [shut.status, shut.headers.get("content-type"), shut.headers.get("content-disposition")],
        [200, "application/xml", "attachment; filename=\"ao146a.xml\""]
      )
      assert.include(String(shut.bytes), "<AusserbetriebnahmeAS>12.07.2026</AusserbetriebnahmeAS>")
      assert.include(String(shut.bytes), "GrundAusserbetriebnahme")
      for (const body of [{ shutdown_date: null }, {}]) {
        const { bytes, status } = yield* download("export-ao146a", body)
        assert.strictEqual(status, 200)
        assert.notInclude(String(bytes), "Ausserbetriebnahme")
      }
      yield* refused(
        admin("POST", `/tree/events/${event}/export-ao146a`, { shutdown_date: "2026-02-30" }),
        "dsfinvk.day_invalid"
      )
    }))

  it.effect("are for administrators of the whole event alone", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const manager = yield* clerk(event, event, ["payout_management", "view_node_stats"])
      for (const call of ["export-dsfinvk?anyway=true", "export-ao146a"]) {
        yield* refused(manager("POST", `/tree/events/${event}/${call}`, {}), "organisation.privilege_missing", {}, 403)
      }
    }))
})

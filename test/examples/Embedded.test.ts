import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { type DemoSite, demoSite } from "../support/DemoSite.ts"
import { runExample } from "./runExample.ts"

let site: DemoSite
let environment: Readonly<Record<string, string>>

beforeAll(async () => {
  site = await demoSite()
  const { databaseUrl = "", dataDir = "" } = site.settings
  const secretKey = await readFile(join(dataDir, "secret.key"), "utf8")
  environment = { DATABASE_URL: databaseUrl, WRISTBANK_SECRET_KEY: secretKey.trim() }
})

afterAll(() => site[Symbol.asyncDispose]())

it("a program of one's own books on the database through the services", async () => {
  const code = site.lines.map((line) => /^ +Bar 2 +(\S{36})$/.exec(line)?.[1]).find(Boolean) ?? ""
  const booked = await runExample("embed-the-ledger.ts", [code, "1002", "2002"], environment)
  assert.strictEqual(booked.code, 0, booked.stderr)
  assert.deepStrictEqual(booked.stdout.trim().split("\n"), [
    "Topped up to 60.00",
    "Sold a beer for 6.50, 53.50 are left",
    "A thousand beers cost 6500.00, and the guest has 53.50"
  ])
  const again = await runExample("embed-the-ledger.ts", [code, "1002", "2002"], environment)
  assert.strictEqual(again.code, 1)
})

it("a report of one's own reads what its login may see, and no more", async () => {
  const report = await runExample("custom-report.ts", ["1", "henry"], environment)
  assert.strictEqual(report.code, 0, report.stderr)
  const [head, ...rows] = report.stdout.trim().split("\n")
  assert.strictEqual(head, "hour,product,pieces,revenue")
  assert.isNotEmpty(rows)
  for (const row of rows) assert.match(row, /^\d{4}-\d\d-\d\dT\d\d:00:00[^,]*,[^,]+,-?\d+,-?\d+\.\d\d$/)
  const refused = await runExample("custom-report.ts", ["1", "dario"], environment)
  assert.deepInclude(refused, { code: 1, stdout: "" })
})

// Rates pages of the documentation site with Lighthouse, each three times on a slow phone: `node scripts/bench/site.ts`. Prints the
// medians and ends with 1 when one is below its goal. Options: --json FILE. The site must be built: `npm run docs -- --build`.
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { serveSite } from "../docs/siteServer.ts"
import { isBelow, lighthouse } from "./Lighthouse.ts"

const { values } = parseArgs({ options: { json: { type: "string" } } })

/** The home page, a guide for people at tills and one for administrators, and pages of two APIs. */
const pages = [
  "/",
  "/docs/user-guide/cashier",
  "/docs/administrator-documentation/wristbands",
  "/api/administration",
  "/api/customer_portal"
]
const goals = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 }

const { close, origin } = await serveSite({ compressed: true })
await using rating = await lighthouse(Object.keys(goals))
try {
  const rows = []
  for (const path of pages) rows.push({ path, points: await rating.rate(`${origin}${path}`) })
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
  if (rows.some(({ points }) => isBelow(points, goals))) process.exitCode = 1
} finally {
  close()
}

// Rates pages of the documentation site with Lighthouse, each three times on a slow phone: `node scripts/bench/site.ts`. Prints the
// medians and ends with 1 when one is below its goal. Options: --json FILE. The site must be built: `npm run docs -- --build`.
// Compressed, as hosts of static files send them.
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { extname, join } from "node:path"
import { parseArgs } from "node:util"
import { gzipSync } from "node:zlib"
import { isBelow, lighthouse } from "./Lighthouse.ts"

const { values } = parseArgs({ options: { json: { type: "string" } } })
const built = join(import.meta.dirname, "../../docs/site/build")

/** The home page, a guide, and a page of each API. */
const pages = [
  "/",
  "/docs/user-guide/cashier",
  "/docs/administrator-documentation/wristbands",
  "/api/administration",
  "/api/customer_portal"
]
const goals = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 }

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml"
}

const files = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname)
  const candidates = [path, `${path}.html`, join(path, "index.html")]
  const found = candidates.reduce<Promise<{ path: string; body: Buffer } | null>>(
    async (before, candidate) =>
      await before ??
        await readFile(join(built, candidate)).then((body) => ({ path: candidate, body }), () => null),
    Promise.resolve(null)
  )
  void found.then((file) => {
    if (file === null) return response.writeHead(404).end()
    const type = types[extname(file.path)]
    const cache = file.path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache"
    if (type === undefined) return response.writeHead(200, { "cache-control": cache }).end(file.body)
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip", "cache-control": cache })
      .end(gzipSync(file.body))
  })
}).listen(0, "127.0.0.1")
await once(files, "listening")
const address = files.address()
const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
await using rating = await lighthouse(Object.keys(goals))
try {
  const rows = []
  for (const path of pages) rows.push({ path, points: await rating.rate(`${origin}${path}`) })
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
  if (rows.some(({ points }) => isBelow(points, goals))) process.exitCode = 1
} finally {
  files.closeAllConnections()
  files.close()
}

// Rates the first screens of the web applications with Lighthouse, and the back office's for someone who is signed in, each
// three times on a slow phone, against the demo festival: `node scripts/bench/web.ts`. Prints the medians and ends with 1 when
// one is below its goal. Options: --json FILE.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"
import { chromium as launcher } from "playwright-core"
import { freePort } from "../freePort.ts"
import { isBelow, type Lighthouse, lighthouse, type Points } from "./Lighthouse.ts"

const root = resolve(import.meta.dirname, "../..")
const { values } = parseArgs({ options: { json: { type: "string" } } })

interface Rated {
  readonly path: string
  /** Whether the administrator is signed in. */
  readonly signedIn?: true
}

/** The pages, those for the signed-in last, and the least points that each may have: performance, accessibility, best practices. */
const pages: ReadonlyArray<Rated> = [
  { path: "/portal/" },
  { path: "/till/" },
  { path: "/" },
  { path: "/administration/" },
  { path: "/administration/1/now", signedIn: true }
]
const goals = { performance: 95, accessibility: 100, "best-practices": 100 } as const
const password = "the password of this demo"

/**
 * Signs the administrator in, in the window that Lighthouse uses. Returns how all that the browser keeps of the application is
 * forgotten: Lighthouse itself would end the session with it.
 */
const signIn = async (origin: string, port: number): Promise<() => Promise<void>> => {
  const [context] = (await launcher.connectOverCDP(`http://127.0.0.1:${port}`)).contexts()
  const page = await context!.newPage()
  await page.goto(`${origin}/administration/`)
  await page.locator("input[name=username]").fill("admin")
  await page.locator("input[name=password]").fill(password)
  await page.keyboard.press("Enter")
  await page.locator(".office h1").waitFor()
  await page.goto("about:blank")
  const session = await context!.newCDPSession(page)
  return async () => {
    await session.send("Network.clearBrowserCache")
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "cache_storage,service_workers" })
  }
}

/** Starts the demo as in `npm start`, on data of its own; ends with the returned function. */
const demo = async (folder: string, port: number) => {
  const child = spawn(join(root, "cli/bin/wristbank.js"), [
    "up",
    "--demo",
    "--port",
    String(port),
    "--data-dir",
    folder
  ], {
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
      WRISTBANK_ADMIN_PASSWORD: password,
      WRISTBANK_PROCESSES: "1"
    },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ready = new Promise<void>((done) =>
    createInterface(child.stdout).on("line", (line) => line.includes("is ready") && done())
  )
  await Promise.race([ready, once(child, "exit").then(() => Promise.reject(new Error("The demo did not start")))])
  return async () => {
    child.kill("SIGTERM")
    if (child.exitCode === null) await once(child, "exit")
  }
}

const measure = async (origin: string, { port, rate }: Lighthouse) => {
  const rows: Array<Rated & { readonly points: Points }> = []
  let forget: (() => Promise<void>) | undefined
  for (const page of pages) {
    if (page.signedIn) forget ??= await signIn(origin, port)
    const flags = page.signedIn ? ["--disable-storage-reset"] : []
    rows.push({ ...page, points: await rate(`${origin}${page.path}`, { before: forget, flags }) })
  }
  return rows
}

const folder = mkdtempSync(join(tmpdir(), "wristbank-bench-"))
// The system account of PostgreSQL can enter it, so the data lie in it and go with it.
chmodSync(folder, 0o711)
await using rating = await lighthouse(Object.keys(goals))
const port = await freePort()
const stop = await demo(folder, port)
try {
  const rows = await measure(`http://127.0.0.1:${port}`, rating)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
  if (rows.some(({ points }) => isBelow(points, goals))) process.exitCode = 1
} finally {
  await stop()
  rmSync(folder, { recursive: true, force: true })
}

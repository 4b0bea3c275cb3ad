// Rates the first screens of the web applications with Lighthouse, and the back office's for somebody who is signed in, each
// three times on a slow phone, against the demo festival: `node scripts/bench/web.ts`. Prints the medians and ends with 1 when
// one is below its goal. Options: --json FILE. Lighthouse is large and only this needs it, so it has a lockfile of its own and is
// installed at the first run.
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, dirname, join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { parseArgs, promisify } from "node:util"
import { chromium as launcher } from "playwright-core"
import { chromium } from "../../test/support/chromium.ts"
import { install, reasonIn } from "../bootstrap.js"
import { median } from "./Median.ts"

const root = resolve(import.meta.dirname, "../..")
const lighthouse = join(import.meta.dirname, "lighthouse")
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
type Category = keyof typeof goals
const categories = Object.keys(goals) as ReadonlyArray<Category>

const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

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
      WRISTBANK_ADMIN_PASSWORD: password
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

type Points = Readonly<Record<Category, number>>

/** One report of Lighthouse: its usual phone, with a slow network and processor simulated. */
const rate = async (url: string, port: number, options: ReadonlyArray<string> = []): Promise<Points> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(lighthouse, "node_modules/lighthouse/cli/index.js"),
    url,
    `--port=${port}`,
    `--only-categories=${categories.join(",")}`,
    ...options,
    "--output=json",
    "--quiet"
  ], { maxBuffer: 2 ** 26 })
  const report = JSON.parse(stdout) as { readonly categories: Readonly<Record<Category, { readonly score: number }>> }
  return mapped((category) => Math.round(report.categories[category].score * 100))
}

const mapped = (points: (category: Category) => number): Points =>
  Object.fromEntries(categories.map((category) => [category, points(category)])) as Record<Category, number>

const shown = (points: Points) => categories.map((category) => `${category} ${points[category]}`.padStart(22)).join("")

const measure = async (origin: string, port: number) => {
  const rows: Array<Rated & Points> = []
  let forget: (() => Promise<void>) | undefined
  for (const page of pages) {
    if (page.signedIn) forget ??= await signIn(origin, port)
    const runs: Array<Points> = []
    for (let run = 0; run < 3; run++) {
      await forget?.()
      runs.push(await rate(`${origin}${page.path}`, port, page.signedIn ? ["--disable-storage-reset"] : []))
    }
    const row = { ...page, ...mapped((category) => median(runs.map((points) => points[category]))) }
    process.stdout.write(`${page.path.padEnd(34)}${shown(row)}\n`)
    rows.push(row)
  }
  return rows
}

const reason = reasonIn(lighthouse)
if (reason !== undefined) install(lighthouse, reason)
const folder = mkdtempSync(join(tmpdir(), "wristbank-bench-"))
// The system account of PostgreSQL can enter it, so the data lie in it and go with it.
chmodSync(folder, 0o711)
const [port, debugging] = [await freePort(), await freePort()]
const stop = await demo(folder, port)
const { environment, executablePath } = chromium()
const browser = await launcher.launch({
  executablePath,
  args: ["--no-sandbox", "--headless=shell", `--remote-debugging-port=${debugging}`],
  env: { ...process.env as Record<string, string>, ...environment }
})
try {
  const rows = await measure(`http://127.0.0.1:${port}`, debugging)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
  if (rows.some((row) => categories.some((category) => row[category] < goals[category]))) process.exitCode = 1
} finally {
  await browser.close()
  await stop()
  rmSync(folder, { recursive: true, force: true })
}

// Ratings by Lighthouse. It is large and only two benchmarks need it, so it has a lockfile of its own and is installed at the first run.
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { chromium as launcher } from "playwright-core"
import { chromium } from "../../test/support/chromium.ts"
import { install, reasonIn } from "../bootstrap.js"
import { freePort } from "../freePort.ts"
import { median } from "./Median.ts"

const folder = join(import.meta.dirname, "lighthouse")

/** Points by category, from 0 to 100. */
export type Points = Readonly<Record<string, number>>

interface RateOptions {
  /** Flags of Lighthouse. */
  readonly flags?: ReadonlyArray<string>
  /** Done before each run. */
  readonly before?: (() => Promise<void>) | undefined
}

export interface Lighthouse extends AsyncDisposable {
  /** Where the browser takes commands. */
  readonly port: number
  /** Prints and returns the medians of three runs, on Lighthouse's usual phone, with a slow network and processor simulated. */
  readonly rate: (url: string, options?: RateOptions) => Promise<Points>
}

/** Starts a browser for ratings in these categories. */
export const lighthouse = async (categories: ReadonlyArray<string>): Promise<Lighthouse> => {
  const reason = reasonIn(folder)
  if (reason !== undefined) install(folder, reason)
  const port = await freePort()
  const { environment, executablePath } = chromium()
  const browser = await launcher.launch({
    executablePath,
    args: ["--no-sandbox", "--headless=shell", `--remote-debugging-port=${port}`],
    env: { ...process.env as Record<string, string>, ...environment }
  })
  const reportOf = async (url: string, flags: ReadonlyArray<string>): Promise<Points> => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(folder, "node_modules/lighthouse/cli/index.js"),
      url,
      `--port=${port}`,
      `--only-categories=${categories.join(",")}`,
      ...flags,
      "--output=json",
      "--quiet"
    ], { maxBuffer: 2 ** 26 })
    const report = JSON.parse(stdout) as { readonly categories: Readonly<Record<string, { readonly score: number }>> }
    return Object.fromEntries(
      categories.map((category) => [category, Math.round(report.categories[category]!.score * 100)])
    )
  }
  return {
    port,
    rate: async (url, { before, flags = [] } = {}) => {
      const runs: Array<Points> = []
      for (let run = 0; run < 3; run++) {
        await before?.()
        runs.push(await reportOf(url, flags))
      }
      const points = Object.fromEntries(
        categories.map((category) => [category, median(runs.map((one) => one[category]!))])
      )
      const shown = categories.map((category) => `${category} ${points[category]}`.padStart(22)).join("")
      process.stdout.write(`${new URL(url).pathname.padEnd(44)}${shown}\n`)
      return points
    },
    [Symbol.asyncDispose]: () => browser.close()
  }
}

/** Whether a page has fewer points than its goals. */
export const isBelow = (points: Points, goals: Points): boolean =>
  Object.entries(goals).some(([category, goal]) => points[category]! < goal)

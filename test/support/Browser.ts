import { mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { expect, inject } from "vitest"

let launched: Promise<Browser> | undefined

/** The browser of this worker. It serves all test files of the worker and ends with it. */
const browser = (): Promise<Browser> => {
  const { environment, executablePath } = inject("chromium")
  return launched ??= chromium.launch({
    executablePath,
    // A microphone and a camera that need no device; cameras show a test picture unless a test names another.
    args: ["--no-sandbox", "--headless=shell", "--use-fake-device-for-media-stream", "--hide-scrollbars"],
    env: { ...process.env as Record<string, string>, ...environment }
  })
}

/** The sizes at which every screen has to work: phone, tablet, desktop. */
export const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 }
} as const

export interface VisitOptions {
  readonly size?: keyof typeof sizes
  readonly colours?: "light" | "dark"
  /** `en-GB` unless given. */
  readonly locale?: string
  /** Whether the application is kept for times without a network. Installing it takes longer than a screen, so it is not unless asked for. */
  readonly keeps?: boolean
  /** What the browser has beside these: permissions, storage of an earlier visit, touch. */
  readonly more?: BrowserContextOptions
}

/** A person's browser window: nothing of it is left when the test ends. */
export interface Visit extends AsyncDisposable {
  readonly page: Page
  /** Asserts that the console showed no error, no script failed and every request was answered well, except those allowed. */
  readonly expectQuiet: (allowed?: ReadonlyArray<RegExp>) => void
}

/** Opens a window of its own, with nothing stored. */
export const visit = async (
  { colours = "light", keeps = false, locale = "en-GB", more = {}, size = "phone" }: VisitOptions = {}
): Promise<
  Visit
> => {
  const context = await (await browser()).newContext({
    viewport: sizes[size],
    colorScheme: colours,
    locale,
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
    serviceWorkers: keeps ? "allow" : "block",
    ...more
  })
  // As long as values are polled for: a machine may be busy with other tests.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const noise: Array<string> = []
  page.on("console", (message) => message.type() === "error" && noise.push(`console: ${message.text()}`))
  page.on("pageerror", (error) => noise.push(`script: ${error.message}`))
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? ""
    // A page that is left ends its own requests.
    if (reason !== "net::ERR_ABORTED") noise.push(`request: ${request.method()} ${request.url()} ${reason}`)
  })
  page.on("response", (response) => {
    if (response.status() >= 400) {
      noise.push(`answer: ${response.status()} ${response.request().method()} ${response.url()}`)
    }
  })
  return {
    page,
    expectQuiet: (allowed = []) => {
      const heard = noise.splice(0).filter((line) => !allowed.some((pattern) => pattern.test(line)))
      expect(heard).toEqual([])
    },
    [Symbol.asyncDispose]: () => context.close()
  }
}

/** Waits until the application is kept for times without a network. */
export const untilKept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
}

/** Asserts that axe finds nothing that people with disabilities would stumble over (WCAG 2.2 AA and best practices). */
export const expectAccessible = async (page: Page): Promise<void> => {
  // Evaluated through the debugger, which the page's content security policy does not concern. The script of half a megabyte
  // stays in the page, and of its results only the violations are described and handed over: together that is half of the time.
  if (!await page.evaluate<boolean>(`"axe" in globalThis`)) await page.evaluate(axe)
  const violations = await page.evaluate<ReadonlyArray<Violation>>(
    `axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)`
  )
  expect(
    violations.map(({ help, id, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ failureSummary, html }) => `${html}\n${failureSummary}`).join("\n")}`
    )
  ).toEqual([])
}

/** Asserts that nothing of the page has to be scrolled sideways. */
export const expectFits = async (page: Page): Promise<void> => {
  const [content, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
  expect(content, `the page is ${content} px wide in a window of ${width} px`).toBeLessThanOrEqual(width)
}

/** Asserts that the page fits windows of all sizes; afterwards the window has its own size again. */
export const expectFitsAll = async (page: Page, own: keyof typeof sizes): Promise<void> => {
  await expectFits(page)
  for (const size of Object.keys(sizes) as ReadonlyArray<keyof typeof sizes>) {
    if (size === own) continue
    await page.setViewportSize(sizes[size])
    await expectFits(page)
  }
  await page.setViewportSize(sizes[own])
}

/** Keeps a picture of the window as `<folder>/<name>.png` if `SCREENSHOTS` names a folder. */
export const picture = async (page: Page, name: string, { fullPage = true } = {}): Promise<void> => {
  const folder = process.env["SCREENSHOTS"]
  if (folder === undefined || folder === "") return
  const path = join(folder, `${name}.png`)
  mkdirSync(dirname(path), { recursive: true })
  await page.screenshot({ path, fullPage })
}

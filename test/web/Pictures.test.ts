import { pastTags } from "@wristbank/stand-ins/festival/DemoPast"
import { guests } from "@wristbank/stand-ins/festival/DemoPeople"
import { globSync } from "node:fs"
import { mkdir, readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Visit, visit } from "../support/Browser.ts"
import { makeProfileOfEverything } from "../support/DemoProfile.ts"
import { type DemoSite, demoSite } from "../support/DemoSite.ts"
import { makeTill, type Office, officeOf, visitTill } from "../support/DemoTill.ts"
import { holdTag, openTask } from "../support/TillActs.ts"
import { officeAt } from "./administration/Office.ts"
import { signIn } from "./portal/Guest.ts"

const folder = join(import.meta.dirname, "../../docs/pictures")
const colours = ["light", "dark"] as const
type Colours = typeof colours[number]

/** Makes the pictures anew instead of comparing them with the screens. */
const isWriting = process.env["WRISTBANK_PICTURES"] === "write"

const phone = { viewport: { width: 360, height: 760 }, deviceScaleFactor: 1.5 }
const desktop = { viewport: { width: 1200, height: 750 }, deviceScaleFactor: 1 }
type Window = typeof phone

/** The pictures of the pages, by their names and the windows that they show. */
const pictures: Readonly<Record<string, Window>> = {
  "till-home": phone,
  "till-sale": phone,
  "till-top-up": phone,
  "till-shift-end": phone,
  "portal-start": phone,
  "portal-history": phone,
  "portal-payout": phone,
  "office-now": desktop,
  "office-products": desktop,
  "payout-run": desktop,
  takings: desktop,
  checklist: desktop,
  "close-out": desktop
}

const pathOf = (name: string, scheme: Colours) => join(folder, `${name}-${scheme}.png`)

let site: DemoSite
let office: Office
beforeAll(async () => {
  site = await demoSite({}, isWriting ? 36 : undefined)
  office = await officeOf(site)
  await makeProfileOfEverything(office)
})
afterAll(() => site[Symbol.asyncDispose]())

/** The tills of the pictures and who works there: a person's register is at one till at a time. */
const tills: Readonly<Record<Colours, { readonly name: string; readonly person: string }>> = {
  light: { name: "Main bar", person: "Anna" },
  dark: { name: "Beer garden", person: "Ben" }
}

/** A guest of the days before. */
const { pin } = guests.slice(-pastTags).find(({ restriction }) => restriction === null)!

/** Called once a screen is there: makes its picture, if pictures are made. */
type Shown = (page: Page, name: string) => Promise<void>

const showTill = async (scheme: Colours, shown: Shown): Promise<Visit> => {
  const { name, person } = tills[scheme]
  const till = await makeTill(office, "Everything", name)
  const visitor = await visitTill(site, till, { colours: scheme, more: phone, person: null })
  const { page } = visitor
  await shown(page, "till-home")
  await holdTag(page, person)
  for (const good of ["Beer", "Beer", "Water"]) await page.locator(".tile", { hasText: good }).first().click()
  await page.getByText("Hold the wristband to the reader").waitFor()
  await shown(page, "till-sale")
  await openTask(page, "Top up")
  await page.getByRole("button", { name: "€20.00", exact: true }).click()
  await holdTag(page, "GUEST001")
  await page.getByText("Balance afterwards").waitFor()
  await shown(page, "till-top-up")
  await openTask(page, "Register")
  await page.getByRole("button", { name: "End the shift, sign me out" }).waitFor()
  await shown(page, "till-shift-end")
  return visitor
}

const showPortal = async (scheme: Colours, shown: Shown): Promise<Visit> => {
  const visitor = await visit({ colours: scheme, more: phone })
  const { page } = visitor
  await page.goto(`${site.origin}/portal/`)
  await page.getByRole("button", { name: "Sign in" }).waitFor()
  await shown(page, "portal-start")
  await signIn(page, pin)
  await page.locator(".entry").first().waitFor()
  await shown(page, "portal-history")
  await page.getByRole("link", { name: "Money back" }).click()
  await page.getByRole("heading", { name: "Money back", level: 1 }).waitFor()
  await page.locator("main .card").first().waitFor()
  await shown(page, "portal-payout")
  return visitor
}

const showOffice = async (scheme: Colours, shown: Shown): Promise<Visit> => {
  const visitor = await officeAt(site, { colours: scheme, more: desktop, at: "now/today" })
  const { page } = visitor
  const open = async (screen: string, name: string, there: Locator) => {
    await visitor.follow(screen)
    await there.first().waitFor()
    await page.locator(".skeleton").first().waitFor({ state: "detached" })
    await shown(page, name)
  }
  await open("now/today", "office-now", page.locator("figure.chart"))
  await open("now/takings", "takings", page.locator("figure.chart"))
  await open("sell/products", "office-products", page.getByRole("link", { name: "Beer", exact: true }))
  await open("payouts/runs/new", "payout-run", page.getByRole("button", { name: /^Create run/ }))
  await open("setup/checklist", "checklist", page.getByRole("heading", { name: "Checklist", level: 1 }))
  await visitor.follow("cash/cashiers/7/close-out")
  await page.getByRole("button", { name: "Count the cash" }).click()
  await page.getByLabel("€50.00 note").fill("15")
  await page.getByLabel("€20.00 note").fill("2")
  await shown(page, "close-out")
  return visitor
}

const showings = [["till", showTill], ["portal", showPortal], ["office", showOffice]] as const

const drawn = (scheme: Colours): Shown => async (page, name) => {
  // A phone that reads tags has none of this: the buttons that stand for them, and the notice that this browser can't.
  const readers = page.locator(".readers")
  const display = (value: string) =>
    readers.evaluateAll((all, shown) => all.forEach((one) => (one as HTMLElement).style.display = shown), value)
  await display("none")
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: pathOf(name, scheme), animations: "disabled" })
  await display("")
}

test.concurrent.each(showings)("the screens of the pictures of the %s are there", async (_, show) => {
  for (const scheme of isWriting ? colours : colours.slice(0, 1)) {
    const seen: Array<string> = []
    const draw = drawn(scheme)
    await using visitor = await show(scheme, async (page, name) => {
      seen.push(name)
      if (isWriting) await draw(page, name)
    })
    visitor.expectQuiet()
    expect(seen.filter((name) => pictures[name] === undefined)).toEqual([])
    expect(seen.length).toBeGreaterThan(2)
  }
})

/** Width and height of a PNG file, from its header. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test("each picture is there in light and in dark colours, in its size, and is shown on a page", async () => {
  const pages = globSync(join(folder, "../**/*.md"), { exclude: (path) => path.endsWith("node_modules") })
  const texts = await Promise.all(pages.map(async (page) => ({ page, text: await readFile(page, "utf8") })))
  for (const [name, { deviceScaleFactor: scale, viewport }] of Object.entries(pictures)) {
    for (const scheme of colours) {
      const png = await readFile(pathOf(name, scheme))
      expect([name, ...sizeOf(png)]).toEqual([name, viewport.width * scale, viewport.height * scale])
      expect(png.length, `${name} is too large for a page`).toBeLessThan(200_000)
      const shown = texts.filter(({ text }) => text.includes(`pictures/${name}-${scheme}.png#gh-${scheme}-mode-only`))
      expect([name, scheme, shown.length > 0]).toEqual([name, scheme, true])
    }
  }
  const known = new Set(Object.keys(pictures))
  const made = globSync(join(folder, "*-{light,dark}.png")).map((path) => path.slice(dirname(path).length + 1))
  expect(made.filter((file) => !known.has(file.replace(/-(?:light|dark)\.png$/, "")))).toEqual([])
})

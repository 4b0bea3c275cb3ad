import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { picture, visit } from "../support/Browser.ts"
import { type DemoSite, demoSite } from "../support/DemoSite.ts"

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8")
const [, walk = ""] = /<!-- browser-walk:begin -->([^]*)<!-- browser-walk:end -->/.exec(readme) ?? []

/** What a reader does, in the order of the text: open an address, type a text, press something, see a text. */
const actions = Array.from(
  walk.matchAll(
    /`http:\/\/localhost:8000(?<path>[^`]*)`|`(?<typed>[^`]+)`|\*\*(?<pressed>[^*]+)\*\*|\*(?<seen>[^*]+)\*/g
  ),
  ({ groups }) => groups as Readonly<Partial<Record<"path" | "typed" | "pressed" | "seen", string>>>
)

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

test("the walk of the README in the browser does what it says", async () => {
  await using visitor = await visit({ more: { deviceScaleFactor: 2, viewport: { width: 360, height: 780 } } })
  const { page } = visitor
  expect(actions.length).toBeGreaterThan(10)
  for (const { path, pressed, seen, typed } of actions) {
    if (path !== undefined) await page.goto(`${site.origin}${path}`)
    if (typed !== undefined) await page.getByRole("textbox").fill(typed)
    if (pressed === "GUEST001") await picture(page, "till", { fullPage: false })
    if (pressed !== undefined) await pressable(page, pressed).click()
    if (seen !== undefined) {
      await page.getByText(seen, { exact: true }).first().waitFor()
      await picture(page, seen === "Booked" ? "booked" : "portal", { fullPage: false })
    }
  }
  await page.getByRole("heading", { name: "Top up" }).waitFor()
  visitor.expectQuiet()
})

const pressable = (page: Page, name: string) => {
  const named = { name: new RegExp(`^${name}`) }
  return page.getByRole("button", named).or(page.getByRole("link", named)).first()
}

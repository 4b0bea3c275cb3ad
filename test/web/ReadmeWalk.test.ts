import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { picture, visit } from "../support/Browser.ts"
import { shellOf } from "../support/DemoShell.ts"
import { type DemoSite, demoSite } from "../support/DemoSite.ts"

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8")
const [, lines = ""] = /<!-- browser-walk:begin -->([^]*)<!-- browser-walk:end -->/.exec(readme) ?? []
const walk = lines.replaceAll(/\s+/g, " ")

/** What a reader does, in the order of the text: open an address, run a command, type a text, press something, see a text. */
const actions = Array.from(
  walk.matchAll(
    /`http:\/\/localhost:8000(?<path>[^`]*)`|`npx wristbank (?<command>[^`]+)`|`(?<typed>[^`]+)`|\*\*(?<pressed>[^*]+)\*\*|\*(?<seen>[^*]+)\*/g
  ),
  ({ groups }) => groups as Readonly<Partial<Record<"path" | "command" | "typed" | "pressed" | "seen", string>>>
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
  for (const { command, path, pressed, seen, typed } of actions) {
    if (path !== undefined) await page.goto(`${site.origin}${path}`)
    if (command !== undefined) await shellOf(site)(...command.split(" "))
    if (typed !== undefined) await emptyField(page).fill(typed)
    if (pressed === "GUEST001") await picture(page, "till", { fullPage: false })
    if (pressed !== undefined) await (await pressable(page, pressed)).click()
    if (seen !== undefined) {
      await page.getByText(seen, { exact: true }).first().waitFor()
      const name = pictures[seen]
      if (name !== undefined) await picture(page, name, { fullPage: false })
    }
  }
  await page.getByRole("heading", { name: "Top up" }).waitFor()
  visitor.expectQuiet()
})

/** The pictures of the README, by the text that they show. */
const pictures: Readonly<Record<string, string>> = { Booked: "booked", "2 × Beer, 2 × Deposit": "portal" }

/** The next field of a form that nothing was typed into. */
const emptyField = (page: Page) => page.locator("input[value='']").first()

const pressable = async (page: Page, name: string) => {
  const named = { name: new RegExp(`^${name}`) }
  const dialog = page.getByRole("dialog")
  const place = await dialog.isVisible() ? dialog : page
  return place.getByRole("button", named).or(place.getByRole("link", named)).or(place.getByRole("checkbox", named))
    .first()
}

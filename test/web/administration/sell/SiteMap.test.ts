import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { hands, waysOf } from "../../../support/Hands.ts"
import { officeAt } from "../Office.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

const words = {
  "en-GB": {
    unlink: "Unlink",
    doUnlink: "Unlink phone-05",
    link: "Link",
    doLink: "Link phone-05 with a terminal",
    terminal: "Terminal",
    noTerminal: "no terminal",
    editMap: "Change the map",
    topLeft: "Corner at the top left",
    picture: "Picture of the site",
    save: "Save the map",
    noPlace: "Latitude and longitude, such as 54.0321, 9.3712.",
    map: "Map of the site with 5 terminals"
  },
  "de-DE": {
    unlink: "Lösen",
    doUnlink: "Verknüpfung von phone-05 lösen",
    link: "Verknüpfen",
    doLink: "phone-05 mit einem Terminal verknüpfen",
    terminal: "Terminal",
    noTerminal: "kein Terminal",
    editMap: "Lageplan ändern",
    topLeft: "Ecke oben links",
    picture: "Bild des Geländes",
    save: "Lageplan speichern",
    noPlace: "Breite und Länge, etwa 54.0321, 9.3712.",
    map: "Lageplan mit 5 Terminals"
  }
} as const

const drawing =
  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 3 2\"><rect width=\"3\" height=\"2\" fill=\"#ccc\"/></svg>"

describe.each(waysOf(1, [["en-GB", "mouse"], ["de-DE", "keyboard"]] as const))(
  "devices and the map, %s, by %s alone,",
  (locale, by) => {
    const say = words[locale]
    const hand = hands[by]
    const button = (page: Page | Locator, name: string) => page.getByRole("button", { name, exact: true })

    test("a device is linked with another terminal, and the map gets another picture with other corners", async () => {
      await using office = await officeAt(site, { at: "sell/devices", locale })
      const { page } = office
      const row = page.getByRole("row").filter({ hasText: "phone-05" })
      const terminal = (await row.getByRole("cell").nth(2).textContent())!
      await hand.press(button(row, say.unlink))
      await hand.press(button(page.getByRole("dialog"), say.doUnlink))
      await row.getByText(say.noTerminal).waitFor()
      await hand.press(button(row, say.link))
      const dialog = page.getByRole("dialog")
      await hand.choose(dialog.getByLabel(say.terminal, { exact: true }), terminal)
      await hand.press(button(dialog, say.doLink))
      await row.getByText(terminal, { exact: true }).waitFor()

      await office.follow("sell/site-map")
      await page.getByRole("img", { name: say.map }).waitFor()
      expect(await page.locator(".spot").count()).toBe(5)
      await hand.press(page.getByRole("link", { name: say.editMap, exact: true }))
      const corner = page.getByLabel(say.topLeft, { exact: true })
      const stored = await corner.inputValue()
      await hand.type(corner, "somewhere")
      await hand.press(button(page, say.save))
      await page.getByText(say.noPlace, { exact: true }).waitFor()
      await hand.type(corner, stored)
      await page.getByLabel(say.picture, { exact: true }).setInputFiles({
        name: "plan.svg",
        mimeType: "image/svg+xml",
        buffer: Buffer.from(drawing)
      })
      await hand.press(button(page, say.save))
      await page.getByRole("img", { name: say.map }).waitFor()
      expect(await page.locator(".site-map img").getAttribute("src")).toMatch(/^data:image\/svg\+xml;base64,/)
      const first = page.locator(".spot").first()
      const [left, top] = await first.evaluate(({ style }) => [style.left, style.top])
      expect([Number.parseFloat(left!), Number.parseFloat(top!)].every((part) => part > 0 && part < 100)).toBe(true)
      office.expectQuiet()
    })
  }
)

import { readFileSync } from "node:fs"
import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { hands, waysOf } from "../../../support/Hands.ts"
import { deskOf } from "../Desk.ts"
import { officeAt } from "../Office.ts"

let site: DemoSite
let desk: Awaited<ReturnType<typeof deskOf>>
beforeAll(async () => {
  site = await demoSite()
  desk = await deskOf(site)
})
afterAll(() => site[Symbol.asyncDispose]())

const words = {
  "en-GB": {
    newKind: "New kind",
    name: "Name",
    description: "Description",
    create: "Create kind",
    save: "Save kind",
    newProduct: "New product",
    price: "Price",
    tax: "Tax",
    createProduct: "Create product",
    typed: "Or type the PINs",
    doImport: "Import 2 wristbands",
    imported: "2 wristbands are imported.",
    wristbands: "2 wristbands",
    remove: "Delete",
    inUse: /can't be deleted/,
    asFile: "PINs as a file",
    saveFile: "Save file"
  },
  "de-DE": {
    newKind: "Neue Art",
    name: "Name",
    description: "Beschreibung",
    create: "Art anlegen",
    save: "Art speichern",
    newProduct: "Neues Produkt",
    price: "Preis",
    tax: "Steuer",
    createProduct: "Produkt anlegen",
    typed: "Oder die PINs tippen",
    doImport: "2 Armbänder einlesen",
    imported: "2 Armbänder sind eingelesen.",
    wristbands: "2 Armbänder",
    remove: "Löschen",
    inUse: /kann nicht gelöscht werden/,
    asFile: "PINs als Datei",
    saveFile: "Datei speichern"
  }
} as const

describe.each(waysOf(0, [["en-GB", "mouse"], ["de-DE", "keyboard"]] as const))(
  "kinds of wristbands, %s, by %s alone,",
  (locale, by) => {
    const say = words[locale]
    const hand = hands[by]
    const button = (page: Page | Locator, name: string) => page.getByRole("button", { name, exact: true })
    const kind = `crew-${by}`

    test("are made, bar a product, come with an import and a file, and stay while something has them", async () => {
      await using office = await officeAt(site, { at: "guests/wristbands/kinds", locale })
      const { page } = office
      await hand.press(page.getByRole("link", { name: say.newKind, exact: true }))
      await hand.type(page.getByLabel(say.name, { exact: true }), kind)
      await hand.type(page.getByLabel(say.description, { exact: true }), "who work here")
      await hand.press(button(page, say.create))
      await hand.press(page.getByRole("link", { name: kind, exact: true }))
      await page.getByRole("heading", { name: kind, level: 1 }).waitFor()
      // Nothing has it yet.
      expect(await button(page, say.remove).isEnabled()).toBe(true)

      await office.follow("sell/products/new")
      await hand.type(page.getByLabel(say.name, { exact: true }), `Schnapps ${by}`)
      await hand.type(page.getByLabel(say.price, { exact: true }), "3.00")
      await hand.choose(
        page.getByLabel(say.tax, { exact: true }),
        await firstOption(page.getByLabel(say.tax, { exact: true }))
      )
      await hand.tick(page.getByLabel(kind, { exact: true }))
      await hand.press(button(page, say.createProduct))
      await page.getByRole("heading", { name: `Schnapps ${by}`, level: 1 }).waitFor()
      await page.getByText(kind, { exact: true }).waitFor()

      await office.follow("guests/wristbands/import")
      const pins = [`K${by.toUpperCase()}A7QK4XR`, `K${by.toUpperCase()}B7QK4XR`]
      await hand.type(page.getByLabel(say.typed), `${pins[0]};${kind}`)
      await page.getByLabel(say.typed).fill(`pin;variants\n${pins.map((pin) => `${pin};${kind}`).join("\n")}`)
      await hand.press(button(page, say.doImport))
      await page.getByText(say.imported).waitFor()

      await office.follow("guests/wristbands")
      await hand.press(button(page, say.asFile))
      const dialog = page.getByRole("dialog")
      await hand.tick(dialog.getByLabel(kind, { exact: true }))
      const saved = page.waitForEvent("download")
      await hand.press(button(dialog, say.saveFile))
      const file = readFileSync(await (await saved).path(), "utf8")
      expect(file).toBe(`pin,variants\r\n${pins.map((pin) => `${pin},${kind}\r\n`).join("")}`)

      const { entities } = await desk.office<
        { readonly entities: Record<string, { id: number; variant_name: string }> }
      >(
        "GET",
        "/user-tag-variants?node_id=1"
      )
      const { id } = Object.values(entities).find(({ variant_name }) => variant_name === kind)!
      await office.follow(`guests/wristbands/kinds/${id}`)
      await page.getByRole("link", { name: say.wristbands, exact: true }).waitFor()
      await page.getByRole("link", { name: `Schnapps ${by}`, exact: true }).waitFor()
      expect(await button(page, say.remove).isDisabled()).toBe(true)
      expect(await button(page, say.remove).getAttribute("title")).toMatch(say.inUse)
      office.expectQuiet()
    })
  }
)

const firstOption = (list: Locator) =>
  list.locator("option:not([value=''])").first().textContent().then((text) => text ?? "")

import { encodeQR } from "qr"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { english } from "../../../../web/administration/sell/english.ts"
import { german } from "../../../../web/administration/sell/german.ts"
import { english as layoutsEnglish } from "../../../../web/administration/sell/layouts/english.ts"
import { german as layoutsGerman } from "../../../../web/administration/sell/layouts/german.ts"
import { english as tillsEnglish } from "../../../../web/administration/sell/tills/english.ts"
import { german as tillsGerman } from "../../../../web/administration/sell/tills/german.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { visitTill } from "../../../support/DemoTill.ts"
import { hands } from "../../../support/Hands.ts"
import { officeAt } from "../Office.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

const words = {
  "en-GB": { ...english, layouts: layoutsEnglish, tills: tillsEnglish },
  "de-DE": { ...german, layouts: layoutsGerman, tills: tillsGerman }
} as const

/** The modules of a QR code as the kit draws them. */
const pathOf = (text: string): string =>
  encodeQR(text, "raw", { ecc: "medium", border: 2 })
    .flatMap((row, y) => row.flatMap((dark, x) => dark ? [`M${x} ${y}h1v1h-1z`] : [])).join("")

describe.concurrent("from a new product to its first sale", () => {
  test.each([["en-GB", "mouse"], ["de-DE", "keyboard"]] as const)("%s, by %s alone", async (locale, by) => {
    const say = words[locale]
    const { choose, press, tick } = hands[by]
    const [product, place] = [`Mate ${by}`, `Kiosk ${by}`]
    await using office = await officeAt(site, { at: "sell/products/new", locale })
    const { page } = office
    const field = (label: string) => page.getByLabel(label, { exact: true })
    const create = (name: string) => press(page.getByRole("button", { name, exact: true }))
    const follow = (name: string) => press(page.getByRole("link", { name, exact: true }))
    const arrive = (heading: string) => page.getByRole("heading", { name: heading, level: 1, exact: true }).waitFor()

    await field(say.name).fill(product)
    await field(say.price).fill(locale === "de-DE" ? "3,50" : "3.50")
    await choose(field(say.tax), "VAT 19 %")
    await create(say.createProduct)
    await arrive(product)
    await follow(say.newButtonFor(product))
    await create(say.createButton)
    await arrive(product)

    await office.follow("sell/layouts/new")
    await field(say.layouts.name).fill(place)
    await tick(page.getByLabel(new RegExp(`^${product} ·`)))
    await create(say.layouts.addChosen(1))
    await page.locator(".phone").getByRole("button", { name: product }).waitFor()
    await create(say.layouts.createLayout)
    await arrive(place)
    await follow(say.layouts.newProfileFor)
    await field(say.tills.name).fill(place)
    await create(say.tills.createProfile)
    await arrive(place)
    await follow(say.tills.newTill)
    await field(say.tills.name).fill(place)
    await create(say.tills.createTill)
    await arrive(place)

    await office.follow("sell/terminals/new")
    await field(say.tills.name).fill(place)
    await create(say.tills.createTerminal)
    await arrive(place)
    await create(say.tills.putAtTill(place))
    await choose(page.getByRole("dialog").getByLabel(say.tills.till, { exact: true }), place)
    await press(page.getByRole("dialog").getByRole("button", { name: say.tills.putAtTill(place) }))
    await page.getByRole("definition").getByRole("link", { name: place }).waitFor()
    const code = (await page.locator(".code").textContent())!
    expect(await page.locator(".qr-code path").getAttribute("d")).toBe(pathOf(`${site.origin}/till/#code=${code}`))

    await using till = await visitTill(site, { name: place, id: 0, terminalId: 0, code }, { size: "phone" })
    await till.page.getByRole("button", { name: product }).click()
    await till.page.getByRole("button", { name: by === "mouse" ? "GUEST002" : "GUEST004" }).click()
    await till.page.getByRole("status", { name: "Booked" }).waitFor()
    till.expectQuiet()

    await press(page.getByRole("definition").getByRole("link", { name: place }))
    await arrive(place)
    await page.getByRole("definition").filter({ hasText: "Anna" }).waitFor()
    await page.getByRole("cell", { name: locale === "de-DE" ? /^3,50/ : /3\.50$/ }).waitFor()
    await office.follow("sell/terminals")
    const row = page.getByRole("row").filter({ hasText: place })
    await row.filter({ hasText: say.tills.online }).filter({ hasText: "Anna" }).waitFor()
    office.expectQuiet()
  })
})

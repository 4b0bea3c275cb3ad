import { mkdtempDisposableSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { english } from "../../../../web/administration/eventFile/english.ts"
import { german } from "../../../../web/administration/eventFile/german.ts"
import { expectAccessible, expectFitsAll, picture, type sizes } from "../../../support/Browser.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { festivalSecrets as secrets } from "../../../support/festivalSecrets.ts"
import { hands } from "../../../support/Hands.ts"
import { officeAt } from "../Office.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

const root = join(import.meta.dirname, "../../../..")
const looksGood = async (page: Page, size: keyof typeof sizes, name: string) => {
  await expectAccessible(page)
  await picture(page, `administration/event-file/${name}`)
  await expectFitsAll(page, size)
}

const fileOf = (name: string, mimeType: string, text: string) => ({ name, mimeType, buffer: Buffer.from(text) })

/** Chooses a file with a text, and others with it, and asks for its plan. */
const upload = async (
  page: Page,
  say: typeof english,
  text: string,
  ...others: ReadonlyArray<ReturnType<typeof fileOf>>
) => {
  const file = fileOf("event.yaml", "application/yaml", text)
  await page.getByLabel(say.file, { exact: true }).setInputFiles([file, ...others])
  await page.getByRole("button", { name: say.showPlan }).click()
}

describe("the file of an event", () => {
  test("is downloaded, and its changes are shown, asked for where they remove something, and applied", async () => {
    const say = english
    await using office = await officeAt(site, { at: "setup/file", colours: "dark" })
    const { page } = office
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: say.downloadFile }).click()
    ])
    expect(saved.suggestedFilename()).toMatch(/\.yaml$/)
    const text = await readFile(await saved.path(), "utf8")
    await upload(page, say, text)
    await page.getByText(say.nothing).waitFor()

    const more = text.replace("products:\n", "products:\n  - {name: Soup, price: 3, tax_rate: none}\n")
    await upload(page, say, more)
    await page.locator("[data-action=create]", { hasText: "Soup" }).waitFor()
    await looksGood(page, "desktop", "plan")
    await page.getByRole("button", { name: say.apply(`1 ${say.counts.create}`) }).click()
    await page.getByText(say.done(`1 ${say.actions.create}`)).waitFor()
    expect(await page.getByRole("heading", { name: say.plan }).count()).toBe(0)

    // What the file lacks is removed, after a question.
    await upload(page, say, text)
    await page.locator("[data-action=remove]", { hasText: "Soup" }).waitFor()
    await page.getByRole("button", { name: say.apply(`1 ${say.counts.remove}`) }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("Soup").waitFor()
    await looksGood(page, "desktop", "removal")
    await dialog.getByRole("button", { name: say.removes("1") }).click()
    await page.getByText(say.done(`1 ${say.actions.remove}`)).waitFor()
    await upload(page, say, text)
    await page.getByText(say.nothing).waitFor()
    office.expectQuiet()
  })

  test("takes the pictures that a file refers to together with it", async () => {
    const say = english
    await using office = await officeAt(site, { at: "setup/file", size: "phone" })
    const { page } = office
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: say.downloadFile }).click()
    ])
    const downloaded = await readFile(await saved.path(), "utf8")
    const text = downloaded.replace(/^event_design:\n/m, "event_design:\n  bon_logo: logo.svg\n")
    expect(text).not.toBe(downloaded)
    const logo = fileOf("logo.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>`)
    const second = fileOf("other.yaml", "application/yaml", text)
    await page.getByLabel(say.file, { exact: true }).setInputFiles([logo, second, { ...second, name: "event.yaml" }])
    await page.getByText(say.oneFile).waitFor()
    expect(await page.getByRole("button", { name: say.showPlan }).isDisabled()).toBe(true)
    await upload(page, say, text)
    await page.getByRole("alert").getByText(/logo\.svg/).waitFor()
    await upload(page, say, text, logo)
    await page.getByText(`${say.logo}:`).waitFor()
    await looksGood(page, "phone", "pictures")
    await page.getByRole("button", { name: say.apply(`1 ${say.counts.change}`) }).click()
    await page.getByText(say.done(`1 ${say.actions.change}`)).waitFor()
    await upload(page, say, text, logo)
    await page.getByText(say.nothing).waitFor()
    office.expectQuiet([/400/])
  })

  test("shows the lines that can't be read, and those whose change is refused", async () => {
    const say = german
    await using office = await officeAt(site, { at: "setup/file", size: "phone", locale: "de-DE" })
    const { page } = office
    using folder = mkdtempDisposableSync(join(tmpdir(), "wristbank-event-file-"))
    const path = join(folder.path, "event.yaml")
    const choose = () => page.getByLabel(say.file, { exact: true }).setInputFiles(path)
    const show = () => page.getByRole("button", { name: say.showPlan }).click()
    writeFileSync(path, "event:\n  name: F\nnodes:\n  - path: Camp/Bar\n")
    await choose()
    await show()
    await page.getByText("Ort Camp/Bar: Den Ort Camp gibt es nicht").waitFor()
    await expect(page.getByRole("alert").textContent()).resolves.toContain(say.line(4))
    await looksGood(page, "phone", "invalid")
    // Its author corrects the file meanwhile: what was chosen is no longer what the file says.
    writeFileSync(path, "event:\n  name: F\nnodes:\n  - path: Camp\n  - path: Stage/Bar\n")
    utimesSync(path, new Date(), new Date(Date.now() + 60_000))
    await show()
    await page.getByText(say.changedFile).waitFor()
    await choose()
    await show()
    await page.getByText("Ort Stage/Bar: Den Ort Stage gibt es nicht").waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: say.downloadFile }).click()
    ])
    const text = await readFile(await saved.path(), "utf8")
    const line = text.split("\n").findIndex((one) => one.startsWith("  sepa_sender_iban:"))
    const broken = text.split("\n").with(line, "  sepa_sender_iban: DE00").join("\n")
    await upload(page, say, broken)
    await page.getByText(say.refusedTitle).waitFor()
    await page.getByRole("alert").getByText(/IBAN/).waitFor()
    expect(await page.getByRole("button", { name: /^Anwenden/ }).count()).toBe(0)
    await looksGood(page, "phone", "refused")
    office.expectQuiet([/400/])
  })

  test("makes a new event once its secrets are entered", async () => {
    const say = english
    await using office = await officeAt(site, { at: "setup/place/event-from-file", node: 0 })
    const { page } = office
    await upload(page, say, readFileSync(join(root, "examples/festival.yaml"), "utf8"))
    await page.getByText(say.untried).waitFor()
    for (const [name, secret] of Object.entries(secrets)) await page.getByLabel(name, { exact: true }).fill(secret)
    await looksGood(page, "desktop", "secrets")
    await page.getByRole("button", { name: say.check }).click()
    await page.getByText(say.fine).waitFor()
    await page.getByRole("button", { name: /^Apply:/ }).click()
    await page.getByRole("link", { name: say.toEvent }).click()
    await page.locator("[data-screen=checklist]").waitFor()
    expect(page.url()).not.toContain("/administration/0/")
    office.expectQuiet()
  })

  test("is that of its copy, which names what has to be set anew, by keyboard alone", async () => {
    const say = german
    const { choose, press, type } = hands.keyboard
    await using office = await officeAt(site, { at: "setup/place/new-event", node: 0, size: "phone", locale: "de-DE" })
    const { page } = office
    await press(page.getByRole("link", { name: say.copyEvent }))
    const list = page.getByLabel(say.source, { exact: true })
    await list.waitFor()
    const [name] = (await list.locator("option").allTextContents()).slice(1)
    await choose(list, name!)
    await type(page.getByLabel(say.name, { exact: true }), "Nächstes Jahr")
    await page.getByLabel(say.starts, { exact: true }).fill("2031-07-04T16:00")
    await looksGood(page, "phone", "copy-form")
    await press(page.getByRole("button", { name: say.tryCopy }))
    await page.getByRole("heading", { name: say.anew }).waitFor()
    await looksGood(page, "phone", "copy")
    await press(page.getByRole("button", { name: say.makeCopy }))
    await page.getByText(say.copied("Nächstes Jahr")).waitFor()
    await press(page.getByRole("link", { name: say.toEvent }))
    await page.locator("[data-screen=checklist]").waitFor()
    office.expectQuiet()
  })
})

import { afterAll, beforeAll, expect, test } from "vitest"
import { expectAccessible, expectFitsAll, picture } from "../../../support/Browser.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { type Office, officeOf } from "../../../support/DemoTill.ts"
import { disc } from "../../../support/Pictures.ts"
import { officeAt } from "../Office.ts"

let site: DemoSite
let call: Office
beforeAll(async () => {
  site = await demoSite()
  call = await officeOf(site)
})
afterAll(() => site[Symbol.asyncDispose]())

interface Button {
  readonly id: number
  readonly name: string
  readonly short_name: string | null
  readonly colour: string | null
  readonly picture_hash: string | null
}

const buttonNamed = async (wanted: string): Promise<Button> => {
  const { entities } = await call<{ readonly entities: Readonly<Record<string, Button>> }>(
    "GET",
    "/till-buttons?node_id=1"
  )
  return Object.values(entities).find(({ name }) => name === wanted)!
}

/** A photo as a phone makes it: too large in each way. */
const photo = () => ({ name: "beer.png", mimeType: "image/png", buffer: disc(1500, [200, 120, 20]) })

test("a button gets a picture that was too large, a colour and a short name, and is shown as at the till", async () => {
  const { id } = await buttonNamed("Wine")
  await using visitor = await officeAt(site, { at: `sell/buttons/${id}/edit` })
  const { page } = visitor
  await page.getByLabel("Picture", { exact: true }).setInputFiles(photo())
  const preview = page.getByRole("list", { name: "On the till" })
  const image = preview.locator(".tile-picture img")
  await image.waitFor()
  expect(
    await image.evaluate((one: HTMLImageElement) => one.decode().then(() => [one.naturalWidth, one.naturalHeight]))
  )
    .toEqual([512, 512])
  await page.getByLabel("Purple").check()
  await page.getByLabel("Short name").fill("Wein")
  expect(await preview.locator(".tile").getAttribute("data-tile-colour")).toBe("purple")
  await expectAccessible(page)
  await expectFitsAll(page, "desktop")
  await picture(page, "sell/button-form")
  await page.setViewportSize({ width: 360, height: 740 })
  await picture(page, "sell/button-form-phone")
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole("button", { name: "Save button" }).click()
  await page.getByRole("heading", { name: "Wine", level: 1 }).waitFor()
  await expect.poll(() => buttonNamed("Wine")).toMatchObject({ short_name: "Wein", colour: "purple" })
  const { picture_hash } = await buttonNamed("Wine")
  expect(picture_hash).toMatch(/^[0-9a-f]{64}$/)
  await page.getByRole("list", { name: "On the till" }).locator(".tile-picture img").waitFor()
  await expectAccessible(page)
  await picture(page, "sell/button-page")
  await page.getByRole("link", { name: "Edit" }).click()
  await page.getByRole("button", { name: "Remove the picture" }).click()
  await page.getByRole("button", { name: "Save button" }).click()
  await page.getByRole("heading", { name: "Wine", level: 1 }).waitFor()
  await expect.poll(async () => (await buttonNamed("Wine")).picture_hash).toBeNull()
  visitor.expectQuiet()
})

test("a file that is no picture is refused, and the form stays as it is", async () => {
  const { id } = await buttonNamed("Water")
  await using visitor = await officeAt(site, { at: `sell/buttons/${id}/edit`, locale: "de-DE", colours: "dark" })
  const { page } = visitor
  await page.getByLabel("Bild", { exact: true }).setInputFiles({
    name: "water.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture")
  })
  await page.getByText("Dieser Browser kann die Datei nicht als Bild zeigen.").waitFor()
  await expectAccessible(page)
  await picture(page, "sell/button-form-dark-german")
  expect((await buttonNamed("Water")).picture_hash).toBeNull()
})

import { codeOf, fromBase32, stepAt } from "@wristbank/core/organisation/Totp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { visit } from "../../../support/Browser.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { officeAt } from "../Office.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

/** The code of the app now; `later` is the next, as a code counts once. */
const codeFor = (secret: string, later = 0) => codeOf(fromBase32(secret), stepAt(Date.now()) + later)

test("a place requires a second factor: it is set up before anything else, and signs in from then on", async () => {
  await using office = await officeAt(site, { at: "setup/place", node: 0 })
  const { page } = office
  await page.getByLabel("People here and below need a second factor").click()
  // From now on the administrator, who stands at the root, is concerned too.
  await page.getByText("requires a second factor. Until you have one").waitFor()
  await page.getByLabel("Present password").fill(site.password)
  await page.getByRole("button", { name: "Set up" }).click()
  const secret = await page.locator("code").first().innerText()
  await page.getByLabel("Code", { exact: true }).fill(codeFor(secret))
  await page.getByRole("button", { name: "Confirm the code" }).click()
  const recovery = await page.locator(".recovery-codes code").first().innerText()
  await page.getByRole("button", { name: "I have kept them" }).click()
  await page.getByRole("heading", { name: "Second factor", level: 2 }).waitFor()
  await page.locator(".office").waitFor()

  await using again = await visit({ size: "phone" })
  await again.page.goto(`${site.origin}/administration/`)
  await again.page.locator("input[name=username]").fill("admin")
  await again.page.locator("input[name=password]").fill(site.password)
  await again.page.keyboard.press("Enter")
  const code = again.page.getByLabel("Code", { exact: true })
  await code.fill("000000")
  await again.page.keyboard.press("Enter")
  await again.page.getByText("The code is wrong or was used before").waitFor()
  await code.fill(recovery)
  await again.page.keyboard.press("Enter")
  await again.page.locator(".office").waitFor()
  again.expectQuiet([/40[0-9] POST .*web-login/, /Failed to load resource/])
  expect(await again.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    recovery
  )
})

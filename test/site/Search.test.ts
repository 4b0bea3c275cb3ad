import { expect, test } from "vitest"
import { visitSite } from "./SiteVisit.ts"

test("the search finds a page by words in it, at the first key, and opens it", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open("/")
  await page.keyboard.press("ControlOrMeta+k")
  await page.keyboard.type("NotEnoughFunds")
  await page.getByRole("option").first().waitFor()
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/docs\//)
  await page.locator("article").getByText("NotEnoughFunds").first().waitFor()
  visitor.expectQuiet()
  visitor.expectNoForeignCalls()
})

test("the search needs no network once its index is there", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open("/search?q=wristband")
  const results = page.locator("main article")
  await results.first().waitFor()
  await page.context().setOffline(true)
  await page.locator("main input[name=q]").fill("payout run")
  await page.getByRole("heading", { level: 1, name: /payout run/ }).waitFor()
  await expect.poll(() => results.first().innerText()).toMatch(/payout/i)
  visitor.expectNoForeignCalls()
})

test("the search leaves the focus to someone who went on while its index was loaded, and its keys still open it", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  let release = () => {}
  const released = new Promise<void>((done) => release = done)
  await page.route(/search-index/, async (route) => {
    await released
    await route.continue()
  })
  await open("/")
  const asked = page.waitForRequest(/search-index/)
  const field = page.locator(".navbar__search-input")
  await field.focus()
  await asked
  await page.keyboard.press("Tab")
  release()
  // The field has this role from the moment in which the index is there.
  await page.locator(".navbar__search-input[role=combobox]").waitFor()
  const isInField = () => field.evaluate((input) => document.activeElement === input)
  expect(await isInField()).toBe(false)
  await page.keyboard.press("ControlOrMeta+k")
  expect(await isInField()).toBe(true)
})

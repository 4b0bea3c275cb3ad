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

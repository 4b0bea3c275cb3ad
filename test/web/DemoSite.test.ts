import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { expectAccessible, expectFits, picture, visit } from "../support/Browser.ts"
import { type DemoSite, demoSite } from "../support/DemoSite.ts"
import { officeOf, topUpsAt } from "../support/DemoTill.ts"
import { contentCalls, emptyParts } from "./DemoContents.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

describe("the page at the root of the demo", () => {
  test.each([["phone", "light"], ["desktop", "dark"]] as const)(
    "leads to everything, on a %s in %s colours",
    async (size, colours) => {
      await using visitor = await visit({ size, colours })
      const { page } = visitor
      await page.goto(site.origin)
      await page.getByRole("heading", { name: "Try the demo: Demo Festival" }).waitFor()
      await expectAccessible(page)
      await expectFits(page)
      await picture(page, `landing-${size}-${colours}`)
      visitor.expectQuiet()
      await page.getByRole("link", { name: "Customer portal" }).click()
      await page.waitForURL(`${site.origin}/portal/`)
    }
  )

  test("opens a till that waits for its device", async () => {
    await using visitor = await visit()
    await visitor.page.goto(site.origin)
    expect(await visitor.page.getByRole("link", { name: "Bar 1" }).getAttribute("href")).toMatch(
      /^\/till\/#code=[0-9a-f-]{36}$/
    )
  })
})

/** What the demo has none of, and why. */
const without: Readonly<Record<string, string>> = {
  "/mails/": "the demo sends no mail",
  "/presale/broken-orders": "the shop's orders can be read",
  "/presale/stopped-check-ins": "the shop takes each check-in",
  "/price-lists": "the demo's prices are the same at any time",
  "/product-categories": "the demo's tills have few buttons",
  "/reports/payout facts": "its head has no facts",
  "/sold-out": "the demo has enough of everything",
  "/sumup/checkouts": "the stand-in for the card provider forgets them when it ends; a top-up in the portal makes one",
  "/sumup/transactions": "the stand-in for the card provider forgets them when it ends",
  "/stats/held-prices held": "the demo's prices do not change while its past is booked",
  "/terminal/mdm-devices/reading": "it says when the devices were read, and what failed",
  "/users/:user_id/sessions": "nobody but the administrator is signed in at the office"
}

test("every list, chart and figure of the demo's event has content", async () => {
  expect(contentCalls.length).toBeGreaterThan(70)
  // The demo's guests may all have come before the present business day began.
  await (await topUpsAt(site))()
  const empty = await emptyParts(await officeOf(site))
  expect(empty.toSorted()).toEqual(Object.keys(without).toSorted())
})

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { expectAccessible, expectFits, picture, visit } from "../support/Browser.ts"
import { type DemoSite, demoSite } from "../support/DemoSite.ts"

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

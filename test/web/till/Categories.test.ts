import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessible, expectFits, picture } from "../../support/Browser.ts"
import { makeProfileWithCategories } from "../../support/DemoCategories.ts"
import { demoTills } from "../../support/DemoTill.ts"

const demo = demoTills(makeProfileWithCategories)

const tab = (page: Page, name: string | RegExp) => page.getByRole("tab", { name })
const tile = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) })

test("many buttons have a tab for each category, which says what of it is in the basket", async () => {
  await using visitor = await demo.open({ profile: "Categories", more: { viewport: { width: 320, height: 640 } } })
  const { page } = visitor
  await tile(page, "Spezi").click()
  await tile(page, "Spezi").click()
  expect(await tile(page, "Pizza").count()).toBe(0)
  await tab(page, "Food").click()
  expect(await tile(page, "Spezi").count()).toBe(0)
  await tile(page, "Pizza").click()
  expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Cold drinks\n2", "Food\n1", "Other"])
  expect(await tab(page, "Food 1").getAttribute("aria-selected")).toBe("true")
  await expectAccessible(page)
  await expectFits(page)
  await picture(page, "till/categories-narrow-light")
  visitor.expectQuiet()
})

test("the arrow keys lead from tab to tab, and a search finds buttons of all by their category", async () => {
  await using visitor = await demo.open({ profile: "Categories", size: "desktop", colours: "dark" })
  const { page } = visitor
  await tab(page, "Cold drinks").focus()
  await page.keyboard.press("ArrowRight")
  await tile(page, "Fries").waitFor()
  await page.keyboard.press("End")
  await tile(page, "Poster").waitFor()
  await page.keyboard.press("ArrowRight")
  await tile(page, "Tonic").waitFor()
  await expectAccessible(page)
  await picture(page, "till/categories-desktop-dark")
  await page.keyboard.press("/")
  await page.keyboard.type("food")
  await tile(page, "Salad").waitFor()
  expect(await tile(page, "Tonic").count()).toBe(0)
  visitor.expectQuiet()
})

test("high contrast shows the colours of categories as edges", async () => {
  await using visitor = await demo.open({ profile: "Categories", stored: { "wristbank.colours": "contrast" } })
  await expectAccessible(visitor.page)
  await picture(visitor.page, "till/categories-phone-contrast")
})

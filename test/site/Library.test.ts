import { expect, test } from "vitest"
import { expectAccessible, expectFits, picture, sizes } from "../support/Browser.ts"
import { visitSite } from "./SiteVisit.ts"

test("the modules of the packages are found in the sidebar, and lead back to the documentation", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open("/docs/intro")
  await page.getByRole("navigation", { name: "Docs sidebar" }).getByRole("link", { name: "Modules of the packages" })
    .click()
  await page.waitForURL(/\/library\/$/)
  await page.getByRole("link", { name: "core/order", exact: true }).first().click()
  await page.getByRole("heading", { level: 1, name: /core\/order/ }).waitFor()
  await page.locator("main, .col-content").getByRole("link", { name: "Sale", exact: true }).first().click()
  await page.getByRole("heading", { level: 1, name: "Namespace Sale" }).waitFor()
  await page.locator(".tsd-breadcrumb").getByRole("link", { name: "core/order" }).click()
  await page.locator("header").getByRole("link", { name: "Docs", exact: true }).click()
  await page.getByRole("heading", { level: 1, name: "What Wristbank is" }).waitFor()
  visitor.expectQuiet()
  visitor.expectNoForeignCalls()
})

test("the modules have a search of their own, which finds a decision by its name", async () => {
  await using visitor = await visitSite()
  const { page } = visitor
  await visitor.openFile("/library/")
  await page.getByRole("button", { name: "Search" }).click()
  await page.getByRole("combobox", { name: "Search" }).or(page.locator("#tsd-search-input")).fill("bookSale")
  await page.getByRole("option").filter({ hasText: "bookSale" }).first().click()
  await page.getByRole("heading", { level: 1, name: /bookSale/ }).waitFor()
  visitor.expectQuiet()
  visitor.expectNoForeignCalls()
})

test("a service of the packages has its methods with their comments", async () => {
  await using visitor = await visitSite()
  const { page } = visitor
  await visitor.openFile("/library/core/order/Sales/Sales")
  await page.locator(".tsd-signature").first().waitFor()
  const text = await page.locator(".col-content").innerText()
  expect(text).toMatch(/book\(/)
  expect(text).toContain("a repeated request gets the same answer")
})

test("the colours that someone chose in the documentation are those of the modules, and the other way round", async () => {
  await using visitor = await visitSite({ colours: "dark" })
  const { open, page } = visitor
  const theme = () => page.locator("html").getAttribute("data-theme")
  await visitor.openFile("/library/")
  expect(await theme()).toBe("light")
  await open("/docs/intro")
  await page.getByRole("button", { name: /^Switch between dark and light mode/ }).click()
  await visitor.openFile("/library/")
  expect(await theme()).toBe("dark")
  await page.locator("details", { has: page.locator("#tsd-theme") }).locator("summary").first().click()
  await page.locator("#tsd-theme").selectOption("light")
  await open("/docs/intro")
  expect(await theme()).toBe("light")
})

test.each(["/library/", "/library/core/order/Sale", "/library/core/order/Sale/bookSale"])(
  "%s fits every window, and can be used by everybody in both colours",
  async (path) => {
    await using visitor = await visitSite()
    const { page } = visitor
    for (const theme of ["light", "dark"]) {
      await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme)
      for (const size of ["desktop", "phone"] as const) {
        await page.setViewportSize(sizes[size])
        await visitor.openFile(path)
        expect(await page.locator("html").getAttribute("data-theme")).toBe(theme)
        await expectFits(page)
        await expectAccessible(page)
        await picture(page, `site${path.replaceAll("/", "-")}-${theme}-${size}`)
      }
    }
    visitor.expectQuiet()
  }
)

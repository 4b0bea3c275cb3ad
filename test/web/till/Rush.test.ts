import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { makeProfileOfEverything } from "../../support/DemoProfile.ts"
import { demoTills } from "../../support/DemoTill.ts"
import { withConfig } from "../../support/TillConfigs.ts"

const demo = demoTills(makeProfileOfEverything)

/** The smallest phone, a phone on its side, a usual one, a tablet either way. */
const windows = [[320, 568], [844, 390], [360, 740], [768, 1024], [1024, 768]] as const

/** Where the buttons of the sale and of the menu are, from the top of what they scroll in. */
const placesOf = (page: Page) =>
  page.locator(".tile, .task-menu > *").evaluateAll((all) =>
    all.map((one) => {
      const { height, width, x, y } = one.getBoundingClientRect()
      const scrolled = ["main", ".sale-buttons"].map((within) => one.closest(within)?.scrollTop ?? 0)
      return [x, scrolled.reduce((sum, top) => sum + top, y), width, height].join(" ")
    })
  )

const more = (page: Page) => page.getByRole("button", { name: /^More/ })

test("all tasks are at hand on each window, and what is behind “More” is marked and reached by keyboard", async () => {
  await using visitor = await demo.open({ profile: "Everything", person: "Henry" })
  const { page } = visitor
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    const menu = page.getByRole("navigation", { name: "Tasks", exact: true })
    expect(await menu.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0)
    const inBar = await menu.getByRole("link").allInnerTexts()
    const isWide = width >= 960
    expect(inBar.length, `${width} px`).toBe(isWide ? 15 : 4)
    expect(inBar.slice(0, 4)).toEqual(["Sale", "Top up", "Pay out", "Tickets"])
    if (isWide) continue
    await more(page).press("Enter")
    const sheet = page.getByRole("dialog", { name: "More" })
    expect(await sheet.getByRole("link").count()).toBe(11)
    await page.keyboard.press("Escape")
    await sheet.waitFor({ state: "detached" })
    expect(await more(page).evaluate((button) => button === document.activeElement)).toBe(true)
  }
  await page.setViewportSize({ width: 320, height: 568 })
  await more(page).press("Enter")
  await page.getByRole("dialog").getByRole("link", { name: "Statistics" }).press("Enter")
  await page.getByRole("heading", { level: 1, name: "Statistics" }).waitFor()
  expect(await more(page).getAttribute("aria-current")).toBe("true")
  expect(await more(page).getAttribute("aria-label")).toBe("More, Statistics is open")
  visitor.expectQuiet()
})

test("no press moves a button, and the payment stays in sight with ten lines in the basket", async () => {
  await using visitor = await demo.open()
  const { page } = visitor
  await withConfig(page, (till) => ({
    ...till,
    buttons: Array.from({ length: 10 }, (_, n) => ({ ...till.buttons[n % 4]!, id: 9_000 + n, name: `Drink ${n}` }))
  }))
  await page.reload()
  const tiles = page.locator(".tile-press")
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    await tiles.nth(9).waitFor()
    const before = await placesOf(page)
    for (let n = 0; n < 10; n++) await tiles.nth(n).click()
    for (let n = 0; n < 11; n++) await tiles.nth(2).click()
    expect(await placesOf(page), `${width} px`).toEqual(before)
    expect(await page.locator(".basket-line").count()).toBe(10)
    for (const name of ["Cash", "Card", "Clear"]) {
      const { height: high, width: wide, x, y } = (await page.getByRole("button", { name, exact: true }).boundingBox())!
      const hit = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left, top)?.closest("button")?.textContent ?? "",
        [x + wide / 2, y + high / 2] as const
      )
      expect(hit, `${name} at ${width} px`).toBe(name === "Clear" ? "" : name)
      expect(y + high).toBeLessThanOrEqual(height)
    }
    await page.getByRole("button", { name: "Clear", exact: true }).click()
  }
  visitor.expectQuiet()
})

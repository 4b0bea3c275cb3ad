import { describe, expect, test } from "vitest"
import { english } from "../../../../web/administration/now/english.ts"
import { english as messages } from "../../../../web/kit/messages/english.ts"
import { expectAccessible } from "../../../support/Browser.ts"
import { demoTills } from "../../../support/DemoTill.ts"
import { bookedText, holdTag } from "../../../support/TillActs.ts"
import { officeAt } from "../Office.ts"

const tills = demoTills()

describe("what happens now", () => {
  test("shows a sale a few seconds later, by itself", async () => {
    await using office = await officeAt(tills.site(), { at: "now/today" })
    await using till = await tills.open({ person: "Ben" })
    const taken = office.page.locator(".figures > div", { hasText: "Taken" }).locator(".figure")
    const before = await taken.innerText()
    await till.page.locator(".tile", { hasText: "Coffee" }).first().click()
    await holdTag(till.page, "GUEST001")
    await bookedText(till.page)
    await expect.poll(() => taken.innerText()).not.toBe(before)
    expect(await office.page.locator(".shares", { hasText: "3.00" }).count()).toBeGreaterThan(0)
    office.expectQuiet()
  })

  test("fills a screen on a wall without links, shows its panels by turns, and is left by key", async () => {
    await using office = await officeAt(tills.site(), { at: "now/today" })
    const { page } = office
    await page.clock.install()
    // Not by its button: a browser in full-screen mode takes no other size.
    await office.follow("now/today?wall=on")
    await page.locator(".wall").waitFor()
    const panel = page.locator(".wall-panel h2")
    for (const viewport of [{ width: 1920, height: 1080 }, { width: 1280, height: 720 }]) {
      await page.setViewportSize(viewport)
      await expect.poll(() =>
        page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])
      )
        .toEqual([viewport.width, viewport.height])
    }
    expect(await page.getByRole("link").count()).toBe(0)
    await expectAccessible(page)
    const before = await panel.innerText()
    await page.clock.runFor(13_000)
    await expect.poll(() => panel.innerText()).not.toBe(before)
    await page.getByRole("button", { name: english.leaveFullScreen }).press("Enter")
    await page.getByRole("heading", { name: "Now", level: 1 }).waitFor()
    office.expectQuiet()
  })

  test("says so when the code of a screen can't be loaded, and opens other screens", async () => {
    await using office = await officeAt(tills.site(), { at: "sell/products" })
    const { page } = office
    await page.route("**/assets/TicketForm-*.js", (route) => route.abort("connectionfailed"))
    await office.follow("sell/tickets/new")
    await page.getByText(messages.broken).waitFor()
    await office.follow("sell/tax-rates/new")
    await page.getByRole("heading", { name: "New tax rate" }).waitFor()
    office.expectQuiet([/TicketForm/, /Failed to load resource/])
  })

  test("is found and opened from anywhere by keyboard alone", async () => {
    await using office = await officeAt(tills.site(), { at: "sell/products" })
    const { page } = office
    await page.keyboard.press("Control+k")
    const find = page.getByRole("combobox", { name: "Find anything" })
    await find.fill("guest005")
    await page.getByRole("option", { name: /Guest/ }).first().waitFor()
    await find.fill("coffee")
    await page.getByRole("option", { name: /Product.*Coffee/ }).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Coffee", level: 1 }).waitFor()
    office.expectQuiet()
  })
})

import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { visit } from "../../support/Browser.ts"
import { demoTills } from "../../support/DemoTill.ts"
import { passedOn } from "../../support/PassedOn.ts"
import { expectGoodLooks, holdTag, openTask } from "../../support/TillActs.ts"

const demo = demoTills()

const beer = (page: Page) => page.getByRole("button", { name: /^Beer/ })
const booked = (page: Page) => page.getByRole("status", { name: "Booked" })

describe("the receipt of a booking", () => {
  const receipt = (page: Page) => page.getByRole("dialog", { name: "Receipt" })

  test("is one touch away on its outcome, stays until it is ended, and leaves the outcome to the next touch", async () => {
    await using visitor = await demo.open({ person: "Ben", size: "phone" })
    const { page } = visitor
    await beer(page).click()
    await page.getByRole("button", { name: "Cash", exact: true }).click()
    await page.getByRole("button", { name: "Exact", exact: true }).click()
    await page.getByRole("button", { name: /^Book €6\.50/ }).click()
    await page.locator(".result[data-settled]").waitFor()
    await expectGoodLooks(page, "booked-with-receipt-phone-light")
    await page.getByRole("button", { name: "Receipt", exact: true }).click()
    await receipt(page).waitFor()
    expect(await passedOn(page, "dialog")).toEqual([])
    await expectGoodLooks(page, "receipt-phone-light")

    const [order] = await visitor.orders()
    const link = receipt(page).getByRole("link")
    expect(new URL(await link.getAttribute("href") ?? "").pathname).toBe(`/bon/${order?.uuid}`)
    const code = await receipt(page).getByRole("img", { name: "Link to the receipt as QR code" }).boundingBox()
    // A phone reads a code from ten times its width: 3 cm for 30 cm, at the 160 points of an inch that phones have.
    expect(code!.width).toBeGreaterThanOrEqual(3 / 2.54 * 160)

    await page.mouse.click(5, 5)
    expect(await receipt(page).isVisible()).toBe(true)
    await receipt(page).getByRole("button", { name: "Done" }).click()
    await receipt(page).waitFor({ state: "detached" })
    expect(await booked(page).isVisible()).toBe(true)
    await page.mouse.click(200, 600)
    await booked(page).waitFor({ state: "detached" })
    expect(await page.getByRole("region", { name: "Total" }).getByRole("status").innerText()).toBe("€0.00")
  })

  test("leads to a page that waits for the signature and shows the receipt by itself", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    await beer(page).click()
    await holdTag(page, "GUEST007")
    await page.locator(".result[data-settled]").waitFor()
    await page.getByRole("button", { name: "Receipt", exact: true }).click()
    const link = await receipt(page).getByRole("link").getAttribute("href")

    await using guest = await visit()
    let left = 2
    await guest.page.route("**/api/customer/bon/*", async (route) => {
      if (left-- > 0) return route.fulfill({ status: 404, json: { type: "service", id: "NotFound", message: "" } })
      return route.continue()
    })
    await guest.page.goto(link ?? "")
    await guest.page.getByText("There is no receipt here yet.").waitFor()
    await guest.page.locator(".receipt", { hasText: "Beer" }).waitFor()
  })

  test("can be shown later from the history, in German and dark colours", async () => {
    await using visitor = await demo.open({ locale: "de-DE", colours: "dark", size: "tablet" })
    const { page } = visitor
    await beer(page).click()
    await holdTag(page, "GUEST012")
    await page.getByRole("status", { name: "Gebucht" }).waitFor()
    await openTask(page, "Verlauf")
    await page.getByRole("button", { name: /^Verkauf/ }).click()
    await page.getByRole("button", { name: "Beleg", exact: true }).click()
    const shown = page.getByRole("dialog", { name: "Beleg" })
    await shown.getByRole("img").waitFor()
    await expectGoodLooks(page, "receipt-tablet-dark-german")
    const [order] = await visitor.orders()
    expect(await shown.getByRole("link").innerText()).toContain(`/bon/${order?.uuid}`)
  })

  test.each(
    [["light", "GUEST013"], ["dark", "GUEST019"]] as const
  )("is one touch away on a desktop too, in %s colours", async (colours, tag) => {
    await using visitor = await demo.open({ size: "desktop", colours })
    const { page } = visitor
    await beer(page).click()
    await holdTag(page, tag)
    await page.locator(".result[data-settled]").waitFor()
    await expectGoodLooks(page, `booked-with-receipt-desktop-${colours}`)
    await page.getByRole("button", { name: "Receipt", exact: true }).click()
    await receipt(page).getByRole("img").waitFor()
    await expectGoodLooks(page, `receipt-desktop-${colours}`)
    visitor.expectQuiet()
  })
})

import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { demoTills } from "../../support/DemoTill.ts"
import { passedOn } from "../../support/PassedOn.ts"
import { holdTag } from "../../support/TillActs.ts"
import { officeAt } from "../administration/Office.ts"
import { guestAt } from "../portal/Guest.ts"

const demo = demoTills()

const tile = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) })
const booked = (page: Page) => page.getByRole("status", { name: "Booked" })
const total = (page: Page) => page.getByRole("region", { name: "Total" }).getByRole("status").innerText()

const sellBeer = async (page: Page, guest: string) => {
  await tile(page, "Beer").click()
  await holdTag(page, guest)
}

describe("what lies above the screen takes each touch", () => {
  test.each(["phone", "tablet", "desktop"] as const)("on a %s: outcomes of the till", async (size) => {
    await using visitor = await demo.open({ size })
    const { page } = visitor
    await sellBeer(page, "GUEST002")
    await booked(page).waitFor()
    expect(await passedOn(page, ".result")).toEqual([])
    await page.locator(".result[data-settled]").waitFor()
    await page.keyboard.press("Escape")
    await sellBeer(page, "GUEST021")
    await page.getByRole("alertdialog", { name: "Not booked" }).waitFor()
    expect(await passedOn(page, ".result")).toEqual([])
    expect(await visitor.orders()).toHaveLength(1)
  })

  test("cash and cards at the till, and dialogs of the back office and the portal", async () => {
    await using visitor = await demo.open({ person: "Ben" })
    const { page } = visitor
    await tile(page, "Beer").click()
    await page.getByRole("button", { name: "Cash", exact: true }).click()
    await page.getByRole("dialog", { name: "Cash" }).waitFor()
    expect(await passedOn(page, "dialog")).toEqual([])
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Card", exact: true }).click()
    await page.getByRole("region", { name: "Card payment" }).waitFor()
    expect(await passedOn(page, ".result")).toEqual([])
    await using office = await officeAt(demo.site(), { at: "sell/products" })
    await office.page.keyboard.press("Control+K")
    await office.page.getByRole("dialog").waitFor()
    expect(await passedOn(office.page, "dialog")).toEqual([])
    await using guest = await guestAt(demo.site(), "guest002")
    await guest.page.goto(`${demo.site().origin}/portal/lost`)
    await guest.page.getByRole("button", { name: /^Block/ }).click()
    await guest.page.getByRole("dialog").waitFor()
    expect(await passedOn(guest.page, "dialog")).toEqual([])
  })
})

describe("after a booking", () => {
  test.each([[0.5, 0.25], [0.2, 0.5], [0.5, 0.9]])("a touch at %f, %f only ends the outcome", async (x, y) => {
    await using visitor = await demo.open()
    const { page } = visitor
    await sellBeer(page, "GUEST002")
    await page.locator(".result[data-settled]").waitFor()
    const { height, width } = page.viewportSize()!
    await page.mouse.click(x * width, y * height)
    await booked(page).waitFor({ state: "detached" })
    expect(await total(page)).toBe("€0.00")
    expect(await visitor.orders()).toHaveLength(1)
  })

  test("a touch within 300 ms of its appearance counts for nothing", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    await tile(page, "Beer").click()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await holdTag(page, "GUEST004")
    // Waiting for it would wait until touches count.
    await expect.poll(() => booked(page).isVisible()).toBe(true)
    await page.clock.runFor(299)
    await page.mouse.click(100, 100)
    expect(await booked(page).isVisible()).toBe(true)
    await page.clock.runFor(1)
    await page.locator(".result[data-settled]").waitFor()
    await page.mouse.click(100, 100)
    await booked(page).waitFor({ state: "detached" })
    expect(await total(page)).toBe("€0.00")
  })
})

describe("a press that comes twice", () => {
  test("by a held key takes one note, books once and leaves the change to be seen", async () => {
    // Who signs in at one till only, so that their register is in it.
    await using visitor = await demo.open({ person: "Henry", size: "desktop" })
    const { page } = visitor
    // What a keyboard sends while a key is held down.
    const hold = async (until: () => Promise<void>) => {
      await page.keyboard.down("Enter")
      for (let at = 0; at < 5; at++) await page.keyboard.down("Enter")
      await until()
      for (let at = 0; at < 5; at++) await page.keyboard.down("Enter")
      await page.keyboard.up("Enter")
    }
    await tile(page, "Beer").click()
    const dialog = page.getByRole("dialog", { name: "Cash" })
    await page.getByRole("button", { name: "Cash", exact: true }).focus()
    await hold(() => dialog.waitFor())
    expect(await dialog.getByText("Change").locator("xpath=following-sibling::dd").innerText()).toBe("–")
    for (let at = 0; at < 2; at++) await page.keyboard.press("Tab")
    await hold(async () => undefined)
    expect(await dialog.getByText("Change").locator("xpath=following-sibling::dd").innerText()).toBe("€13.50")
    await dialog.getByRole("button", { name: /^Book/ }).focus()
    await hold(() => page.locator(".result[data-kind=good][data-settled]").waitFor())
    expect(await booked(page).innerText()).toContain("€13.50")
    expect(await visitor.orders()).toHaveLength(1)
  })

  test("at the same place within an instant presses nothing that was not there", async () => {
    await using visitor = await demo.open({ person: "Ben", size: "desktop" })
    const { page } = visitor
    await tile(page, "Cola").dblclick()
    await page.getByRole("region", { name: "Total" }).getByText("€11.00").waitFor()
    const { height, width, x, y } = (await tile(page, "Beer").boundingBox())!
    await page.evaluate(() => {
      // Stands for what appears under a finger: it goes with the first press and lets the second reach the tile.
      const above = document.body.appendChild(document.createElement("button"))
      above.style.cssText = "position: fixed; inset: 0; z-index: 9"
      above.addEventListener("click", () => above.remove())
    })
    await page.mouse.click(x + width / 2, y + height / 2, { clickCount: 2 })
    expect(await page.evaluate(() => document.body.lastElementChild?.tagName)).not.toBe("BUTTON")
    expect(await total(page)).toBe("€11.00")
  })

  test("by a key opens a question, and doesn’t answer it", async () => {
    await using guest = await guestAt(demo.site(), "guest003")
    const { page } = guest
    await page.goto(`${demo.site().origin}/portal/payout`)
    await page.getByRole("button", { name: "Donate everything" }).focus()
    // Both in one task of the page, as no person and no busy machine can part them.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Space")
    expect(await page.getByRole("dialog").isVisible()).toBe(true)
    await page.clock.runFor(301)
    await page.keyboard.press("Enter")
    await page.getByText("Thank you! Your balance is donated with the next payout.").waitFor()
  })
})

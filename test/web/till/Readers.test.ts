import type { Page, Route } from "playwright-core"
import { describe, expect, test, vi } from "vitest"
import { picture } from "../../support/Browser.ts"
import { demoTills } from "../../support/DemoTill.ts"
import { ready } from "../../support/TillActs.ts"

/** How long an outcome is waited for. */
const patience = { timeout: 60_000, interval: 100 }

const demo = demoTills()

/** A browser whose reader was set up before. */
const decimalReader = { "wristbank.till.reader": "decimal" }

/** Types as a reader does: all keys at once, then Enter. */
const readerTypes = (page: Page, text: string) =>
  page.evaluate((keys) => {
    for (const key of [...keys, "Enter"]) {
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
    }
  }, text)

const booked = (page: Page) => page.getByRole("status", { name: "Booked" })
const tile = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) })

/** Guest 2001 is 7D1 in hexadecimal; a reader that fills up and reverses its bytes types D1070000. */
describe("a USB reader", () => {
  test("is learnt by a known chip, and pays from then on", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    await tile(page, "Coffee").click()
    await readerTypes(page, "D1070000")
    await page.getByRole("dialog", { name: "A reader has typed a number" }).waitFor()
    await page.getByRole("textbox", { name: "Number of this chip, hexadecimal" }).fill("7D2")
    await page.getByRole("button", { name: "Remember this" }).click()
    await page.getByText("The number does not fit").waitFor()
    await picture(page, "till/reader-set-up-phone-light")
    await page.getByRole("textbox", { name: "Number of this chip, hexadecimal" }).fill("7D1")
    await page.getByRole("button", { name: "Remember this" }).click()
    await readerTypes(page, "D1070000")
    await booked(page).waitFor()
    await page.reload()
    await tile(page, "Coffee").click()
    await readerTypes(page, "D2070000")
    await booked(page).waitFor()
    expect(await visitor.orders()).toHaveLength(2)
  })

  test("sells 15 times, one guest after the other", async () => {
    await using visitor = await demo.open({ stored: decimalReader })
    const { page } = visitor
    for (let guest = 0; guest < 15; guest++) {
      await ready(page)
      await tile(page, "Coffee").click()
      await readerTypes(page, `000000${2002 + guest}`)
      await booked(page).waitFor()
    }
    await vi.waitFor(async () => expect(await visitor.orders()).toHaveLength(15), patience)
    visitor.expectQuiet()
  })

  test("shows a balance when nothing is in the basket", async () => {
    await using visitor = await demo.open({ stored: decimalReader })
    const { page } = visitor
    await readerTypes(page, "0000002019")
    await page.getByText("€35.50").waitFor()
    await picture(page, "till/glance-phone-light")
  })
})

describe("a wristband or tag that is held to the reader", () => {
  test("while cash is taken or given back changes nothing, whether the till can read it or not", async () => {
    await using visitor = await demo.open({ person: "Ben", stored: decimalReader })
    const { page } = visitor
    await tile(page, "Coffee").click()
    await page.getByRole("button", { name: "Cash", exact: true }).click()
    const dialog = page.getByRole("dialog", { name: "Cash" })
    const change = dialog.getByRole("status")
    await page.keyboard.type("500", { delay: 60 })
    await expect.poll(() => change.innerText()).toBe("€2.00")
    await readerTypes(page, "0000002008")
    await expect.poll(() => change.innerText()).toBe("€2.00")
    await readerTypes(page, "C0FFEE12")
    await page.getByRole("dialog", { name: "A reader has typed a number" }).getByRole("button", { name: "Cancel" })
      .click()
    await expect.poll(() => change.innerText()).toBe("€2.00")
    await dialog.getByRole("button", { name: "Book €3.00 in cash" }).click()
    await booked(page).waitFor()
    await ready(page)
    await page.getByRole("button", { name: "One Deposit less" }).click()
    await page.getByRole("button", { name: "Cash", exact: true }).click()
    await readerTypes(page, "0000002008")
    await dialog.getByRole("button", { name: "Pay €2.00 back in cash" }).click()
    await booked(page).getByText("€2.00").waitFor()
    expect(
      (await visitor.orders()).map(({ payment_method, total_price }) => [payment_method, total_price]).toSorted()
    ).toEqual([["cash", -2], ["cash", 3]])
    visitor.expectQuiet()
  })

  test("goes to the dialog in front, also when the screen behind it has only just loaded", async () => {
    await using visitor = await demo.open({ profile: "Cash desk", person: "Anna" })
    const { page } = visitor
    const held = Promise.withResolvers<Route>()
    await page.route(/GuestScreen/, (route) => held.resolve(route))
    await page.getByRole("navigation").getByRole("link", { name: "Guest" }).click()
    const screen = await held.promise
    await page.locator("header").getByRole("button", { name: /^Anna/ }).click()
    const dialog = page.getByRole("dialog")
    await dialog.waitFor()
    await screen.continue()
    await page.locator("main h1", { hasText: "Guest" }).waitFor({ state: "attached" })
    await dialog.getByRole("button", { name: /^Carla/ }).click()
    await page.locator("header .person", { hasText: "Carla" }).waitFor()
    visitor.expectQuiet()
  })
})

/** A device with NFC whose person holds chips to it by `hold`. */
const nfc = (isAllowed: boolean) => `
  globalThis.NDEFReader = class extends EventTarget {
    scan() {
      globalThis.hold = (serialNumber) => this.dispatchEvent(Object.assign(new Event("reading"), { serialNumber }))
      return ${isAllowed} ? Promise.resolve() : Promise.reject(new DOMException("", "NotAllowedError"))
    }
  }`

describe("a device with NFC", () => {
  test("reads wristbands after one tap", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    await page.addInitScript(nfc(true))
    await page.reload()
    await tile(page, "Coffee").click()
    await page.getByRole("button", { name: "Read tags with this device" }).click()
    await page.evaluate(`hold("00:00:07:d5")`)
    await booked(page).waitFor()
    expect(await visitor.orders()).toHaveLength(1)
    visitor.expectQuiet()
  })

  test("says so when it may not", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    await page.addInitScript(nfc(false))
    await page.reload()
    await page.getByRole("button", { name: "Read tags with this device" }).click()
    await page.getByText("This device may not read tags.").waitFor()
  })
})

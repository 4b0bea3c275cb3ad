import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { demoTills } from "../support/DemoTill.ts"
import { withConfig } from "../support/TillConfigs.ts"
import { guestAt } from "./portal/Guest.ts"

const demo = demoTills()

const amount = -9_999_999.99

/** As people read it, in each language. */
const locales = { "en-GB": "−€9,999,999.99", "de-DE": "−9.999.999,99 €" } as const

const widths = [320, 360, 768, 1024, 1440] as const

/** The amounts in sight that stand on two lines, or reach beyond the box that they stand in. */
const faults = (page: Page) =>
  page.locator(".amount").evaluateAll((all) =>
    all.flatMap((one) => {
      if (!one.checkVisibility()) return []
      const range = document.createRange()
      range.selectNodeContents(one)
      const [line, second] = Array.from(range.getClientRects())
      const box = one.closest("td, .tile-press, .card, .balance, dialog, .basket-line, .rows > li")
        ?.getBoundingClientRect()
      if (line === undefined || box === undefined) return []
      const isWithin = line.left >= box.left - 1 && line.right <= box.right + 1
      return second === undefined && isWithin ? [] : [`${one.textContent} in ${one.parentElement?.outerHTML}`]
    })
  )

/** Looks at each width, and that the amount is there at all. */
const look = async (page: Page, written: string) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await page.locator(".amount", { hasText: written }).filter({ visible: true }).first().waitFor()
    expect(await faults(page), `${width} px`).toEqual([])
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isWide, `${width} px`).toBe(false)
  }
}

/** Lets answers of an address have the amount under these names. */
const withAmount = (page: Page, address: string, names: ReadonlyArray<string>) =>
  page.route(address, async (route) => {
    const response = await route.fetch()
    const json = JSON.parse(await response.text(), (name, value) => names.includes(name) ? amount : value) as object
    await route.fulfill({ response, json })
  })

test.each(Object.entries(locales))("the till in %s", async (locale, written) => {
  await using visitor = await demo.open({ locale })
  const { page } = visitor
  await withConfig(page, (till) => ({
    ...till,
    buttons: till.buttons.map((button) => ({ ...button, price: amount, prices: [] }))
  }))
  await page.reload()
  await page.locator(".tile-press").first().click()
  await look(page, written)
  await page.getByRole("button", { name: locale === "de-DE" ? "Bar" : "Cash", exact: true }).click()
  await page.getByRole("dialog").waitFor()
  await look(page, written)
})

test.each(Object.entries(locales))("the portal in %s", async (locale, written) => {
  await using visitor = await guestAt(demo.site(), "guest002", { locale })
  const { page } = visitor
  await withAmount(page, "**/api/customer/**", ["balance", "total_price", "amount"])
  await page.reload()
  await look(page, written)
})

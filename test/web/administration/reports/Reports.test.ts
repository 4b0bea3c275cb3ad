import { readFile } from "node:fs/promises"
import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { type Office, officeOf } from "../../../support/DemoTill.ts"
import { hands, waysOf } from "../../../support/Hands.ts"
import { officeAt } from "../Office.ts"

let site: DemoSite
let office: Office
beforeAll(async () => {
  site = await demoSite()
  office = await officeOf(site)
  // The last evening belongs to the business day of now, whatever time it is.
  const settings = await office<object>("GET", "/tree/events/1/settings")
  const daily_end_time = new Date(Date.now() + 12 * 60 * 60 * 1000).toISOString().slice(11, 19)
  await office("POST", "/tree/events/1/event-settings", { ...settings, daily_end_time })
  for (const name of ["Kiosk", "Main stage"]) {
    await office("POST", "/tree/nodes/1/create-node", { name, description: "" })
  }
})
afterAll(() => site[Symbol.asyncDispose]())

/** The text of the sum with a name, with plain spaces. */
const figure = async (page: Page, name: string): Promise<string> => {
  const cell = page.locator(".report .figures > div", { has: page.getByText(name, { exact: true }) }).locator("dd")
  return (await cell.innerText()).replaceAll("\u00a0", " ")
}

const saved = async (page: Page, press: Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent("download"), press])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Types a day, with a time or without, part by part; one part moves on to the next by itself. */
const typeDay = async (entry: Locator, keys: string) => {
  await entry.focus()
  await entry.pressSequentially(keys)
}

const languages = [
  {
    locale: "en-GB",
    by: "mouse",
    menu: { daily: "Daily report", revenue: "Revenue report", settlement: "Settlement", payout: "Pay-out report" },
    all: "All of Demo Festival",
    aboutKiosk: "About: Kiosk",
    day: "Business day",
    asOf: "State as of",
    print: "Print",
    sales: "Sales",
    revenue: "Revenue",
    owed: "To be paid out",
    nothing: "Nothing booked",
    zero: "€0.00",
    fee: "Set the fee",
    feeHere: "Fee of the sales",
    saveFee: "Save the fee",
    isSaved: "The fee is saved.",
    feeFigure: "Fee",
    rate: "12.5%",
    unclaimed: "Still on wristbands"
  },
  {
    locale: "de-DE",
    by: "keyboard",
    menu: { daily: "Tagesbericht", revenue: "Umsatzbericht", settlement: "Abrechnung", payout: "Auszahlungsbericht" },
    all: "Alles von Demo Festival",
    aboutKiosk: "Über: Kiosk",
    day: "Geschäftstag",
    asOf: "Stand vom",
    print: "Drucken",
    sales: "Verkauf",
    revenue: "Umsatz",
    owed: "Auszuzahlen",
    nothing: "Keine Buchungen",
    zero: "0,00 €",
    fee: "Gebühr festlegen",
    feeHere: "Gebühr auf Verkäufe",
    saveFee: "Gebühr speichern",
    isSaved: "Die Gebühr ist gespeichert.",
    feeFigure: "Gebühr",
    rate: "12,5 %",
    unclaimed: "Noch auf Bändern"
  }
] as const

test.each(waysOf(0, languages))(
  "reports are looked at for a day and a moment, printed, saved, and settled with a fee ($locale, by $by alone)",
  async (say) => {
    const { press, tick, type } = hands[say.by]
    const money = (amount: number) =>
      new Intl.NumberFormat(say.locale, { style: "currency", currency: "EUR" }).format(amount).replaceAll("\u00a0", " ")
    const visitor = await officeAt(site, { at: "reports/daily", locale: say.locale })
    await using _ = visitor
    const { page } = visitor
    const enter = (label: string, text: string, keys: string) =>
      say.by === "mouse" ? type(page.getByLabel(label), text) : typeDay(page.getByLabel(label), keys)

    await page.locator(".report").waitFor()
    expect(await figure(page, say.sales)).not.toBe(say.zero)
    await (say.by === "mouse" ? page.locator("summary").click() : page.locator("summary").press("Enter"))
    await tick(page.getByLabel("Kiosk", { exact: true }))
    await page.getByText(say.aboutKiosk, { exact: true }).waitFor()
    await expect.poll(() => figure(page, say.sales)).toBe(say.zero)
    await tick(page.getByLabel(say.all, { exact: true }))
    await expect.poll(() => figure(page, say.sales)).not.toBe(say.zero)
    const day = await page.getByLabel(say.day).inputValue()
    const drawn = await saved(page, press(page.getByRole("button", { name: "PDF", exact: true })))
    expect(drawn.name).toBe(`Demo Festival ${day}.pdf`)
    expect(drawn.bytes.toString("latin1", 0, 5)).toBe("%PDF-")
    await enter(say.day, "2020-11-11", "11112020")
    await page.getByText(say.locale === "en-GB" ? "Wed, 11/11/2020" : "Mi., 11.11.2020").waitFor()
    expect(await figure(page, say.sales)).toBe(say.zero)

    await press(page.getByRole("link", { name: say.menu.revenue }))
    const { total } = await office<{ readonly total: { readonly sales: number } }>(
      "GET",
      "/stats/takings?node_id=1&by=method"
    )
    await page.getByRole("heading", { level: 2, name: say.menu.revenue }).waitFor()
    expect(await figure(page, say.revenue)).toBe(money(total.sales))
    await page.evaluate(() => Reflect.set(window, "print", () => document.body.dataset["printed"] = "yes"))
    await press(page.getByRole("button", { name: say.print }))
    expect(await page.locator("body").getAttribute("data-printed")).toBe("yes")
    await page.emulateMedia({ media: "print" })
    expect(await page.getByLabel(say.asOf).isVisible()).toBe(false)
    expect(await page.locator(".report .figures").isVisible()).toBe(true)
    await page.emulateMedia({ media: "screen" })
    await enter(say.asOf, "2020-11-11T18:00", "111120200600PM")
    await page.getByText(say.nothing).first().waitFor()
    expect(await figure(page, say.revenue)).toBe(say.zero)

    await press(page.getByRole("link", { name: say.menu.settlement }))
    await press(page.getByRole("link", { name: say.fee }))
    await type(page.getByLabel(say.feeHere), "12,5".replace(",", say.locale === "en-GB" ? "." : ","))
    await press(page.getByRole("button", { name: say.saveFee }))
    await page.getByText(say.isSaved).waitFor()
    await press(page.getByRole("link", { name: say.menu.settlement }).first())
    await page.getByRole("cell", { name: say.rate }).waitFor()
    const fee = Math.round(total.sales * 12.5) / 100
    expect(await figure(page, say.feeFigure)).toBe(money(fee))
    expect(await figure(page, say.owed)).toBe(money(total.sales - fee))
    const table = await saved(page, press(page.getByRole("button", { name: "CSV", exact: true })))
    expect(table.bytes.toString()).toContain(`fee,${fee.toFixed(2)}\r\n`)

    await press(page.getByRole("link", { name: say.menu.payout }))
    const { total_customer_account_balance } = await office<{ readonly total_customer_account_balance: number }>(
      "GET",
      "/money-overview?node_id=1"
    )
    await page.getByRole("heading", { level: 2, name: say.menu.payout }).waitFor()
    expect(await figure(page, say.unclaimed)).toBe(money(total_customer_account_balance))
    const figures = await saved(page, press(page.getByRole("button", { name: "JSON", exact: true })))
    expect(JSON.parse(figures.bytes.toString()).unclaimed.amount).toBe(total_customer_account_balance)
    await office("POST", "/tree/nodes/1/fee", { fee: null })
    visitor.expectQuiet()
  }
)

import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { expectAccessible, expectFitsAll, picture } from "../../../support/Browser.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { type Office, officeOf } from "../../../support/DemoTill.ts"
import { officeAt } from "../Office.ts"

let site: DemoSite
let call: Office
beforeAll(async () => {
  site = await demoSite()
  call = await officeOf(site)
})
afterAll(() => site[Symbol.asyncDispose]())

interface Made {
  readonly id: number
  readonly price: number
}

/** A product that is ready to sell, on a button with a deposit. */
const makeProduct = async (name: string): Promise<Made> => {
  const [rate] = Object.values(
    (await call<{ readonly entities: Record<string, { readonly id: number; readonly rate: number }> }>(
      "GET",
      "/tax-rates?node_id=1"
    )).entities
  ).filter((one) => one.rate > 0)
  const common = { tax_rate_id: rate!.id, is_locked: true }
  const product = await call<Made>("POST", "/products?node_id=1", { ...common, name, price: 3.5 })
  const deposit = await call<Made>("POST", "/products?node_id=1", {
    ...common,
    name: `${name} glass`,
    price: 2,
    is_returnable: true
  })
  await call("POST", "/till-buttons?node_id=1", { name, product_ids: [product.id, deposit.id] })
  return product
}

const priceOf = async ({ id }: Made) => (await call<Made>("GET", `/products/${id}?node_id=1`)).price

const priceLists = async () =>
  Object.values((await call<{ readonly entities: Record<string, object> }>("GET", "/price-lists?node_id=1")).entities)

/** Taps, and counts how many that were. */
const counting = () => {
  let taps = 0
  return {
    tap: async (of: Locator) => {
      taps++
      await of.click()
    },
    taps: () => taps
  }
}

const rowsOf = (page: Page, table: string) => page.getByRole("table", { name: table }).locator("tbody tr")

describe.concurrent("the price of a product that is sold", () => {
  test("changes at once with two taps and the price, after a look at the buttons", async () => {
    const product = await makeProduct("Tonic")
    await using office = await officeAt(site, { at: `sell/products/${product.id}`, size: "desktop" })
    const { page } = office
    const { tap, taps } = counting()
    await tap(page.getByRole("button", { name: "Change price" }))
    await page.getByRole("dialog").getByLabel("Price", { exact: true }).fill("4.80")
    await page.getByRole("dialog").locator(".tile").getByText("€6.80").waitFor()
    await expectAccessible(page)
    await expectFitsAll(page, "desktop")
    await picture(page, "prices-change-desktop", { fullPage: false })
    await tap(page.getByRole("button", { name: "Save and sell so from now on" }))
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect(taps()).toBeLessThanOrEqual(3)
    expect(await priceOf(product)).toBe(4.8)
    await rowsOf(page, "Prices so far and planned").nth(1).waitFor()
    expect(await rowsOf(page, "Prices so far and planned").allTextContents()).toEqual([
      expect.stringMatching(/in force€4\.80/),
      expect.stringMatching(/past€3\.50/)
    ])
    await picture(page, "prices-history-desktop")
    office.expectQuiet()
  })

  test("ends for open baskets too where it was wrong, and only from now on", async () => {
    const product = await makeProduct("Secco")
    await using office = await officeAt(site, { at: `sell/products/${product.id}`, size: "phone" })
    const { page } = office
    await page.getByRole("button", { name: "Change price" }).click()
    const dialog = page.getByRole("dialog")
    const wasWrong = dialog.getByLabel("Also for baskets that are open now (the old price was wrong)")
    await wasWrong.check()
    const from = dialog.getByLabel("From", { exact: true })
    await from.fill(`${new Date().getUTCFullYear() + 1}-01-01T06:00`)
    await wasWrong.waitFor({ state: "detached" })
    await from.fill("")
    await dialog.getByLabel("Price", { exact: true }).fill("35")
    await expectAccessible(page)
    await expectFitsAll(page, "phone")
    await picture(page, "prices-wrong-phone", { fullPage: false })
    await page.getByRole("button", { name: "Save and sell so from now on" }).click()
    await dialog.waitFor({ state: "detached" })
    const { entities } = await call<{ readonly entities: Record<string, object> }>(
      "GET",
      `/products/${product.id}/versions?node_id=1`
    )
    expect(Object.values(entities)).toContainEqual(expect.objectContaining({ price: 35, holds: false }))
    office.expectQuiet()
  })

  test("is planned with three taps, stands in the list as planned, and can be taken back", async () => {
    const product = await makeProduct("Brause")
    await using office = await officeAt(site, {
      at: `sell/products/${product.id}`,
      size: "phone",
      colours: "dark",
      locale: "de-DE"
    })
    const { page } = office
    const { tap, taps } = counting()
    await tap(page.getByRole("button", { name: "Preis ändern" }))
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Preis", { exact: true }).fill("4,80")
    const from = dialog.getByLabel("Ab", { exact: true })
    await tap(from)
    const year = new Date().getUTCFullYear()
    const newYear = `${year + 1}-01-01T06:00`
    await from.fill(newYear)
    await expectAccessible(page)
    await picture(page, "prices-plan-phone", { fullPage: false })
    await tap(page.getByRole("button", { name: /^Speichern für 01\.01\./ }))
    await dialog.waitFor({ state: "detached" })
    expect(taps()).toBeLessThanOrEqual(3)
    expect(await priceOf(product)).toBe(3.5)
    await rowsOf(page, "Bisherige und geplante Preise").filter({ hasText: "geplant" }).waitFor()
    await expectFitsAll(page, "phone")
    await picture(page, "prices-history-phone")
    await office.follow("sell/products")
    const badge = page.locator(".badge").filter({ hasText: `Ab 01.01.${year + 1}, 06:00: 4,80` })
    await badge.waitFor()
    await expectFitsAll(page, "phone")
    await picture(page, "prices-list-phone")
    await office.follow(`sell/products/${product.id}`)
    await page.getByRole("button", { name: "Streichen", exact: true }).click()
    await dialog.getByRole("button", { name: "Geplante Änderung streichen" }).click()
    await dialog.waitFor({ state: "detached" })
    await rowsOf(page, "Bisherige und geplante Preise").filter({ hasText: "geplant" }).waitFor({ state: "detached" })
    office.expectQuiet()
  })

  test("is of no use once it is sold out, which its page and the list say until it is back", async () => {
    const product = await makeProduct("Fritz")
    await using office = await officeAt(site, { at: `sell/products/${product.id}` })
    const { page } = office
    await page.getByRole("button", { name: "Mark as sold out" }).click()
    await expectAccessible(page)
    await page.getByRole("dialog").getByRole("button", { name: /^Fritz is sold out at/ }).click()
    await page.getByRole("button", { name: "Back", exact: true }).waitFor()
    await expectAccessible(page)
    await expectFitsAll(page, "phone")
    await picture(page, "sold-out-phone")
    await office.follow("sell/products")
    await page.locator(".badge").filter({ hasText: "Sold out:" }).waitFor()
    await picture(page, "sold-out-list-phone")
    await office.follow(`sell/products/${product.id}`)
    await page.getByRole("button", { name: "Back", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: /^Fritz is back at/ }).click()
    await page.getByText("Tills sell it.").waitFor()
    expect(await call("GET", "/sold-out?node_id=1")).toEqual([])
    office.expectQuiet()
  })

  test("of a deposit stays, and its page offers to change the tax alone", async () => {
    await makeProduct("Mate")
    const { entities } = await call<
      { readonly entities: Record<string, { readonly id: number; readonly name: string }> }
    >(
      "GET",
      "/products?node_id=1"
    )
    const glass = Object.values(entities).find(({ name }) => name === "Mate glass")!
    await using office = await officeAt(site, { at: `sell/products/${glass.id}` })
    await office.page.getByRole("button", { name: "Change tax" }).click()
    expect(await office.page.getByRole("dialog").getByLabel("Price", { exact: true }).count()).toBe(0)
    await office.page.getByRole("dialog").getByRole("button", { name: "Save and sell so from now on" }).press("Enter")
    await office.page.getByText("Mate glass is like that at this moment already").waitFor()
    office.expectQuiet([/400/])
  })

  test("changes with its tax rate, which is planned for the end of the day, and the price list of that moment says so", async () => {
    const rate = await call<{ readonly id: number }>("POST", "/tax-rates?node_id=1", {
      name: "Food 19 %",
      rate: 0.19,
      description: ""
    })
    const goods = { name: "Stew", price: 11.9, tax_rate_id: rate.id, is_locked: true }
    const product = await call<Made>("POST", "/products?node_id=1", goods)
    const below = await call<Made>("POST", "/tree/nodes/1/create-node", { name: "Kitchen", description: "" })
    const soup = await call<Made>("POST", `/products?node_id=${below.id}`, { ...goods, name: "Soup", price: 5.95 })
    await using office = await officeAt(site, { at: `sell/tax-rates/${rate.id}`, size: "desktop", colours: "dark" })
    const { page } = office
    await page.getByRole("button", { name: "Change rate" }).press("Enter")
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Rate in percent").fill("7")
    await dialog.getByLabel("Name", { exact: true }).fill("Food 7 %")
    await dialog.getByRole("row", { name: /Stew.*€11\.90.*€1\.90.*€0\.78/ }).waitFor()
    // A price that changes with the rate, of a product further down; what can't be read is not sent.
    await dialog.getByLabel("New price of Soup").fill("five")
    await dialog.getByRole("button", { name: /^Save for/ }).press("Enter")
    await dialog.getByText("amount").waitFor()
    await dialog.getByLabel("New price of Soup").fill("5.35")
    await dialog.getByRole("row", { name: /Soup.*Kitchen.*€5\.95.*€0\.95.*€0\.35/ }).waitFor()
    expect(await dialog.getByLabel("From", { exact: true }).inputValue()).toMatch(/T\d\d:00$/)
    await expectAccessible(page)
    await expectFitsAll(page, "desktop")
    await picture(page, "prices-rate-desktop", { fullPage: false })
    await page.setViewportSize({ width: 360, height: 740 })
    await expectFitsAll(page, "phone")
    await picture(page, "prices-rate-phone", { fullPage: false })
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole("button", { name: /^Save for/ }).press("Enter")
    await dialog.waitFor({ state: "detached" })
    await rowsOf(page, "Rates so far and planned").filter({ hasText: "planned" }).waitFor()
    await picture(page, "prices-rate-history-desktop")
    const versions = await call<{ readonly entities: Record<string, Made> }>(
      "GET",
      `/products/${soup.id}/versions?node_id=${below.id}`
    )
    expect(Object.values(versions.entities).map(({ price }) => price).toSorted()).toStrictEqual([5.35, 5.95])
    await office.follow(`sell/products/${product.id}`)
    await rowsOf(page, "Prices so far and planned").filter({ hasText: "its tax rate" }).waitFor()
    expect(await page.getByRole("button", { name: "Take back" }).count()).toBe(0)
    await page.setViewportSize({ width: 360, height: 740 })
    await office.follow("sell/prices")
    await rowsOf(page, "Prices").filter({ hasText: "Stew" }).waitFor()
    await page.getByRole("group", { name: "Moments at which something changes" }).getByRole("button").nth(1).press(
      "Enter"
    )
    await expectAccessible(page)
    await expectFitsAll(page, "phone")
    await picture(page, "prices-at-phone")
    await page.setViewportSize({ width: 1440, height: 900 })
    await rowsOf(page, "Prices").filter({ hasText: "Food 7 %" }).waitFor()
    await picture(page, "prices-at-desktop")
    office.expectQuiet()
  })

  test("of a ticket changes like that of a product", async () => {
    const [rate] = Object.values(
      (await call<{ readonly entities: Record<string, { readonly id: number }> }>("GET", "/tax-rates?node_id=1"))
        .entities
    )
    const ticket = await call<Made>("POST", "/tickets?node_id=1", {
      name: "Night entry",
      price: 10,
      tax_rate_id: rate!.id,
      initial_top_up_amount: 0,
      restrictions: [],
      is_locked: true
    })
    await using office = await officeAt(site, { at: `sell/tickets/${ticket.id}` })
    const { page } = office
    await page.getByRole("button", { name: "Change price" }).press("Enter")
    await page.getByRole("dialog").getByLabel("Price", { exact: true }).fill("12.50")
    await expectAccessible(page)
    await picture(page, "prices-ticket-phone", { fullPage: false })
    await page.getByRole("button", { name: "Save and sell so from now on" }).press("Enter")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await rowsOf(page, "Prices so far and planned").nth(1).waitFor()
    expect(await rowsOf(page, "Prices so far and planned").allTextContents()).toEqual([
      expect.stringMatching(/in force€12\.50/),
      expect.stringMatching(/past€10\.00/)
    ])
    await expectFitsAll(page, "phone")
    await picture(page, "prices-ticket-history-phone")
    office.expectQuiet()
  })

  test("is another in a happy hour, which is made by keyboard, changed and deleted", async () => {
    await makeProduct("Russ")
    await using office = await officeAt(site, { at: "sell/price-lists", size: "desktop" })
    const { page } = office
    await page.getByRole("link", { name: "New price list" }).first().press("Enter")
    await page.getByLabel("Name", { exact: true }).fill("Happy hour")
    await page.getByRole("button", { name: "Add hours" }).press("Enter")
    const hours = page.getByRole("group", { name: "Hours 1" })
    for (const day of ["Fri", "Sat"]) await hours.getByRole("checkbox", { name: day }).press("Space")
    await hours.getByLabel("From", { exact: true }).fill("22:00")
    await hours.getByLabel("To", { exact: true }).fill("02:00")
    await hours.getByText("On the next day.").waitFor()
    await page.getByRole("button", { name: "Add product" }).press("Enter")
    const row = page.getByRole("group", { name: "Product 1" })
    const product = row.getByRole("combobox", { name: "Product or category" })
    await product.selectOption({ label: "Russ" })
    expect(await product.getByRole("option", { name: "Russ glass" }).count()).toBe(0)
    await row.getByRole("combobox", { name: "Change" }).selectOption({ label: "per cent off" })
    await page.getByRole("button", { name: "Create price list" }).press("Enter")
    await row.getByText("This is needed.").waitFor()
    await row.getByLabel("Value").fill("20")
    await expectAccessible(page)
    await expectFitsAll(page, "desktop")
    await picture(page, "price-list-desktop")
    await page.getByRole("button", { name: "Create price list" }).press("Enter")
    const listed = rowsOf(page, "Price lists").filter({ hasText: "Happy hour" })
    await listed.filter({ hasText: "Fri, Sat 22:00–02:00" }).waitFor()
    const week = page.getByRole("table", { name: "The next seven days" })
    await week.getByRole("row", { name: /22:00–24:00.*Happy hour/ }).waitFor()
    await expectAccessible(page)
    expect(await priceLists()).toMatchObject([{
      windows: [{ days: [5, 6], dates: [], from: "22:00", to: "02:00" }],
      entries: [{ kind: "percent", value: 20 }]
    }])
    await picture(page, "price-lists-desktop")
    await listed.getByRole("link").press("Enter")
    expect(await row.getByLabel("Value").inputValue()).toBe("20")
    await row.getByRole("combobox", { name: "Change" }).selectOption({ label: "amount off" })
    await row.getByLabel("Value").fill("0.50")
    await hours.getByRole("button", { name: "Remove Hours 1" }).press("Enter")
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: "dark" })
    await expectFitsAll(page, "phone")
    await picture(page, "price-list-phone")
    await page.getByRole("button", { name: "Save price list" }).press("Enter")
    await listed.filter({ hasText: "always" }).waitFor()
    await office.follow("sell/prices")
    await rowsOf(page, "Prices").filter({ hasText: "Happy hour: €" }).waitFor()
    await expectFitsAll(page, "phone")
    await office.follow("sell/price-lists")
    expect(await priceLists()).toMatchObject([{ windows: [], entries: [{ kind: "minus", value: 0.5 }] }])
    await listed.filter({ hasText: "holds" }).waitFor()
    await expectFitsAll(page, "phone")
    await picture(page, "price-lists-phone")
    await listed.getByRole("link").press("Enter")
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter")
    await page.getByRole("dialog").getByRole("button", { name: "Delete Happy hour" }).click()
    await page.getByText("No price lists yet.").waitFor()
    office.expectQuiet()
  })
})

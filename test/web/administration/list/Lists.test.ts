import { readFileSync } from "node:fs"
import type { Page, Route } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { officeAt, unsigned } from "../Office.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

const rowsOf = (page: Page) => page.locator("tbody tr:not([aria-hidden])")

/** The file that a press of CSV saves, without its heading. */
const savedRows = async (page: Page): Promise<ReadonlyArray<string>> => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click()
  ])
  return readFileSync((await download.path())!, "utf8").trimEnd().split(/\r?\n/).slice(1)
}

test("a list is found again as it was left, by going back, by going forward and by its address", async () => {
  await using office = await officeAt(site, { at: "guests/orders" })
  const { page } = office
  await page.setViewportSize({ width: 1440, height: 400 })
  await page.getByLabel("Kind").selectOption("top_up")
  await page.getByRole("button", { name: "Number", exact: true }).click()
  await expect.poll(() => page.url()).toMatch(/type=top_up.*sort=id/)
  await rowsOf(page).first().waitFor()
  await rowsOf(page).nth(9).getByRole("link").hover()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(100)
  const left = page.url()
  const seen = await rowsOf(page).allInnerTexts()
  await rowsOf(page).nth(9).getByRole("link").click()
  await page.locator("[data-screen=\"orders/:id\"] h1").waitFor()
  const order = page.url()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => rowsOf(page).allInnerTexts()).toEqual(seen)
  expect(page.url()).toBe(left)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
  await page.goForward()
  await page.locator("[data-screen=\"orders/:id\"] h1").waitFor()
  expect(page.url()).toBe(order)
  await page.goto(left)
  await expect.poll(() => rowsOf(page).allInnerTexts()).toEqual(seen)
  expect(await page.getByLabel("Kind").inputValue()).toBe("top_up")
  office.expectQuiet(unsigned)
})

test("orders are those within two amounts, on the screen and in the file", async () => {
  await using office = await officeAt(site, { at: "guests/orders" })
  const { page } = office
  const all = await savedRows(page)
  const totals = all.map((line) => Number(line.split(",")[5]))
  const [least, most] = [20, 35.5]
  const within = totals.filter((total) => total >= least && total <= most)
  expect(within.length).toBeGreaterThan(0)
  expect(within.length).toBeLessThan(totals.length)
  await page.getByRole("button", { name: "More filters" }).click()
  await page.getByLabel("Amount from").fill("20")
  await page.getByLabel("Amount up to").fill("35,50")
  const rows = Math.min(within.length, 100)
  await expect.poll(() => rowsOf(page).count()).toBe(rows)
  for (const text of await rowsOf(page).locator("td:last-child").allInnerTexts()) {
    const amount = Number(text.replace(/[^\d.-]/g, ""))
    expect(amount).toBeGreaterThanOrEqual(least)
    expect(amount).toBeLessThanOrEqual(most)
  }
  expect((await savedRows(page)).length).toBe(within.length)
  office.expectQuiet()
})

const many = 10_000

/** Answers a list of orders in pages, as the server does, of as many as a large event has in hours. */
const manyOrders = (route: Route) => {
  const query = new URL(route.request().url()).searchParams
  const from = Number(query.get("cursor") ?? 0)
  const to = Math.min(many, from + Number(query.get("limit")))
  const ids = Array.from({ length: to - from }, (_, n) => from + n + 1)
  const entities = Object.fromEntries(ids.map((id) => [id, {
    id,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
    booked_at: "2026-06-01T12:00:00Z",
    order_type: "sale",
    payment_method: "tag",
    total_price: id % 97 + 0.5,
    cancelled_by_order: null,
    till_name: `Bar ${id % 40}`,
    cashier_name: `Cashier ${id % 60}`,
    customer_tag_pin: `PIN${id}`
  }]))
  return route.fulfill({
    json: { ids, entities },
    headers: {
      "x-total-count": String(many),
      ...(to < many && { link: `<?limit=500&cursor=${to}>; rel="next"` })
    }
  })
}

/** Counts the rows that are put into the page while an act runs, and the time of scripts in milliseconds. */
const work = async (page: Page, act: () => Promise<unknown>) => {
  const session = await page.context().newCDPSession(page)
  await session.send("Performance.enable")
  const scriptTime = async () => {
    const { metrics } = await session.send("Performance.getMetrics")
    return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0) * 1000
  }
  const counted = await page.evaluateHandle(() => {
    const counter = { rows: 0 }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) if (node instanceof HTMLTableRowElement) counter.rows++
      }
    }).observe(document.body, { childList: true, subtree: true })
    return counter
  })
  const before = await scriptTime()
  await act()
  const rows = await counted.evaluate((counter) => counter.rows)
  const scripts = Math.round(await scriptTime() - before)
  await session.detach()
  return { rows, scripts }
}

test("a list of 10,000 rows in pages has only those on screen in the page, and draws no more for another page", async () => {
  await using office = await officeAt(site)
  const { page } = office
  await page.route(/\/api\/administration\/orders\?/, manyOrders)
  await office.follow("guests/orders")
  await rowsOf(page).first().waitFor()
  const table = page.getByRole("table")
  const loaded = () => table.evaluate((element) => Math.round(element.getBoundingClientRect().height / 44))
  const toEnd = async (wanted: number) => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(loaded).toBeGreaterThanOrEqual(wanted)
  }
  for (let rows = 600; rows < many; rows += 500) await toEnd(rows)
  const appended = await work(page, () => toEnd(many))
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.getByRole("link", { name: String(many), exact: true }).waitFor()
  expect(await rowsOf(page).count()).toBeLessThan(80)
  expect(appended.rows).toBeLessThan(200)
  expect(await table.getAttribute("aria-rowcount")).toBe(String(many + 1))
  process.stdout.write(`a page at 10,000 rows: ${appended.rows} rows drawn, ${appended.scripts} ms of scripts\n`)
  office.expectQuiet()
})

test("a filter over 10,000 rows draws only rows on screen", async () => {
  await using office = await officeAt(site)
  const { page } = office
  await page.route(/\/api\/administration\/products\?/, async (route) => {
    const { entities, ids } = await (await route.fetch()).json() as {
      readonly ids: ReadonlyArray<number>
      readonly entities: Readonly<Record<number, object>>
    }
    const one = entities[ids[0]!]!
    const all = Array.from({ length: many }, (_, n) => n + 1)
    return route.fulfill({
      json: { ids: all, entities: Object.fromEntries(all.map((id) => [id, { ...one, id, name: `Drink ${id}` }])) }
    })
  })
  await office.follow("sell/products")
  await rowsOf(page).first().waitFor()
  const filtered = await work(page, async () => {
    await page.getByLabel("Filter").fill("drink 99")
    await expect.poll(() => page.getByRole("status").allInnerTexts()).toContain("280 of 10,000 rows")
  })
  expect(await rowsOf(page).count()).toBeLessThan(150)
  expect(filtered.rows).toBeLessThan(200)
  process.stdout.write(`a filter over 10,000 rows: ${filtered.rows} rows drawn, ${filtered.scripts} ms of scripts\n`)
  office.expectQuiet()
})

import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { faultsOf } from "../../../support/DemoBooks.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { type Office, officeOf } from "../../../support/DemoTill.ts"
import { officeAt } from "../Office.ts"

let site: DemoSite
let office: Office
beforeAll(async () => {
  site = await demoSite()
  office = await officeOf(site)
})
afterAll(() => site[Symbol.asyncDispose]())

interface Shift {
  readonly actual_cash_drawer_balance: number
  readonly cash_drawer_imbalance: number
  readonly comment: string
}

const shiftsOf = async (cashier: number): Promise<ReadonlyArray<Shift>> => {
  const { entities } = await office<{ readonly entities: Readonly<Record<string, Shift>> }>(
    "GET",
    `/cashiers/${cashier}/shifts?node_id=1`
  )
  return Object.values(entities)
}

const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)

test("a register is counted with the mouse, survives a reload and a lost answer, and is booked once with its protocol", async () => {
  const visitor = await officeAt(site, { at: "cash/cashiers/7" })
  await using _ = visitor
  const { page } = visitor
  await page.getByRole("link", { name: "Close out Finn’s shift" }).click()
  await page.getByRole("button", { name: "Count the cash" }).click()
  await page.getByLabel("€50.00 note").fill("15")
  await page.getByLabel("€20.00 note").fill("2.5")
  await page.getByRole("button", { name: "Compare with what should be there" }).click()
  await page.getByText("A whole number").waitFor()
  await page.getByLabel("€20.00 note").fill("2")
  expect(await page.getByText("€800.00").count()).toBe(0)
  await page.reload()
  expect(await page.getByLabel("€50.00 note").inputValue()).toBe("15")
  await page.locator(".typed-sum", { hasText: "€790.00" }).waitFor()
  await page.getByRole("button", { name: "Compare with what should be there" }).click()
  await page.getByText("€10.00 short").waitFor()
  await page.getByRole("button", { name: "Close out Finn’s shift" }).click()
  await page.getByText("Say something about the difference.").waitFor()
  expect(await shiftsOf(7)).toEqual([])
  await page.getByLabel("Comment").fill("two notes stuck together")
  // The server books, and its answer is lost.
  await page.route("**/close-out?*", async (route) => {
    await route.fetch()
    await route.abort()
  }, { times: 1 })
  await page.getByRole("button", { name: "Close out Finn’s shift" }).dblclick()
  await page.getByText("It was sent, but no answer came.").waitFor()
  await page.reload()
  await page.getByRole("button", { name: "Ask again" }).click()
  await page.getByText("The shift is closed out.").waitFor()
  await page.getByRole("table", { name: "Counted" }).getByText("€750.00").waitFor()
  await page.getByText("The expected amount was not shown before counting.").waitFor()
  expect(await shiftsOf(7)).toMatchObject([{
    actual_cash_drawer_balance: 790,
    cash_drawer_imbalance: -10,
    comment: "two notes stuck together"
  }])
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Protocol as PDF" }).click()
  ])
  expect(download.suggestedFilename()).toMatch(/^close-out \d+\.pdf$/)
  expect((await readFile(await download.path())).toString("latin1", 0, 5)).toBe("%PDF-")
  visitor.expectQuiet([/close-out/, /ERR_FAILED/])
  expect(await faultsOf(site)).toEqual([])
})

test("in German a register is counted by keyboard alone, and who looks at the expected amount is noted", async () => {
  const visitor = await officeAt(site, { at: "cash/cashiers/2/close-out", locale: "de-DE" })
  await using _ = visitor
  const { page } = visitor
  const { keyboard } = page
  await page.getByRole("button", { name: "Bargeld zählen" }).waitFor()
  await keyboard.press("Enter")
  await page.getByLabel("Schein 500,00").waitFor()
  expect(await focused(page)).toBe("count-50000")
  await keyboard.press("Enter")
  await keyboard.type("1")
  await keyboard.press("ArrowDown")
  expect(await focused(page)).toBe("count-10000")
  await keyboard.press("ArrowUp")
  expect(await focused(page)).toBe("count-20000")
  await keyboard.press("Tab")
  expect(await focused(page)).toBe("count-10000")
  for (let at = 0; at < 2; at++) await keyboard.press("Enter")
  await keyboard.press("Tab")
  expect(await focused(page)).toBe("count-1000")
  await keyboard.type("1")
  await page.locator(".typed-sum", { hasText: "210,00" }).waitFor()
  // Down to the last coin, past the button that compares, to the one that shows the expected amount.
  for (let at = 0; at < 9; at++) await keyboard.press("Enter")
  await keyboard.press("Tab")
  await keyboard.press("Tab")
  await keyboard.press("Enter")
  await page.getByText("Erwartet: 210,00").waitFor()
  await keyboard.press("Shift+Tab")
  await keyboard.press("Enter")
  await page.getByText("stimmt genau").waitFor()
  await page.locator("option", { hasText: "admin" }).waitFor({ state: "attached" })
  await keyboard.press("Enter")
  await page.getByText("Der Kassensturz ist gebucht.").waitFor()
  await page.getByText("Der erwartete Betrag war vor dem Zählen zu sehen.").waitFor()
  expect(await shiftsOf(2)).toMatchObject([{ actual_cash_drawer_balance: 210, cash_drawer_imbalance: 0 }])
  visitor.expectQuiet()
  expect(await faultsOf(site)).toEqual([])
})

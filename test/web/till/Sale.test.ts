import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { expectAccessible, picture } from "../../support/Browser.ts"
import { type DemoSite, demoSite } from "../../support/DemoSite.ts"
import { makeTill, type Office, officeOf, ordersOf, visitTill } from "../../support/DemoTill.ts"

let site: DemoSite
let office: Office
beforeAll(async () => {
  site = await demoSite()
  office = await officeOf(site)
})
afterAll(() => site[Symbol.asyncDispose]())

describe("a sale", () => {
  test("is paid by wristband, from the registration on", async () => {
    const till = await makeTill(office)
    await using visitor = await visitTill(site, till)
    const { page } = visitor
    await page.getByRole("button", { name: /^Beer/ }).click()
    await page.getByRole("button", { name: /^Beer/ }).click()
    await expectAccessible(page)
    await picture(page, "till/sale-basket-phone-light")
    await page.getByRole("button", { name: "GUEST002" }).click()
    const booked = page.getByRole("status", { name: "Booked" })
    await booked.waitFor()
    await expectAccessible(page)
    await picture(page, "till/sale-booked-phone-light")
    expect(await booked.innerText()).toContain("€")
    const [order, ...others] = await ordersOf(office, till)
    expect(others).toEqual([])
    expect(order).toMatchObject({ order_type: "sale", payment_method: "tag" })
    visitor.expectQuiet()
  })
})

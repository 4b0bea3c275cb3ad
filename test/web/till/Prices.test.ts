import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { expectAccessible, expectFits, picture, type VisitOptions } from "../../support/Browser.ts"
import { demoTills, type TillVisit } from "../../support/DemoTill.ts"
import { ready } from "../../support/TillActs.ts"

const demo = demoTills()

const tile = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) })
const total = (page: Page) => page.getByRole("region", { name: "Total" }).getByRole("status").first()
const line = (page: Page, name: string) => page.locator(".basket-line", { hasText: name })

interface Listed {
  readonly entities: Readonly<Record<string, { readonly id: number; readonly name: string }>>
}

const productId = async (name: string) => {
  const { entities } = await demo.office<Listed>("GET", "/products?node_id=1")
  return Object.values(entities).find((product) => product.name === name)!.id
}

/** What tells a till its prices and the time of the server. */
const configuration = "**/api/terminal/config"

let rank = 0

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Has one product at another price for some minutes from now on. */
const happyHour = async (product: string, value: number, minutes: number, more: object = {}) => {
  rank += 1
  const name = `Happy hour ${rank}`
  await demo.office("POST", "/price-lists?node_id=1", {
    name,
    rank,
    valid_until: inMinutes(minutes),
    entries: [{ product_id: await productId(product), kind: "price", value }],
    ...more
  })
  return name
}

/** A till whose clock the test moves. */
const clockedTill = async (options: VisitOptions, ahead = 0): Promise<TillVisit> => {
  const visitor = await demo.open(options)
  await visitor.page.clock.install({ time: Date.now() + ahead })
  await visitor.page.reload()
  return visitor
}

/** The sales that a page asks for. */
const requestsOf = (page: Page) => {
  const bodies: Array<Readonly<Record<string, unknown>>> = []
  page.on("request", (request) => {
    if (request.url().endsWith("/order/book-sale")) bodies.push(request.postDataJSON() as typeof bodies[0])
  })
  return bodies
}

describe("a till over the end of a price list", () => {
  test.each([["as it should", 0], ["two hours fast", 2 * 3_600_000], ["two hours slow", -2 * 3_600_000]])(
    "whose clock goes %s shows the new price at that moment of the server, without a network too",
    async (_, ahead) => {
      const name = await happyHour("Wine", 1.25, 60)
      await using visitor = await clockedTill({ size: "phone" }, ahead)
      const { page } = visitor
      await tile(page, "Wine").getByText("3.25").waitFor()
      await tile(page, "Wine").getByText("until").waitFor()
      const header = page.getByRole("banner").getByText(`${name} until`)
      await header.waitFor()
      await expectAccessible(page)
      await expectFits(page)
      await picture(page, "till/happy-hour-phone")
      await page.context().setOffline(true)
      await page.clock.fastForward("55:00")
      await tile(page, "Wine").getByText("until").waitFor()
      await page.clock.fastForward("05:01")
      await tile(page, "Wine").getByText("until").waitFor({ state: "detached" })
      expect(await tile(page, "Wine").textContent()).not.toContain("3.25")
      expect(await header.count()).toBe(0)
    }
  )

  test("keeps what a guest was shown for ten minutes, and asks before it sells at the new price", async () => {
    await happyHour("Coffee", 1, 5)
    await using visitor = await clockedTill({ size: "phone", colours: "dark" })
    const { page } = visitor
    const requests = requestsOf(page)
    await tile(page, "Coffee").getByText("1.00").waitFor()
    // An answer of the server would set the till's time back to that of the test.
    await page.route(configuration, () => undefined)
    await tile(page, "Coffee").click()
    await tile(page, "Coffee").click()
    await page.clock.fastForward("08:00")
    expect(await total(page).innerText()).toBe("€2.00")
    await tile(page, "Coffee").click()
    expect(await total(page).innerText()).toBe("€3.00")
    await page.clock.fastForward("02:00")
    await line(page, "Coffee").getByText("€3.00, now €9.00").waitFor()
    await expectAccessible(page)
    await expectFits(page)
    await picture(page, "till/prices-changed-phone-dark")
    await page.getByRole("button", { name: "GUEST012" }).click()
    expect(requests).toEqual([])
    await page.getByRole("button", { name: "Sell for €9.00" }).click()
    await line(page, "Coffee").getByText("now").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "GUEST012" }).click()
    await page.getByRole("status", { name: "Booked" }).waitFor()
    expect(requests).toMatchObject([{ shown_total: 9 }])
    const ago = Date.parse(String(requests[0]!["priced_at"])) - Date.now()
    expect(ago).toBeGreaterThan(9 * 60_000)
  })
})

test("a guest pays less with a wristband that a price list is for, and the till says why", async () => {
  const { entities } = await demo.office<{ readonly entities: Record<string, { id: number; variant_name: string }> }>(
    "GET",
    "/user-tag-variants?node_id=1"
  )
  const young = Object.values(entities).filter(({ variant_name }) => variant_name.startsWith("under_"))
  const name = await happyHour("Cola", 1, 60, { user_tag_variant_ids: young.map(({ id }) => id) })
  await using visitor = await demo.open({ size: "phone" })
  const { page } = visitor
  await tile(page, "Cola").click()
  expect(await total(page).innerText()).toBe("€5.50")
  await page.getByRole("button", { name: "GUEST020" }).click()
  const booked = page.getByRole("status", { name: "Booked" })
  await booked.getByText(`${name}: €2.50 less`).waitFor()
  await expectAccessible(page)
  await picture(page, "till/reduced-phone-light")
  expect(await visitor.orders()).toMatchObject([{ total_price: 3 }])
})

/** A till that has not heard yet of a price that was raised by one. */
const overtakenTill = async (product: string, price: number, options: VisitOptions): Promise<TillVisit> => {
  const visitor = await clockedTill(options)
  const { page } = visitor
  await tile(page, product).waitFor()
  const { promise: isKnown, resolve: tell } = Promise.withResolvers<void>()
  await page.route(configuration, async (route) => {
    await isKnown
    await route.continue()
  })
  await demo.office("POST", `/products/${await productId(product)}/versions?node_id=1`, { price })
  page.on("request", (request) => {
    if (/\/order\/(book|register-pending)-sale$/.test(request.url())) tell()
  })
  // The server tells its time in whole seconds.
  await page.clock.fastForward("00:02")
  await tile(page, product).click()
  return visitor
}

describe("a sale whose price was raised a moment ago is refused, and offered at the new price", () => {
  test("when a wristband pays", async () => {
    await using visitor = await overtakenTill("Cola", 5, { size: "phone" })
    const { page } = visitor
    await page.getByRole("button", { name: "GUEST013" }).click()
    const refused = page.getByRole("alertdialog", { name: "Not booked" })
    await refused.getByText("The price has changed from 5.50 to 7.00").waitFor()
    await expectAccessible(page)
    await picture(page, "till/price-changed-phone-light")
    expect(await visitor.orders()).toEqual([])
    await ready(page)
    await refused.getByRole("button", { name: "Back to the basket, at the new prices" }).click()
    await expect.poll(() => total(page).innerText()).toBe("€7.00")
    await page.getByRole("button", { name: "GUEST013" }).click()
    await page.getByRole("status", { name: "Booked" }).waitFor()
    expect(await visitor.orders()).toMatchObject([{ total_price: 7 }])
  })

  test("before a card is charged", async () => {
    await using visitor = await overtakenTill("Water", 4, { size: "desktop" })
    const { page } = visitor
    await page.getByRole("button", { name: "Card", exact: true }).click()
    const refused = page.getByRole("alertdialog", { name: "Not booked" })
    await refused.getByText(/The price has changed from .* to 6.00/).waitFor()
    await ready(page)
    await refused.getByRole("button", { name: "Back to the basket, at the new prices" }).click()
    await page.getByRole("button", { name: "Card", exact: true }).click()
    await page.getByText("Take €6.00 with the card reader.").waitFor()
    expect(await visitor.orders()).toEqual([])
  })
})

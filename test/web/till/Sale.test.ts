import type { Page } from "playwright-core"
import { describe, expect, test, vi } from "vitest"
import { expectAccessible, expectFits, picture, sizes, type VisitOptions } from "../../support/Browser.ts"
import { demoTills } from "../../support/DemoTill.ts"
import { isLookedAt } from "../../support/Looks.ts"
import { everythingAllowed } from "../../support/profile.ts"
import { openTask, ready } from "../../support/TillActs.ts"

/** How long an outcome is waited for. */
const patience = { timeout: 60_000, interval: 100 }

const demo = demoTills()

const looks: ReadonlyArray<[keyof typeof sizes, NonNullable<VisitOptions["colours"]>, string]> = [
  ["phone", "light", "GUEST002"],
  ["tablet", "dark", "GUEST004"],
  ["desktop", "light", "GUEST007"]
]

const tile = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) })
const booked = (page: Page) => page.getByRole("status", { name: "Booked" })
const notBooked = (page: Page) => page.getByRole("alertdialog", { name: "Not booked" })

describe("a sale by wristband", () => {
  test.each(looks.filter((_, look) => isLookedAt(1, look, looks.length)))(
    "fits a %s in %s colours, and is clean",
    async (size, colours, guest) => {
      await using visitor = await demo.open({ size, colours })
      const { page } = visitor
      await expectAccessible(page)
      await picture(page, `till/sale-${size}-${colours}`)
      await tile(page, "Beer").click()
      await tile(page, "Beer").click()
      await tile(page, "Deposit").click()
      await expectAccessible(page)
      await expectFits(page)
      await picture(page, `till/basket-${size}-${colours}`)
      await page.getByRole("button", { name: guest }).click()
      await booked(page).waitFor()
      await expectAccessible(page)
      await picture(page, `till/booked-${size}-${colours}`)
      expect(await visitor.orders()).toMatchObject([{ order_type: "sale", payment_method: "tag" }])
      visitor.expectQuiet()
    }
  )

  test("speaks German in high contrast", async () => {
    await using visitor = await demo.open({ locale: "de-DE" })
    const { page } = visitor
    await openTask(page, "Gerät")
    await page.getByLabel("Farben").selectOption("contrast")
    await expectAccessible(page)
    await picture(page, "till/device-phone-contrast-german")
    await page.getByRole("link", { name: "Verkauf" }).click()
    await tile(page, "Wine").click()
    await expectAccessible(page)
    await expectFits(page)
    await picture(page, "till/basket-phone-contrast-german")
    await page.getByRole("button", { name: "GUEST012" }).click()
    await page.getByRole("status", { name: "Gebucht" }).waitFor()
    await picture(page, "till/booked-phone-contrast-german")
    visitor.expectQuiet()
  })

  test("is made by the keyboard alone", async () => {
    await using visitor = await demo.open({ size: "desktop" })
    const { page } = visitor
    const press = async (name: RegExp) => {
      await page.getByRole("button", { name }).focus()
      await page.keyboard.press("Enter")
    }
    await press(/^Coffee/)
    await press(/^One Coffee less/)
    await press(/^Cola/)
    await press(/^GUEST005/)
    await booked(page).waitFor()
    expect(await visitor.orders()).toHaveLength(1)
  })

  test("can be taken back piece by piece, undone, emptied and repeated", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    const sum = page.getByRole("region", { name: "Total" }).getByRole("status")
    await tile(page, "Coffee").click()
    await tile(page, "Coffee").click()
    await page.getByRole("button", { name: "One Coffee less" }).click()
    expect(await sum.innerText()).toBe("€3.00")
    await page.getByRole("button", { name: "Undo" }).click()
    expect(await sum.innerText()).toBe("€6.00")
    await page.getByRole("button", { name: "Clear" }).click()
    expect(await sum.innerText()).toBe("€0.00")
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("button", { name: "GUEST015" }).click()
    await booked(page).waitFor()
    await ready(page)
    await page.getByRole("button", { name: "Again: 2 × Coffee" }).click()
    await page.getByRole("button", { name: "GUEST016" }).click()
    await vi.waitFor(async () => expect(await visitor.orders()).toHaveLength(2), patience)
  })
})

describe("a sale that is refused", () => {
  test("for lack of money says what is needed, and offers the other ways to pay", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    for (let count = 0; count < 3; count++) await tile(page, "Beer").click()
    await page.getByRole("button", { name: "GUEST003" }).click()
    await notBooked(page).waitFor()
    expect(await notBooked(page).innerText()).toMatch(/Not enough funds[\s\S]*€19\.50[\s\S]*€10\.00[\s\S]*€9\.50/)
    await expectAccessible(page)
    await picture(page, "till/not-enough-phone-light")
    await ready(page)
    const total = page.getByRole("region", { name: "Total" }).getByRole("status")
    await page.getByRole("button", { name: "Top up €9.50" }).click()
    expect(await page.getByLabel("Amount to top up").inputValue()).toBe("9.50")
    await page.getByText("Balance afterwards").locator("xpath=..").getByText("€19.50").waitFor()
    await openTask(page, "Sale")
    expect(await total.innerText()).toBe("€19.50")
    await page.getByRole("button", { name: "GUEST003" }).click()
    await notBooked(page).waitFor()
    await ready(page)
    await notBooked(page).getByRole("button", { name: "Cash", exact: true }).click()
    await page.getByRole("dialog", { name: "Cash" }).getByText("€19.50").first().waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "GUEST003" }).click()
    await notBooked(page).waitFor()
    await ready(page)
    await notBooked(page).getByRole("button", { name: "Another wristband" }).click()
    expect(await total.innerText()).toBe("€19.50")
    expect(await visitor.orders()).toEqual([])
    await page.getByRole("button", { name: "GUEST004" }).click()
    await booked(page).waitFor()
    expect(await visitor.orders()).toHaveLength(1)
  })

  test.each([
    ["as the guest is too young", "GUEST020", /Too young[\s\S]*Beer/, "too-young"],
    ["as nobody has the wristband", "GUEST021", /Unknown wristband/, "unknown-tag"]
  ])("%s says so", async (_, guest, text, name) => {
    await using visitor = await demo.open({ colours: "dark" })
    const { page } = visitor
    await tile(page, "Beer").click()
    await page.getByRole("button", { name: guest }).click()
    await notBooked(page).waitFor()
    expect(await notBooked(page).innerText()).toMatch(text)
    await expectAccessible(page)
    await picture(page, `till/${name}-phone-dark`)
    await ready(page)
    await page.getByRole("button", { name: "Go on" }).click()
    expect(await visitor.orders()).toEqual([])
  })
})

describe("a sale without a wristband", () => {
  test("takes cash and says the change", async () => {
    await using visitor = await demo.open({ person: "Ben" })
    const { page } = visitor
    await tile(page, "Beer").click()
    await page.getByRole("button", { name: "Cash", exact: true }).click()
    await page.getByRole("button", { name: "+ €20.00" }).click()
    const dialog = page.getByRole("dialog", { name: "Cash" })
    expect(await dialog.getByRole("status").innerText()).toBe("€13.50")
    await expectAccessible(page)
    await picture(page, "till/cash-phone-light")
    await page.getByRole("button", { name: "Book €6.50 in cash" }).click()
    await booked(page).waitFor()
    expect(await visitor.orders()).toMatchObject([{ payment_method: "cash", total_price: 6.5 }])
    visitor.expectQuiet()
  })

  test("waits for the card, and books once it was charged", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    await tile(page, "Cola").click()
    await page.getByRole("button", { name: "Card", exact: true }).click()
    await page.getByText("Take €5.50 with the card reader.").waitFor()
    await expectAccessible(page)
    await picture(page, "till/card-phone-light")
    expect(await visitor.orders()).toEqual([])
    await page.reload()
    await page.locator(".result[data-settled]").waitFor()
    await page.getByRole("button", { name: "The card was charged" }).click()
    await page.getByRole("region", { name: "Card payment" }).waitFor({ state: "detached" })
    await vi.waitFor(
      async () => expect(await visitor.orders()).toMatchObject([{ payment_method: "sumup", total_price: 5.5 }]),
      patience
    )
    visitor.expectQuiet()
  })

  test("books nothing when the card was not charged", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    await tile(page, "Cola").click()
    await page.getByRole("button", { name: "Card", exact: true }).click()
    await page.getByText("Take €5.50 with the card reader.").waitFor()
    await page.locator(".result[data-settled]").waitFor()
    await page.getByRole("button", { name: "It was not charged" }).click()
    await notBooked(page).waitFor()
    expect(await visitor.orders()).toEqual([])
  })

  test("lets someone else end a card payment whose cashier was signed out", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    await tile(page, "Cola").click()
    await page.getByRole("button", { name: "Card", exact: true }).click()
    await page.getByText("Take €5.50 with the card reader.").waitFor()
    await demo.office("POST", `/terminal/${visitor.till.terminalId}/force-logout-user?node_id=1`)
    await page.reload()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await page.getByRole("button", { name: /^Ben/ }).click()
    await page.getByRole("link", { name: "1 booking waits" }).click()
    await page.getByText("The cashier who began this payment is not signed in here any more.").waitFor()
    await expectAccessible(page)
    await picture(page, "till/card-left-phone-light")
    await page.getByRole("button", { name: "It was not charged" }).click()
    await page.getByText("Given up, not booked").waitFor()
    await page.getByRole("link", { name: "1 booking waits" }).waitFor({ state: "detached" })
    expect(await visitor.orders()).toEqual([])
    visitor.expectQuiet()
  })

  test("hands the card over to the provider's app on phones, and takes its word when it comes back", async () => {
    await using visitor = await demo.open({
      more: { userAgent: "Mozilla/5.0 (Linux; Android 15) Chrome/150.0 Mobile" }
    })
    const { page } = visitor
    await tile(page, "Cola").click()
    await page.getByRole("button", { name: "Card", exact: true }).click()
    const link = new URL((await page.getByRole("link", { name: "Open the SumUp app" }).getAttribute("href"))!)
    expect(link.protocol + link.pathname).toMatch(/^sumupmerchant:/)
    expect(link.searchParams.get("total")).toBe("5.50")
    expect(link.searchParams.get("currency")).toBe("EUR")
    const uuid = link.searchParams.get("foreign-tx-id")!
    await page.goto(`${link.searchParams.get("callback")}?smp-status=success&foreign-tx-id=${uuid}`)
    await vi.waitFor(async () => expect(await visitor.orders()).toMatchObject([{ uuid }]), patience)
    expect(page.url()).not.toContain("smp-status")
  })

  test("asks for a price where there is none", async () => {
    await using visitor = await demo.open({ profile: "Food" })
    const { page } = visitor
    await tile(page, "Merchandise").click()
    for (const key of ["1", "2", "5", "00"]) await page.getByRole("button", { name: key, exact: true }).click()
    await expectAccessible(page)
    await picture(page, "till/free-price-phone-light")
    await page.keyboard.press("Backspace")
    await page.getByRole("button", { name: "Enter", exact: true }).click()
    await page.getByRole("button", { name: "GUEST017" }).click()
    await booked(page).waitFor()
    expect(await visitor.orders()).toMatchObject([{ total_price: 12.5 }])
  })
})

test("a product button keeps its size when it is pressed", async () => {
  await using visitor = await demo.open({ size: "phone" })
  const { page } = visitor
  const places = () =>
    page.locator(".tile").evaluateAll((tiles) => tiles.map((one) => JSON.stringify(one.getBoundingClientRect())))
  const before = await places()
  for (const press of await page.locator(".tile-press").all()) {
    await press.click()
    if (await page.getByRole("dialog").count() > 0) await page.keyboard.press("Escape")
    expect(await places()).toEqual(before)
  }
})

test("what has run out is marked at one till, seen and refused at another, and comes back by the keyboard", async () => {
  await using first = await demo.open()
  await using second = await demo.open({ size: "desktop", colours: "dark", person: "Ben" })
  const gone = (page: Page) => tile(page, "Water").getByText("Sold out", { exact: true })
  await tile(second.page, "Water").click()
  await first.page.getByRole("button", { name: "Availability of Water" }).click()
  await expectAccessible(first.page)
  await picture(first.page, "till/sold-out-question-phone-light")
  await ready(first.page)
  await first.page.getByRole("button", { name: "Water is sold out" }).click()
  await gone(first.page).waitFor()
  await expectAccessible(first.page)
  await expectFits(first.page)
  await picture(first.page, "till/sold-out-phone-light")

  await gone(second.page).waitFor()
  await expectAccessible(second.page)
  await picture(second.page, "till/sold-out-desktop-dark")
  await second.page.getByRole("button", { name: "GUEST018" }).click()
  await notBooked(second.page).waitFor()
  expect(await notBooked(second.page).innerText()).toContain("Water is sold out")
  await ready(second.page)
  await second.page.getByRole("button", { name: "Go on" }).click()
  expect(await second.orders()).toEqual([])

  await tile(second.page, "Water").press("Enter")
  await second.page.getByRole("button", { name: "Water is back" }).waitFor()
  await second.page.keyboard.press("Tab")
  await second.page.getByRole("button", { name: "Water is back" }).press("Enter")
  await gone(second.page).waitFor({ state: "detached" })
  await gone(first.page).waitFor({ state: "detached" })
  first.expectQuiet()
})

interface Listed {
  readonly entities: Readonly<Record<string, { readonly id: number; readonly name: string }>>
}

test("one of many buttons is found by a part of its name, and pressed by Enter", async () => {
  const { entities } = await demo.office<Listed>("GET", "/products?node_id=1")
  const coffee = Object.values(entities).find(({ name }) => name === "Coffee")!.id
  const button_ids: Array<number> = []
  for (const name of ["Café crème", "Café noir", ...Array.from({ length: 10 }, (_, n) => `Tea ${n + 1}`)]) {
    const { id } = await demo.office<{ readonly id: number }>("POST", "/till-buttons?node_id=1", {
      name,
      product_ids: [coffee]
    })
    button_ids.push(id)
  }
  const layout = await demo.office<{ readonly id: number }>("POST", "/till-layouts?node_id=1", {
    name: "Café",
    button_ids
  })
  await demo.office("POST", "/till-profiles?node_id=1", {
    ...everythingAllowed,
    name: "Café",
    allow_ticket_sale: false,
    layout_id: layout.id
  })
  await using visitor = await demo.open({ profile: "Café" })
  const { page } = visitor
  const tiles = page.locator(".tile-name")
  await page.keyboard.press("/")
  const field = page.getByRole("searchbox", { name: "Find a button" })
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type("cafe", { delay: 200 })
  expect(await tiles.allInnerTexts()).toEqual(["Café crème", "Café noir"])
  await page.keyboard.press("Enter")
  expect(await page.locator(".basket-line").count()).toBe(0)
  await page.keyboard.type("CREME c", { delay: 200 })
  expect(await tiles.allInnerTexts()).toEqual(["Café crème"])
  await expectAccessible(page)
  await expectFits(page)
  await picture(page, "till/search-phone-light")
  await page.keyboard.press("Enter")
  await page.locator(".basket-line", { hasText: "1 × Café crème" }).waitFor()
  await page.getByRole("button", { name: "Clear" }).click()
  expect(await tiles.count()).toBe(12)
  visitor.expectQuiet()
})

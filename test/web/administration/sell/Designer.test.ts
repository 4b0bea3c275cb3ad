import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
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

interface Layout {
  readonly id: number
  readonly name: string
  readonly button_ids: ReadonlyArray<number>
}

/** Buttons of the demo. */
const [beer, radler, wine, gin, cola, water, deposit, chips] = [1, 2, 3, 4, 5, 6, 7, 9]
const before = [beer, radler, wine, gin, cola, water, deposit]
const after = [cola, beer, radler, wine, deposit, gin]

const makeLayout = (name: string) =>
  call<Layout>("POST", "/till-layouts?node_id=1", { name, description: null, button_ids: before, ticket_ids: [] })
const stored = async ({ id }: Layout) => (await call<Layout>("GET", `/till-layouts/${id}?node_id=1`)).button_ids

const tile = (page: Page, name: string) => page.locator(".phone .tile").filter({ hasText: name })
const centre = async (of: Locator) => {
  const { height, width, x, y } = (await of.boundingBox())!
  return [x + width / 2, y + height / 2] as const
}
/**
 * Scrolls to the middle of the window and waits until that is drawn: what fingers do is first told to what draws the page, which has to
 * know by then where a grip is, or the page is scrolled.
 */
const inView = (of: Locator) =>
  of.evaluate((element) => {
    element.scrollIntoView({ block: "center" })
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
const saying = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true })
const said = (page: Page, text: string) => saying(page, text).waitFor()
/** Taps until that is seen. A busy browser may take a tap for a long press, which does nothing. */
const tap = (of: Locator, seen: Locator) =>
  vi.waitFor(async () => {
    if (!await seen.isVisible()) await of.tap()
    await seen.waitFor({ timeout: 5_000 })
  }, { timeout: 120_000 })
const save = async (page: Page) => {
  await page.getByRole("button", { name: "Save layout" }).press("Enter")
  await page.getByRole("link", { name: "Edit", exact: true }).waitFor()
}

/** Opens the designer of a new layout. */
const designer = async (name: string, more: Parameters<typeof officeAt>[1] = {}) => {
  const layout = await makeLayout(name)
  const office = await officeAt(site, { at: `sell/layouts/${layout.id}/edit`, ...more })
  await tile(office.page, "Deposit").waitFor()
  return { ...office, layout }
}

describe.concurrent("the designer of layouts", () => {
  test("is used with the mouse: tiles are dragged, and one that is picked up can be taken off", async () => {
    await using office = await designer("by mouse")
    const { layout, page } = office
    const drag = async (name: string, to: string) => {
      await page.mouse.move(...await centre(tile(page, name)))
      await page.mouse.down()
      await page.mouse.move(...await centre(tile(page, to)), { steps: 4 })
    }
    await drag("Deposit", "Gin and tonic")
    await page.mouse.up()
    await drag("Cola", "Beer")
    await page.keyboard.press("Escape")
    expect(await page.locator(".phone .tile-name").first().textContent()).toBe("Beer")
    await page.mouse.up()
    await drag("Cola", "Beer")
    await page.mouse.up()
    await tile(page, "Water").click()
    await page.getByRole("button", { name: "Take Water off the till" }).click()
    // No answer is old enough to be asked for again, so nothing but the change of the screen draws the bar anew.
    await page.clock.setFixedTime(0)
    await office.follow("sell/tills")
    await page.getByRole("link", { name: "1 form is not saved" }).click()
    await page.getByText("These entries were not saved yet.").waitFor()
    await save(page)
    expect(await stored(layout)).toEqual(after)
    office.expectQuiet()
  })

  test("is used with the keyboard alone, and says what happens", async () => {
    await using office = await designer("by keyboard")
    const { layout, page } = office
    const press = async (...keys: ReadonlyArray<string>) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await tile(page, "Beer").getByRole("button").focus()
    await press("End", "Space")
    await said(page, "Deposit picked up, place 7 of 7.")
    await press("ArrowUp", "ArrowRight", "Escape")
    await said(page, "Deposit stays at place 7.")
    await press("Space", "ArrowUp", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowRight", "Space")
    await said(page, "Deposit is at place 4 of 7.")
    await press("ArrowRight", "ArrowRight", "Space", "Home", "Space")
    await said(page, "Cola is at place 1 of 7.")
    await press("End", "Delete")
    await said(page, "Water is off the till.")
    await save(page)
    expect(await stored(layout)).toEqual(after)
    office.expectQuiet()
  })

  test("is used with a finger: by the grip, and by taps without dragging", async () => {
    await using office = await designer("by finger", { size: "phone", more: { hasTouch: true, isMobile: true } })
    const { layout, page } = office
    const finger = await page.context().newCDPSession(page)
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: readonly [number, number]) =>
      finger.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: at[0], y: at[1] }] })
    await inView(tile(page, "Deposit"))
    const [from, to] = [await centre(tile(page, "Deposit").locator(".grip")), await centre(tile(page, "Gin and tonic"))]
    await touch("touchStart", from)
    await touch("touchMove", [from[0], from[1] - 20])
    await touch("touchMove", to)
    await touch("touchEnd")
    await said(page, "Deposit is at place 4 of 7.")
    const press = (name: string) => tile(page, name).getByRole("button")
    const pickUp = (name: string) => tap(press(name), tile(page, name).getByRole("button", { pressed: true }))
    await pickUp("Cola")
    await tap(press("Beer"), saying(page, "Cola is at place 1 of 7."))
    await pickUp("Water")
    await tap(page.getByRole("button", { name: "Take Water off the till" }), saying(page, "Water is off the till."))
    await save(page)
    expect(await stored(layout)).toEqual(after)
    office.expectQuiet()
  })

  test("merges what another person changed meanwhile, and asks only where both moved the same", async () => {
    await using office = await designer("by two")
    const { layout, page } = office
    const others = (button_ids: ReadonlyArray<number>) =>
      call("POST", `/till-layouts/${layout.id}?node_id=1`, { ...layout, description: "by another person", button_ids })
    const first = async (name: string) => {
      await tile(page, name).getByRole("button").focus()
      for (const key of ["Space", "Home", "Space"]) await page.keyboard.press(key)
    }
    const trySaving = () => page.getByRole("button", { name: "Save layout" }).click()
    await first("Cola")
    await others([...before.filter((id) => id !== water), chips])
    await trySaving()
    await page.getByText("Their changes are in the form now").waitFor()
    await tile(page, "Chips").waitFor()
    await first("Wine")
    await others([radler, beer, wine, gin, cola, deposit, chips])
    await trySaving()
    await page.getByText("Choose which version stands").waitFor()
    await page.getByRole("button", { name: /^Theirs: Radler, Beer/ }).click()
    await save(page)
    expect(await stored(layout)).toEqual([radler, beer, wine, gin, cola, deposit, chips])
    office.expectQuiet([/412/])
  })
})

test("two people change the same product: the second sees both versions and chooses", async () => {
  const body = {
    name: "Lemonade",
    fixed_price: true,
    price: 3,
    price_in_vouchers: null,
    tax_rate_id: 2,
    restrictions: [],
    is_returnable: false,
    is_locked: false,
    target_account_id: null
  }
  const { id } = await call<{ readonly id: number }>("POST", "/products?node_id=1", body)
  await using office = await officeAt(site, { at: `sell/products/${id}/edit` })
  const { page } = office
  await page.getByLabel("Price", { exact: true }).fill("4.00")
  await page.getByLabel("Can be returned").check()
  const account = page.getByLabel("Booked to account")
  await account.selectOption("Donations")
  expect(await account.locator("option").allTextContents()).toEqual([
    "Sales",
    "Differences",
    "Vault",
    "Donations",
    "Paid out to banks"
  ])
  await call("POST", `/products/${id}?node_id=1`, { ...body, name: "Lemonade 0.4", price: 5 })
  await page.getByRole("button", { name: "Save product" }).click()
  await page.getByRole("button", { name: "Yours: 4.00" }).waitFor()
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Lemonade 0.4")
  await page.getByRole("button", { name: "Theirs: 5.00" }).click()
  await page.getByRole("button", { name: "Save product" }).click()
  await page.getByRole("heading", { name: "Lemonade 0.4", level: 1 }).waitFor()
  expect(await call("GET", `/products/${id}?node_id=1`)).toMatchObject({
    name: "Lemonade 0.4",
    price: 5,
    is_returnable: true,
    target_account_id: expect.any(Number)
  })
  office.expectQuiet([/412/])
})

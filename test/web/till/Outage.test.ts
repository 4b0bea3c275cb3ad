import type { Locator, Page, Route } from "playwright-core"
import { describe, expect, test, vi } from "vitest"
import { picture } from "../../support/Browser.ts"
import { demoTills, type TillVisit } from "../../support/DemoTill.ts"
import { openTask, ready } from "../../support/TillActs.ts"

const demo = demoTills()

const booking = "**/api/terminal/order/book-sale"

/** What happens to the next attempt at booking. */
type Fault = (route: Route) => Promise<unknown>

/** The request never arrives. */
const requestLost: Fault = (route) => route.abort("connectionfailed")

/** The server books, and its answer is lost. */
const answerLost: Fault = async (route) => {
  await route.fetch()
  await route.abort("connectionreset")
}

const answers = (status: number, body: object): Fault => (route) =>
  route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) })

/** Lets faults happen to attempts in turn, and counts all attempts. */
const faulty = async (page: Page, faults: ReadonlyArray<Fault>) => {
  const bodies: Array<string> = []
  await page.context().route(booking, async (route) => {
    bodies.push(route.request().postData() ?? "")
    await (faults[bodies.length - 1] ?? ((one: Route) => one.continue()))(route)
  })
  return bodies
}

const sellBeer = async (page: Page, guest: string) => {
  await page.getByRole("button", { name: /^Beer/ }).click()
  await page.getByRole("button", { name: guest }).click()
}

const booked = (page: Page) => page.getByRole("status", { name: "Booked" })

/** Presses until that is seen: a press while the booking is being sent again does nothing. */
const giveUp = (page: Page, seen: Locator) =>
  vi.waitFor(async () => {
    if (await seen.isVisible()) return
    await ready(page)
    await page.getByRole("button", { name: "Give up" }).click({ timeout: 5_000 })
    await seen.waitFor({ timeout: 5_000 })
  }, { timeout: 120_000 })

const inTill = async (act: (visitor: TillVisit) => Promise<void>) => {
  await using visitor = await demo.open()
  await act(visitor)
}

describe.concurrent("a booking whose network fails", () => {
  test("after the server has booked it, is booked once", () =>
    inTill(async ({ orders, page }) => {
      const bodies = await faulty(page, [answerLost])
      await sellBeer(page, "GUEST004")
      await booked(page).waitFor()
      expect(bodies.length).toBe(2)
      expect(new Set(bodies).size).toBe(1)
      expect(await orders()).toHaveLength(1)
    }))

  test("is shown as unknown with its guest and amount, and blocks the next one until it is known", () =>
    inTill(async ({ orders, page }) => {
      let isDown = true
      await page.context().route("**/api/**", (route) => isDown ? route.abort("connectionfailed") : route.continue())
      await sellBeer(page, "GUEST002")
      const unknown = page.getByRole("alertdialog", { name: "No answer yet" })
      // Not while it is just being sent again.
      await unknown.getByText("sent again by itself").waitFor()
      const text = await unknown.innerText()
      expect(text).toContain("Wristband 7D2")
      expect(text).toContain("€6.50")
      await picture(page, "till/unknown-phone-light")
      await ready(page)
      await unknown.getByRole("button", { name: "Go on" }).click()
      await sellBeer(page, "GUEST003")
      await page.getByText("Nothing can be booked at the moment").waitFor()
      await page.getByText("The server does not answer.").waitFor()
      await page.getByRole("link", { name: "1 booking waits" }).waitFor()
      await picture(page, "till/server-away-phone-light")
      expect(await orders()).toHaveLength(0)
      await page.getByRole("link", { name: "1 booking waits" }).click()
      isDown = false
      await page.getByText("Booked", { exact: true }).waitFor()
      expect(await orders()).toHaveLength(1)
    }))

  test("is booked once when the page is killed once the server has booked", () =>
    inTill(async ({ orders, page }) => {
      const context = page.context()
      let isFirst = true
      const reached = new Promise<void>((resolve) =>
        context.route(booking, async (route) => {
          if (!isFirst) return route.continue()
          isFirst = false
          await route.fetch()
          resolve()
        })
      )
      await sellBeer(page, "GUEST006")
      await reached
      await page.close()
      const again = await context.newPage()
      await again.goto(`${demo.site().origin}/till/bookings`)
      await again.getByText("Booked", { exact: true }).waitFor()
      expect(await orders()).toHaveLength(1)
    }))

  test("is given up only when it can't be booked any more", () =>
    inTill(async ({ orders, page }) => {
      await page.clock.install()
      await faulty(page, Array.from({ length: 20 }, () => requestLost))
      await sellBeer(page, "GUEST007")
      await page.getByRole("alertdialog", { name: "No answer yet" }).waitFor()
      await giveUp(page, page.getByText(/only after .* is it certain/))
      await picture(page, "till/giving-up-phone-light")
      await page.clock.fastForward(200_000)
      await page.getByRole("alertdialog", { name: "Not booked" }).waitFor()
      expect(await orders()).toHaveLength(0)
    }))

  test("stays with a terminal that was signed out meanwhile, and is looked up once it is back", () =>
    inTill(async ({ orders, page }) => {
      await faulty(page, [answerLost, answers(401, { id: "Unauthorized", message: "Unauthorized" })])
      await sellBeer(page, "GUEST010")
      await page.getByRole("heading", { name: "This terminal is signed out" }).waitFor()
      await page.getByText("Unknown: no answer came").waitFor()
      await picture(page, "till/signed-out-phone-light")
      expect(await page.getByText("This terminal was signed out before the answer came.").isVisible()).toBe(true)
      expect(await orders()).toHaveLength(1)
    }))
})

test("two taps of the same wristband book once", () =>
  inTill(async ({ orders, page }) => {
    await page.getByRole("button", { name: /^Beer/ }).click()
    await page.getByRole("button", { name: "GUEST011" }).dblclick({ delay: 5, force: true })
    await booked(page).waitFor()
    expect(await orders()).toHaveLength(1)
  }))

test("a second window waits until the first is closed", () =>
  inTill(async ({ page }) => {
    const second = await page.context().newPage()
    await second.goto(`${demo.site().origin}/till/`)
    await second.getByRole("heading", { name: "The till is open in another window" }).waitFor()
    await page.close()
    await second.getByRole("button", { name: /^Beer/ }).waitFor()
  }))

test("a till that is taken over ends what is under way first, and books it once", () =>
  inTill(async ({ orders, page }) => {
    const context = page.context()
    const held = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    await context.route(booking, async (route) => {
      reached.resolve()
      await held.promise
      await route.continue()
    })
    await sellBeer(page, "GUEST006")
    await reached.promise
    const second = await context.newPage()
    await second.goto(`${demo.site().origin}/till/bookings`)
    await second.getByRole("button", { name: "Use it here" }).click()
    await page.getByRole("heading", { name: "The till is open in another window" }).waitFor()
    expect(await second.getByRole("heading", { name: "The till is open in another window" }).isVisible()).toBe(true)
    held.resolve()
    await second.getByText("Booked", { exact: true }).waitFor()
    await openTask(second, "Sale")
    await second.getByRole("button", { name: /^Cola/ }).click()
    // The first waits its turn, and can take the till back, with the basket that was left and not the one that was sold.
    await page.getByRole("button", { name: "Use it here" }).click()
    await page.getByRole("region", { name: "Total" }).getByText("€5.50").waitFor()
    await second.getByRole("button", { name: "Use it here" }).waitFor()
    expect(await orders()).toHaveLength(1)
  }))

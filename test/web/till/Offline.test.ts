import { expect, test } from "vitest"
import { expectAccessible, picture, untilKept } from "../../support/Browser.ts"
import { demoTills } from "../../support/DemoTill.ts"
import { openTask, ready } from "../../support/TillActs.ts"

const demo = demoTills()

test("a till that starts without a network shows its products and what waits, and books it once the network is back", async () => {
  await using visitor = await demo.open({ keeps: true })
  const { page } = visitor
  const context = page.context()
  // The page is the worker's from its second load on.
  await untilKept(page)
  await page.reload()
  await page.getByRole("button", { name: /^Coffee/ }).click()
  await context.setOffline(true)
  // Not below the button that was just pressed: two clicks at once on one place count as one.
  await page.getByRole("button", { name: "GUEST002" }).click()
  await page.getByRole("alertdialog", { name: "No answer yet" }).waitFor()
  await page.reload()
  await page.getByRole("button", { name: /^Cola/ }).click()
  await page.getByText("The server does not answer.").waitFor()
  await expectAccessible(page)
  await picture(page, "till/start-offline-phone-light")
  // Neither a reload nor Back takes the basket away.
  await page.reload()
  await page.getByRole("region", { name: "Total" }).getByText("€5.50").waitFor()
  await page.getByRole("button", { name: "Cash", exact: true }).click()
  await page.getByRole("dialog", { name: "Cash" }).waitFor()
  await page.goBack()
  await page.getByRole("dialog", { name: "Cash" }).waitFor({ state: "detached" })
  // Who is signed in is not certain, so nothing is booked in their name.
  await page.getByRole("button", { name: "GUEST004" }).click()
  await page.getByText("Nothing can be booked at the moment").waitFor()
  expect(await page.getByRole("region", { name: "Total" }).getByRole("status").innerText()).toBe("€5.50")
  await openTask(page, "Bookings")
  await page.getByText("Unknown: no answer came").waitFor()
  await page.getByText("once the server says that the same person is still signed in here").waitFor()
  await context.setOffline(false)
  await page.getByText("Booked", { exact: true }).waitFor()
  await picture(page, "till/bookings-phone-light")
  expect(await visitor.orders()).toHaveLength(1)
})

test("a till of an archived event says so and keeps the basket", async () => {
  await using visitor = await demo.open()
  const { page } = visitor
  await page.route("**/api/terminal/order/book-sale", (route) =>
    route.fulfill({
      status: 400,
      contentType: "application/json",
      body: JSON.stringify({ type: "service", id: "NodeIsReadOnly", message: "Node 1 is archived", node_id: 1 })
    }))
  await page.getByRole("button", { name: /^Coffee/ }).click()
  await page.getByRole("button", { name: "GUEST002" }).click()
  const refused = page.getByRole("alertdialog", { name: "Not booked" })
  await refused.getByText("This event is archived: nothing can be booked any more.").waitFor()
  await ready(page)
  await refused.getByRole("button", { name: "Back to the basket" }).click()
  expect(await page.getByRole("region", { name: "Total" }).getByRole("status").innerText()).toBe("€3.00")
})

test("a browser that keeps nothing says that it can't book", async () => {
  await using visitor = await demo.open({ person: null })
  const { page } = visitor
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("", "SecurityError")
    }
  })
  await page.reload()
  await page.getByText("This browser keeps nothing on this device").waitFor()
})

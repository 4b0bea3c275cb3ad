import { afterAll, beforeAll, test } from "vitest"
import { expectAccessible, picture, visit } from "../../support/Browser.ts"
import { type DemoSite, demoSite } from "../../support/DemoSite.ts"
import { officeOf } from "../../support/DemoTill.ts"
import { signIn } from "./Guest.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

test("an event with a portal under its own name has it there, nowhere else, and until it moves", async () => {
  const { port } = new URL(site.origin)
  // Browsers look for such names on their own machine.
  const own = `http://pay.localhost:${port}`
  const office = await officeOf(site)
  const settings = await office<object>("GET", "/tree/events/1/settings")
  await office("POST", "/tree/events/1/event-settings", { ...settings, customer_portal_url: own })

  await using guest = await visit()
  const { page } = guest
  await page.goto(own)
  await signIn(page, "GUEST001")
  await page.getByRole("link", { name: "Top up" }).click()
  await page.waitForURL(`${own}/top-up`)
  await page.getByRole("heading", { name: "Top up" }).waitFor()
  await page.reload()
  await page.getByRole("heading", { name: "Top up" }).waitFor()

  await using lost = await visit()
  await lost.page.goto(`http://else.localhost:${port}/portal/`)
  await lost.page.getByRole("heading", { name: "No event has its portal here" }).waitFor()
  await expectAccessible(lost.page)
  await picture(lost.page, "portal-no-event")

  // From then on the device has the page of its own.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await office("POST", "/tree/events/1/event-settings", {
    ...settings,
    customer_portal_url: `http://moved.localhost:${port}`
  })
  await page.goto(own)
  await page.getByRole("heading", { name: "The portal of Demo Festival has closed" }).waitFor()
  await expectAccessible(page)
  await picture(page, "portal-moved")
})

import { randomUUID } from "node:crypto"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { expectAccessible, picture, untilKept, visit } from "../../support/Browser.ts"
import { presaleTicket } from "../../support/DemoBooks.ts"
import { type DemoSite, demoSite } from "../../support/DemoSite.ts"
import { makeTill, type Office, officeOf, visitTill } from "../../support/DemoTill.ts"
import { openTask } from "../../support/TillActs.ts"
import { officeAt } from "../administration/Office.ts"
import { guestAt, signIn, tokenOf } from "./Guest.ts"

const testModeMessage = "Rehearsal: nothing here costs money."

const sourceUrl = "https://code.example/wristbank?at=1&of=2"

let site: DemoSite
let office: Office
let settings: object
beforeAll(async () => {
  site = await demoSite({ testMode: "true", testModeMessage, sourceUrl })
  office = await officeOf(site)
  settings = await office<object>("GET", "/tree/events/1/settings")
})
afterAll(() => site[Symbol.asyncDispose]())

const change = (more: object) => office("POST", "/tree/events/1/event-settings", { ...settings, ...more })

/** A name that browsers look for on their own machine. */
const hostOf = (name: string) => `http://${name}.localhost:${new URL(site.origin).port}`

const hostile = `Read **this** first:

1. Bring your ticket. [The map](https://festival.example/map)
2. <script>window.ran = 1</script><b onclick="window.ran = 1">No HTML</b>
3. [Free beer](javascript:window.ran=1) and ![a pixel](https://tracker.example/pixel.png)
`

test("the till and the back office lead to the source as the portal does", async () => {
  await using till = await visitTill(site, await makeTill(office), { person: "Ben" })
  await openTask(till.page, "Device")
  await using desk = await officeAt(site, { at: "account/profile" })
  for (const { page } of [till, desk]) {
    const link = page.getByRole("link", { name: "Source code" })
    await link.waitFor()
    expect(await link.getAttribute("href")).toBe(sourceUrl)
  }
})

test("the organiser's pages show their Markdown and run nothing in it, in the reader's language or another", async () => {
  await change({
    translation_texts: {
      "en-US": { faq: hostile, privacypolicy: "  " },
      "de-DE": { faq: "Bring dein *Ticket* mit.", agb: "## Pfand\n\nZwei Euro." }
    }
  })
  await using visitor = await visit()
  const { page } = visitor
  await page.goto(`${site.origin}/portal/`)
  const footer = page.getByRole("contentinfo")
  expect(await footer.getByRole("link", { name: "About the event" }).getAttribute("href")).toBe(
    "https://festival.example/about"
  )
  expect(await footer.getByRole("link", { name: "Source code" }).getAttribute("href")).toBe(sourceUrl)
  expect(await footer.getByRole("link", { name: "Privacy policy" }).count()).toBe(0)
  await footer.getByRole("link", { name: "Questions and answers" }).click()
  await page.getByRole("heading", { level: 1, name: "Questions and answers" }).waitFor()
  const text = page.locator("article")
  expect(await text.locator("ol > li").count()).toBe(3)
  expect(await text.locator("strong").textContent()).toBe("this")
  expect(await text.locator("script, b, img").count()).toBe(0)
  expect(await text.textContent()).toContain("<script>window.ran = 1</script><b onclick=\"window.ran = 1\">No HTML</b>")
  const targets = await text.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")))
  expect(targets).toContain("https://festival.example/map")
  expect(targets.filter((target) => target?.includes("javascript"))).toEqual([])
  await page.getByText("Free beer").click()
  await text.waitFor()
  expect(await page.evaluate(() => "ran" in window)).toBe(false)
  await expectAccessible(page)
  await picture(page, "portal/text")

  await page.goto(`${site.origin}/portal/faq`)
  await footer.getByRole("link", { name: "Terms and conditions" }).click()
  await page.getByRole("heading", { level: 2, name: "Pfand" }).waitFor()
  await page.getByLabel("Language").selectOption("de")
  await page.getByRole("link", { name: "Fragen und Antworten" }).click()
  await page.getByText("Bring dein Ticket mit.").waitFor()
  await page.goto(`${site.origin}/portal/privacypolicy`)
  await page.getByRole("heading", { name: "Diese Seite gibt es nicht" }).waitFor()
  visitor.expectQuiet()
})

test("a test system says on every page that it is one", async () => {
  await using visitor = await visit()
  const { page } = visitor
  for (const path of ["", "faq", "nowhere"]) {
    await page.goto(`${site.origin}/portal/${path}`)
    await page.getByRole("complementary").getByText(testModeMessage).waitFor()
  }
  visitor.expectQuiet()
})

test("a long history is shown in parts, each order once, the newest first", async () => {
  await topUp(2019, 24)
  await using visitor = await guestAt(site, "GUEST019")
  const { page } = visitor
  const entries = page.locator(".entry")
  const more = page.getByRole("button", { name: "Show more" })
  await more.waitFor()
  expect(await entries.count()).toBe(20)
  await expectAccessible(page)
  await picture(page, "portal/history")
  await page.route("**/orders_with_bon?*", (route) => route.abort())
  await more.click()
  await page.getByText("The server did not answer. Check the connection and try again.").waitFor()
  expect(await page.getByText(/^As of/).textContent()).toContain(String(new Date().getFullYear()))
  expect(await entries.count()).toBe(20)
  await page.unroute("**/orders_with_bon?*")
  await more.click()
  await more.waitFor({ state: "detached" })
  expect(await entries.locator(".amount").allTextContents()).toEqual([
    ...Array.from({ length: 24 }, (_, n) => `+€${24 - n}.00`),
    "+€35.50"
  ])
  visitor.expectQuiet([/ERR_FAILED/])
})

/** Books cash top-ups for a guest of the demo: 1, then 2, and so on. */
const topUp = async (uid: number, count: number) => {
  await change({ max_account_balance: 1000 })
  const { code } = await makeTill(office, "Top-up")
  let token = ""
  const terminal = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${site.origin}/api/terminal${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body)
    })
    expect([path, response.status]).toEqual([path, 200])
    return await response.json() as T
  }
  token = (await terminal<{ readonly token: string }>("/auth/register_terminal", { registration_uuid: code })).token
  const anna = { uid: 1001 }
  const { roles } = await terminal<{ readonly roles: ReadonlyArray<{ readonly id: number }> }>(
    "/user/check-login",
    anna
  )
  await terminal("/user/login", { user_tag: anna, user_role_id: roles[0]?.id })
  for (let amount = 1; amount <= count; amount++) {
    const order = { uuid: randomUUID(), payment_method: "cash", amount, customer_tag_uid: uid }
    await terminal("/order/book-topup", order)
  }
}

test("the link of a presale ticket signs in, in place of a guest who was signed in before", async () => {
  const token = await presaleTicket(site, 1, "ticket of Zoe")
  await using visitor = await guestAt(site, "GUEST020")
  const { page } = visitor
  const former = await tokenOf(page)
  const followLink = (credential: string) =>
    page.goto(`${site.origin}/portal/?ticketVoucher=${encodeURIComponent(credential)}`)

  await followLink("nobody's")
  await page.getByText("There is no wristband and no ticket with this PIN here").waitFor()
  await page.getByRole("button", { name: "Cancel" }).click()
  await page.getByText("€25.00").first().waitFor()
  visitor.expectQuiet([/403/])

  const pages = await page.evaluate(() => history.length)
  await followLink(token)
  await page.getByText("Nothing yet. What you buy and top up appears here.").waitFor()
  expect(await page.locator(".balance .figure").textContent()).toBe("€0.00")
  expect(await page.evaluate(() => [location.href, history.length])).toEqual([`${site.origin}/portal/`, pages + 1])
  const headers = { authorization: `Bearer ${former}` }
  await expect.poll(async () => (await fetch(`${site.origin}/api/customer/customer`, { headers })).status).toBe(401)
  await page.reload()
  await page.getByText("Nothing yet. What you buy and top up appears here.").waitFor()
  await expectAccessible(page)
  await picture(page, "portal/ticket")
  visitor.expectQuiet()
})

const fair = (name: string, customer_portal_url: string) =>
  office<{ readonly id: number }>("POST", "/tree/nodes/0/create-event", {
    ...settings,
    name,
    description: "",
    customer_portal_url,
    headwind_enabled: false,
    pretix_presale_enabled: false,
    sumup_topup_enabled: false,
    sumup_payment_enabled: false
  })

/** Whether the root of an address answers with the portal, which alone may use the camera. */
const isPortal = async (page: Page, url: string) =>
  (await page.goto(url))?.headers()["permissions-policy"]?.includes("camera=(self)") === true

test("an event that is archived closes its portal, also to guests who have it open", async () => {
  const own = hostOf("autumn")
  const { id } = await fair("Autumn Fair", own)
  await using guest = await visit()
  const { page } = guest
  await page.goto(`${own}/?ticketVoucher=${await presaleTicket(site, id, "ticket of Yara")}`)
  await page.locator(".balance .figure").waitFor()
  await office("POST", `/tree/nodes/${id}/archive-node`)
  await page.getByRole("link", { name: "Account" }).click()
  await page.getByRole("heading", { name: "The portal of Autumn Fair has closed" }).waitFor()
  // The server has read the open portals anew once it knows the next one.
  await using next = await visit()
  const winter = await fair("Winter Fair", hostOf("winter"))
  await expect.poll(() => isPortal(next.page, hostOf("winter"))).toBe(true)
  await page.reload()
  await page.getByRole("heading", { name: "The portal of Autumn Fair has closed" }).waitFor()
  await expectAccessible(page)
  await picture(page, "portal/archived")
  // The portal of the only event that is left goes on.
  await office("POST", `/tree/nodes/${winter.id}/archive-node`)
  await page.goto(`${site.origin}/portal/`)
  await signIn(page, "GUEST020")
})

test("an event with a portal under its own name has it there, nowhere else, and until it moves", async () => {
  const own = hostOf("pay")
  await change({ customer_portal_url: own })

  await using guest = await visit({ keeps: true })
  const { page } = guest
  // A change of the address takes effect within a second.
  await expect.poll(() => isPortal(page, own)).toBe(true)
  await signIn(page, "GUEST001")
  await page.getByRole("link", { name: "Top up" }).click()
  await page.waitForURL(`${own}/top-up`)
  await page.getByRole("heading", { name: "Top up" }).waitFor()
  await page.reload()
  await page.getByRole("heading", { name: "Top up" }).waitFor()

  await using lost = await visit()
  await lost.page.goto(`${hostOf("else")}/portal/`)
  await lost.page.getByRole("heading", { name: "No event has its portal here" }).waitFor()
  await expectAccessible(lost.page)
  await picture(lost.page, "portal/no-event")

  // From then on the device has the page of its own.
  await untilKept(page)
  await change({ customer_portal_url: hostOf("moved") })
  await page.goto(own)
  await page.getByRole("heading", { name: "The portal of Demo Festival has closed" }).waitFor()
  await expectAccessible(page)
  await picture(page, "portal/moved")
})

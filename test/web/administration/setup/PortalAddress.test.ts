import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { english as messagesEn } from "../../../../web/administration/messages/english.ts"
import { german as messagesDe } from "../../../../web/administration/messages/german.ts"
import { english } from "../../../../web/administration/setup/english.ts"
import { german } from "../../../../web/administration/setup/german.ts"
import { freePort } from "../../../cli/Killable.ts"
import { expectAccessible, expectFitsAll, picture } from "../../../support/Browser.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { waysOf } from "../../../support/Hands.ts"
import { eventNode, looks, officeAt } from "../Office.ts"

/** A site that is no portal: any page of it answers, to itself alone. */
const otherSite: Server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Something else</title>")
})

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
  await once(otherSite.listen(0, "127.0.0.1"), "listening")
})
afterAll(async () => {
  otherSite.close()
  await site[Symbol.asyncDispose]()
})

const words = { "en-GB": { ...messagesEn, ...english }, "de-DE": { ...messagesDe, ...german } } as const

/** What browsers say of addresses that answer nothing that a page may read, or nothing at all. */
const untold = [/CORS policy/, /ERR_FAILED/, /ERR_CONNECTION_REFUSED/, /ERR_BLOCKED_BY/, /status of 40/, /answer: 40/]

test.each(waysOf(1, looks))(
  "the portal's address is tried when it is saved, and each is saved, on a %s in %s colours, %s",
  async (size, colours, locale) => {
    const say = words[locale as keyof typeof words]
    await using visitor = await officeAt(site, { at: "setup/settings?topic=portal", size, colours, locale })
    const { page } = visitor
    const field = page.getByLabel(say.settings.customer_portal_url, { exact: true })
    const told = page.locator(".notice", { hasText: say.portalAt })
    const port = new URL(site.origin).port
    const save = async (url: string, outcome: Exclude<keyof typeof say.portalTrials, "otherEvent">) => {
      await field.fill(url)
      await page.getByRole("button", { name: say.saveTopic(say.topics.portal) }).click()
      await told.getByRole("link", { name: url, exact: true }).waitFor()
      await told.getByText(say.portalTrials[outcome]()).waitFor()
      expect(await told.getAttribute("data-kind")).toBe(outcome === "portal" ? "good" : "attention")
      await page.getByText(say.saved, { exact: true }).waitFor()
      await picture(page, `administration/${size}-${colours}/portal-address-${outcome}`)
      await expectAccessible(page)
      await expectFitsAll(page, size)
    }
    const silent = `http://127.0.0.1:${await freePort()}/portal`
    await save(silent, "silent")
    await save(`http://127.0.0.1:${(otherSite.address() as AddressInfo).port}/portal`, "otherSite")
    // Another origin than the office's, and another name than the event's before.
    await save(`http://localhost:${port}/pay`, "noPage")
    await save(`http://localhost:${port}`, "portal")
    await save(`http://localhost:${port}/portal`, "portal")
    visitor.expectQuiet(untold)
    // The next window finds the same, without a change.
    await page.reload()
    await told.getByText(say.portalTrials.portal()).waitFor()
    await save(silent, "silent")
    await page.getByRole("button", { name: say.tryPortalAgain }).click()
    await told.getByText(say.portalTrials.silent()).waitFor()
    // Without an address of its own the event has the portal beside the office, as the only one.
    await field.fill("")
    await page.getByRole("button", { name: say.saveTopic(say.topics.portal) }).click()
    await told.getByRole("link", { name: `${site.origin}/portal`, exact: true }).waitFor()
    await told.getByText(say.portalTrials.portal()).waitFor()
    visitor.expectQuiet(untold)
  }
)

test("an event whose portal would be that of another event is told so", async () => {
  const say = words["en-GB"]
  await using visitor = await officeAt(site, { at: "setup/place/empty-event", node: 0 })
  const { page } = visitor
  await page.getByLabel(say.name, { exact: true }).fill("Second event")
  await page.getByLabel(say.settings.customer_portal_contact_email, { exact: true }).fill("help@fest.example")
  await page.getByRole("button", { name: say.createEvent }).click()
  await page.locator(".checklist").first().waitFor()
  expect(await page.locator(".notice", { hasText: say.portalAt }).count()).toBe(0)
  const [, second] = /\/administration\/(\d+)/.exec(page.url())!
  await page.goto(`${site.origin}/administration/${second}/setup/settings?topic=portal`)
  const told = page.locator(".notice", { hasText: say.portalAt })
  await told.getByText(/The portal of another event answers there: Demo Festival/).waitFor()
  expect(await told.getAttribute("data-kind")).toBe("attention")
  await picture(page, "administration/desktop-light/portal-address-otherEvent")
  visitor.expectQuiet(untold)
  expect(Number(second)).not.toBe(eventNode)
})

test("a new event with an address where nothing answers is made, and its checklist says so", async () => {
  const say = words["de-DE"]
  await using visitor = await officeAt(site, { at: "setup/place/empty-event", node: 0, size: "phone", locale: "de-DE" })
  const { page } = visitor
  await page.getByLabel(say.name, { exact: true }).fill("Third event")
  await page.getByLabel(say.settings.customer_portal_contact_email, { exact: true }).fill("help@fest.example")
  const url = `http://127.0.0.1:${await freePort()}`
  await page.getByLabel(say.settings.customer_portal_url, { exact: true }).fill(url)
  await page.getByRole("button", { name: say.createEvent }).click()
  await page.locator(".checklist").first().waitFor()
  const told = page.locator(".notice", { hasText: say.portalAt })
  await told.getByText(say.portalTrials.silent()).waitFor()
  await told.getByRole("link", { name: url, exact: true }).waitFor()
  await picture(page, "administration/phone-light/portal-address-checklist")
  await expectAccessible(page)
  visitor.expectQuiet(untold)
})

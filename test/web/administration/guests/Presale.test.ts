import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { english as messagesEn } from "../../../../web/administration/messages/english.ts"
import { german as messagesDe } from "../../../../web/administration/messages/german.ts"
import { english as nowEnglish } from "../../../../web/administration/now/english.ts"
import { german as nowGerman } from "../../../../web/administration/now/german.ts"
import { english } from "../../../../web/administration/presale/english.ts"
import { german } from "../../../../web/administration/presale/german.ts"
import { expectAccessible } from "../../../support/Browser.ts"
import { presaleTrouble } from "../../../support/DemoBooks.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { type Office, officeOf } from "../../../support/DemoTill.ts"
import { hands, waysOf } from "../../../support/Hands.ts"
import { eventNode, officeAt } from "../Office.ts"

let site: DemoSite
let office: Office
beforeAll(async () => {
  site = await demoSite()
  office = await officeOf(site)
  // The worker has read the ticket shop.
  await vi.waitUntil(
    async () => (await office<ReadonlyArray<unknown>>("GET", "/tickets/external-tickets?node_id=1")).length === 7,
    { timeout: 120_000, interval: 100 }
  )
})
afterAll(() => site[Symbol.asyncDispose]())

const words = {
  "en-GB": { ...messagesEn, ...english, alertTexts: nowEnglish.alertTexts },
  "de-DE": { ...messagesDe, ...german, alertTexts: nowGerman.alertTexts }
} as const

const settings = () => office<Readonly<Record<string, unknown>>>("GET", `/tree/events/${eventNode}/settings`)

describe("the presale in the office", () => {
  test.each(
    waysOf(1, [["en-GB", "mouse"], ["de-DE", "keyboard"]] as const)
  )(
    "is set up with the shop's products by name and an address for its reports, %s, by %s alone",
    async (locale, by) => {
      const say = words[locale]
      const { press, tick } = hands[by]
      await using visitor = await officeAt(site, { at: "setup/presale", locale })
      const { page } = visitor
      await press(page.getByRole("button", { name: say.check }))
      await page.getByText(say.answers("6")).waitFor()
      await page.getByText(say.complete).waitFor()

      const parking = page.getByRole("group", { name: say.tickets }).getByLabel(
        locale === "en-GB" ? "Parking" : "Parkplatz"
      )
      await tick(parking)
      await press(page.getByRole("button", { name: say.askShop }))
      await page.getByText(say.asked("3", "2")).waitFor()
      await press(page.getByRole("button", { name: say.save }))
      await page.getByText(say.saved, { exact: true }).waitFor()
      expect(await settings()).toMatchObject({
        pretix_presale_enabled: true,
        pretix_ticket_ids: [101, 301],
        pretix_topup_ids: [201],
        pretix_check_in_list_id: 1,
        pretix_api_key: "********"
      })
      await tick(parking)
      await press(page.getByRole("button", { name: say.save }))
      await expect.poll(async () => (await settings())["pretix_ticket_ids"]).toEqual([101])

      await press(page.getByRole("button", { name: say.renewWebhook }))
      await press(page.getByRole("dialog").getByRole("button", { name: say.renewWebhook }))
      const address = await page.locator("code.address", { hasText: "/webhooks/hook?token=" }).innerText()
      const report = {
        notification_id: 1,
        organizer: "demo-festival",
        event: "festival",
        code: "DEMO1",
        action: "none"
      }
      const reported = () => fetch(address, { method: "POST", body: JSON.stringify(report) })
      expect((await reported()).status).toBe(200)
      await page.reload()
      await page.getByRole("button", { name: say.revokeWebhook }).waitFor()
      expect(await page.content()).not.toContain("/webhooks/hook?token=")
      await press(page.getByRole("button", { name: say.revokeWebhook }))
      await press(page.getByRole("dialog").getByRole("button", { name: say.revokeWebhook }))
      await page.getByText(say.noWebhook).waitFor()
      expect((await reported()).status).toBe(404)
      await press(page.getByRole("button", { name: say.makeWebhook }))
      await page.getByText(say.newWebhook).waitFor()
      visitor.expectQuiet()
    }
  )

  test.each(
    waysOf(0, [["en-GB", "mouse", "LOST1"], ["de-DE", "keyboard", "LOST2"]] as const)
  )("shows its tickets, and what it leaves to people is settled, %s, by %s alone", async (locale, by, code) => {
    const say = words[locale]
    const { choose, press, type } = hands[by]
    // A reading that saved settings asked for would find that the shop has no such order.
    await expect.poll(async () =>
      (await office<Readonly<Record<string, unknown>>>("GET", "/presale/status?node_id=1"))[
        "is_reading_requested"
      ]
    ).toBe(false)
    const refused = await presaleTrouble(site, code)
    await using visitor = await officeAt(site, { at: "now/today", locale })
    const { page } = visitor
    for (
      const [name, kind] of [["cases", "presale_cases"], ["check-ins", "presale_check_ins_refused"], [
        "orders",
        "presale_orders"
      ]] as const
    ) {
      const need = page.locator(`.alerts a[href$="/guests/presale/undecided?part=${name}"]`)
      await need.waitFor()
      const counted = /\d+/.exec(await need.innerText())?.[0] ?? "1"
      expect(await need.innerText()).toBe(say.alertTexts[kind](counted))
    }
    await press(page.locator(`.alerts a[href$="?part=orders"]`))
    await page.getByRole("row", { name: code }).waitFor()
    await visitor.follow("guests/presale")
    await page.getByRole("table").getByText("Nora Neumann").waitFor()
    await press(page.getByRole("link", { name: new RegExp(`^${say.brokenOrders}`) }))
    const reason = locale === "en-GB" ? "Two tickets have one code" : "Zwei Karten mit einem Code"
    await page.getByRole("row", { name: code }).getByText(reason).waitFor()
    await expectAccessible(page)

    const part = (name: string) => page.getByRole("navigation").getByRole("link", { name: new RegExp(`^${name}`) })
    await press(part(say.cases))
    await press(page.getByRole("button", { name: say.settleCase(code) }))
    await type(page.getByLabel(say.comment), "Paid back in cash")
    await press(page.getByRole("dialog").getByRole("button", { name: say.settle, exact: true }))
    await page.getByRole("button", { name: say.settleCase(code) }).waitFor({ state: "detached" })
    await choose(page.getByLabel(say.state, { exact: true }), say.settled)
    await page.getByRole("row", { name: code }).getByText("Paid back in cash").waitFor()

    await press(part(say.checkIns))
    await page.getByRole("row", { name: refused }).waitFor()
    await expectAccessible(page)
    await press(page.getByRole("row", { name: refused }).getByRole("button", { name: say.tryAgain }))
    await page.getByText(say.noCheckIns).waitFor()

    // The shop has no such order, so the next reading finds nothing wrong.
    await visitor.follow("guests/presale")
    await press(page.getByRole("button", { name: say.readNow }))
    await page.getByRole("link", { name: new RegExp(`^${say.brokenOrders}`) }).waitFor({ state: "detached" })
    visitor.expectQuiet()
  })
})

import { currencyCodes } from "@wristbank/core/base/CurrencyCode"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { english as messagesEn } from "../../../../web/administration/messages/english.ts"
import { german as messagesDe } from "../../../../web/administration/messages/german.ts"
import { english } from "../../../../web/administration/setup/english.ts"
import { german } from "../../../../web/administration/setup/german.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { hands, waysOf } from "../../../support/Hands.ts"
import { eventNode, officeAt } from "../Office.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

const words = { "en-GB": { ...messagesEn, ...english }, "de-DE": { ...messagesDe, ...german } } as const
const locales = ["en-GB", "de-DE"] as const

/** The settings of the demo's event as the server answers them to any program. */
const storedSettings = async (): Promise<Readonly<Record<string, unknown>>> => {
  const api = `${site.origin}/api/administration`
  const signedIn = await fetch(`${api}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: site.password })
  })
  const { success } = (await signedIn.json()) as { readonly success: { readonly token: string } }
  const answer = await fetch(`${api}/tree/events/${eventNode}/settings`, {
    headers: { authorization: `Bearer ${success.token}` }
  })
  return (await answer.json()) as Readonly<Record<string, unknown>>
}

/** Makes an event in the browser and opens one of its screens. */
const newEvent = async (office: Awaited<ReturnType<typeof officeAt>>, say: typeof words["en-GB"], name: string) => {
  const { page } = office
  await page.goto(`${site.origin}/administration/0/setup/place/empty-event`)
  await page.getByLabel(say.name, { exact: true }).fill(name)
  await page.getByLabel(say.settings.customer_portal_contact_email, { exact: true }).fill("help@fest.example")
  await page.getByRole("button", { name: say.createEvent }).click()
  await page.locator("[data-screen=checklist]").waitFor()
  return Number(/\/administration\/(\d+)/.exec(page.url())![1])
}

describe("the settings of an event", () => {
  test("offer every currency that an event may have", async () => {
    await using office = await officeAt(site, { at: "setup/settings" })
    const currencies = office.page.getByLabel(words["en-GB"].settings.currency_identifier, { exact: true })
    const offered = await currencies.locator("option").evaluateAll((all) => all.map((one) => one.getAttribute("value")))
    expect(offered.filter((code) => code !== "").toSorted()).toEqual(currencyCodes.toSorted())
  })

  test.each(waysOf(0, locales))("keep the mail server's password to themselves, %s", async (locale) => {
    const say = words[locale]
    const secret = `never shown ${locale}`
    await using office = await officeAt(site, { at: "setup/settings", locale })
    const { page } = office
    const answers: Array<Promise<string>> = []
    page.on("response", (response) => {
      if (response.url().includes("/api/")) answers.push(response.text().catch(() => ""))
    })
    const field = (name: keyof typeof say.settings) => page.getByLabel(say.settings[name], { exact: true })
    const save = page.getByRole("button", { name: say.saveTopic(say.topics.mail) })
    await page.getByRole("navigation", { name: say.topic }).getByRole("link", { name: say.topics.mail }).click()
    await field("email_default_sender").fill("desk@fest.example")
    await field("email_smtp_host").fill("mail.fest.invalid")
    await field("email_smtp_port").fill("587")
    await field("email_smtp_username").fill("fest")
    if (await page.getByText(say.secretStored).count() === 0) await field("email_smtp_password").fill(secret)
    await save.click()
    await page.getByText(say.saved, { exact: true }).waitFor()
    await page.reload()
    await page.getByText(say.secretStored).waitFor()
    await field("email_default_sender").fill(`${locale}@fest.example`)
    await save.click()
    await page.getByText(say.saved, { exact: true }).waitFor()
    expect(await storedSettings()).toMatchObject({
      email_default_sender: `${locale}@fest.example`,
      email_smtp_password: "********"
    })
    expect(await page.content()).not.toContain(secret)
    expect((await Promise.all(answers)).join("\n")).not.toContain(secret)
    await page.getByLabel(say.testRecipient, { exact: true }).fill("anna@desk.example")
    await page.getByRole("button", { name: say.sendTestMail }).click()
    await page.locator(".notice[data-kind=attention]", { hasText: /mail ?server/i }).waitFor()
    office.expectQuiet()
  })

  test("survive two people who change different ones of the same form", async () => {
    const say = words["en-GB"]
    await using anna = await officeAt(site, { at: "setup/design" })
    await using ben = await officeAt(site, { at: "setup/design" })
    const title = anna.page.getByLabel(say.settings.bon_title, { exact: true })
    await title.fill("Anna's title")
    const issuer = ben.page.getByLabel(say.settings.bon_issuer, { exact: true })
    await issuer.fill("Ben's company")
    const save = { name: say.saveTopic(say.topics.receipts) }
    await ben.page.getByRole("button", save).click()
    await ben.page.getByText(say.saved, { exact: true }).waitFor()
    // The receipt beside the form has the text that was saved.
    await ben.page.locator(".receipt", { hasText: "Ben's company" }).waitFor()
    await anna.page.getByRole("button", save).click()
    const merged = anna.page.getByText(say.mergedWithout)
    const saved = anna.page.getByText(say.saved, { exact: true })
    await merged.or(saved).first().waitFor()
    if (await merged.isVisible()) await anna.page.getByRole("button", save).click()
    await saved.waitFor()
    expect(await storedSettings()).toMatchObject({ bon_title: "Anna's title", bon_issuer: "Ben's company" })
    await anna.page.locator(".receipt", { hasText: "Anna's title" }).waitFor()
    // Their own change that the screen has not read again yet is no one else's.
    await anna.page.route(`**/tree/events/${eventNode}/settings`, () => {})
    for (const next of ["Her second title", "Her third title"]) {
      await title.fill(next)
      await anna.page.getByRole("button", save).click()
      await expect.poll(storedSettings).toMatchObject({ bon_title: next, bon_issuer: "Ben's company" })
    }
    expect(await merged.count()).toBe(0)
  })

  test.each(
    waysOf(1, [["en-GB", "mouse"], ["de-DE", "keyboard"]] as const)
  )("have a logo that is chosen and removed, %s, by %s alone", async (locale, by) => {
    const say = words[locale]
    const { press } = hands[by]
    await using office = await officeAt(site, { at: "setup/design", locale })
    const { page } = office
    const logo = page.getByRole("img", { name: say.logo })
    const remove = page.getByRole("region", { name: say.logo }).getByRole("button", { name: say.removeLogo })
    if (await logo.count() === 0) {
      const buffer = Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9"/></svg>`
      )
      await page.getByLabel(say.newLogo).setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer })
      await logo.waitFor()
    }
    await press(remove)
    await page.getByRole("dialog").getByText(say.removeLogoHint).waitFor()
    await press(page.getByRole("dialog").getByRole("button", { name: say.removeLogo }))
    await page.getByText(say.noLogo).waitFor()
    expect(await remove.count()).toBe(0)
    office.expectQuiet()
  })

  test.each(
    waysOf(0, [["en-GB", "mouse"], ["de-DE", "keyboard"]] as const)
  )("begin with a checklist, and end with the archive, %s, by %s alone", async (locale, by) => {
    const say = words[locale]
    const { press } = hands[by]
    await using office = await officeAt(site, { locale })
    const { page } = office
    const node = await newEvent(office, say, `Event ${locale}`)
    await page.locator(".checklist [data-state=missing]", { hasText: say.steps.product.title }).waitFor()
    expect(await page.locator(".checklist [data-state=done]", { hasText: say.steps.highest_balance.title }).count())
      .toBe(1)
    await press(page.getByRole("link", { name: say.steps.receipt_issuer.title }))
    await page.locator("[data-screen=design]").waitFor()
    await page.goto(`${site.origin}/administration/${node}/setup/place`)
    await press(page.getByRole("button", { name: say.archive, exact: true }))
    await press(page.getByRole("dialog").getByRole("button", { name: say.archiveOf(`Event ${locale}`) }))
    await page.getByText(say.archivedNode).waitFor()
    office.expectQuiet()
  })
})

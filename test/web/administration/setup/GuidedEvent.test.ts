import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { english } from "../../../../web/administration/newEvent/english.ts"
import { german } from "../../../../web/administration/newEvent/german.ts"
import { expectAccessible, expectFitsAll, picture, visit } from "../../../support/Browser.ts"
import { faultsOf } from "../../../support/DemoBooks.ts"
import { emptySite } from "../../../support/DemoSite.ts"
import { hands } from "../../../support/Hands.ts"
import { chips, tillOf, windowOf } from "./SetUpActs.ts"
import { words } from "./Words.ts"

/** Most presses from an empty installation to the first sale on a second device. */
const mostPresses = 30

/** Counts what a person presses in a window: buttons, links, boxes and choices of lists. Typing does not count. */
const presses = async (page: Page): Promise<() => number> => {
  let count = 0
  await page.exposeFunction("countPress", () => {
    count++
  })
  await page.addInitScript(() => {
    // Below the window, where trials of the driver end.
    const pressed = (kinds: string) => ({ target }: Event) => {
      if (target instanceof Element && target.closest(kinds) !== null) {
        void (globalThis as unknown as { readonly countPress: () => Promise<void> }).countPress()
      }
    }
    document.addEventListener("click", pressed("button, a, summary, input[type=checkbox], input[type=radio]"), true)
    document.addEventListener("change", pressed("select"), true)
  })
  return () => count
}

const guided = { "en-GB": english, "de-DE": german } as const

describe.concurrent("an event of what a person knows", () => {
  test.each(["en-GB", "de-DE"] as const)("sells on a second device within 30 presses, %s", async (locale) => {
    const say = words[locale]
    const { entries, ...page } = guided[locale]
    await using site = await emptySite()
    await using visitor = await visit({ size: "desktop", locale })
    const office = windowOf(visitor.page, hands.mouse)
    const inOffice = await presses(visitor.page)
    await visitor.page.goto(`${site.origin}/administration/`)
    await office.type(say.office.login, "admin")
    await office.type(say.office.password, site.password)
    await office.press(say.office.signIn)
    await office.follow(say.now.newEvent)
    // What is wrong stands at its entry, with its line, and nothing is made.
    await office.type(entries.name.label, "Fest")
    await office.type(entries.goods.label, "Mate 4,50 2\nTee")
    const before = inOffice()
    await office.press(page.show)
    await visitor.page.locator(".field-error", { hasText: /(Line|Zeile) 2, .Tee/ }).waitFor()
    await expectAccessible(visitor.page)
    await picture(visitor.page, `new-event-mistakes-${locale}`)
    const forMistakes = inOffice() - before
    await office.type(entries.goods.label, "Mate 4,50 2\nTee 3.00")
    await office.type(entries.contact.label, "help@fest.example")
    await office.type(entries.bar.label, "1")
    await office.type(entries.leads.label, `Lea LEAD7QK4XR ${chips.lead}\nUwe`)
    await office.press(page.show)
    await visitor.page.getByRole("row", { name: /^Mate .?4[.,]50/ }).waitFor()
    await expectFitsAll(visitor.page, "desktop")
    await expectAccessible(visitor.page)
    await picture(visitor.page, `new-event-${locale}`)
    await office.press(page.make("Fest"))
    await visitor.page.getByText(page.made("Fest")).waitFor()
    await expectAccessible(visitor.page)
    await picture(visitor.page, `new-event-made-${locale}`)
    await office.follow(page.sheets)
    const sheet = visitor.page.getByRole("region", { name: "Bar 1" })
    const code = await sheet.locator(".registration-code").innerText()

    await using device = await visit({ locale })
    const onDevice = await presses(device.page)
    // As the camera opens the link of the sheet.
    await device.page.goto(`${site.origin}/till/#code=${code}`)
    const till = tillOf(device.page, hands.mouse, say)
    await till.press(say.till.register)
    await till.hold(chips.lead)
    await till.open(say.till.taskCash)
    await till.press(new RegExp(`^${say.till.stockUp}`))
    await till.hold(chips.lead)
    await till.press(/100/)
    await till.booked()
    await till.open(say.till.taskSale)
    await till.press(locale === "de-DE" ? /^Bier/ : /^Beer/)
    await till.payCash("6[.,]50")
    await till.booked()

    const all = inOffice() - forMistakes + onDevice()
    expect(all, `${all} presses`).toBeLessThanOrEqual(mostPresses)
    // Whatever the counter misses would let the number fall.
    expect(all).toBeGreaterThanOrEqual(15)
    expect(await faultsOf(site)).toEqual([])
    device.expectQuiet()
    visitor.expectQuiet()
  })
})

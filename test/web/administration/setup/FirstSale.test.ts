import { encodeQR } from "qr"
import { describe, expect, test } from "vitest"
import { now } from "../../../../web/administration/now/screens.ts"
import { sell } from "../../../../web/administration/sell/screens.ts"
import { setup } from "../../../../web/administration/setup/screens.ts"
import { expectAccessible, expectFits, visit } from "../../../support/Browser.ts"
import { faultsOf } from "../../../support/DemoBooks.ts"
import { type DemoSite, emptySite } from "../../../support/DemoSite.ts"
import { hands, waysOf } from "../../../support/Hands.ts"
import { acts, chips, expectDone, goTo, pins, tillOf, type Window, windowOf, type Words } from "./SetUpActs.ts"
import { words } from "./Words.ts"

/** Signs in and makes an event; all else follows from its checklist. */
const begin = async ({ follow, page, press, type }: Window, say: Words, { origin, password }: DemoSite) => {
  await page.goto(`${origin}/administration/`)
  await type(say.office.login, "admin")
  await type(say.office.password, password)
  await press(say.office.signIn)
  await page.locator(".empty").waitFor()
  await expectFits(page)
  await expectAccessible(page)
  await follow(say.now.newEvent)
  await follow(say.setup.emptyEvent)
  await type(say.setup.name, "Fest")
  await expectAccessible(page)
  await type(say.setup.settings.customer_portal_contact_email, "help@fest.example")
  await press(say.setup.createEvent)
}

/** The modules of a QR code as the kit draws them. */
const pathOf = (text: string): string =>
  encodeQR(text, "raw", { ecc: "medium", border: 2 })
    .flatMap((row, y) => row.flatMap((dark, x) => dark ? [`M${x} ${y}h1v1h-1z`] : [])).join("")

/** The registration code of the sheet of the tablet. */
const sheetCode = async ({ follow, page }: Window, say: Words, { origin }: DemoSite): Promise<string> => {
  await follow(setup.title[say.language])
  await follow(say.setup.steps.terminal.title)
  await follow("Tablet")
  const code = await page.locator(".registration-code").innerText()
  expect(await page.locator(".qr-code path").getAttribute("d")).toBe(pathOf(`${origin}/till/#code=${code}`))
  await follow(say.tills.printSheet)
  expect(await page.locator(".sheet .registration-code").innerText()).toBe(code)
  return code
}

type Till = ReturnType<typeof tillOf>

/** The lead registers the device and hands a register out; then the cashier takes over. */
const openTill = async (till: Till, say: Words, { origin }: DemoSite, code: string) => {
  await till.page.goto(`${origin}/till/`)
  await till.type(say.till.registerCode, code)
  await till.press(say.till.register)
  // How anyone gets to know the number of a chip.
  await till.hold(chips.guest)
  await till.page.getByText(say.till.numberOfNobody(chips.guest)).waitFor()
  await till.hold(chips.lead)
  await till.open(say.till.taskCash)
  await till.press(new RegExp(`^${say.till.stockUp}`))
  await till.hold(chips.cashier)
  await till.press(/100/)
  await till.booked()
  await till.press(/^Lea/)
  await till.hold(chips.cashier, till.page.getByRole("dialog"))
}

/** A guest comes in, puts money onto the wristband and buys a drink. */
const serve = async (till: Till, say: Words) => {
  await till.open(say.till.taskTickets)
  await till.hold(chips.guest)
  await till.type(say.till.tagPin, pins.guest)
  await till.press(say.till.withoutPresale)
  await till.payCash("5[.,]00")
  await till.booked()
  await till.open(say.till.taskTopUp)
  await till.hold(chips.guest)
  await till.type(say.till.topUpAmount, "20")
  await till.payCash("20[.,]00")
  await till.booked()
  await till.open(say.till.taskSale)
  await till.press(/^Mate/)
  await till.hold(chips.guest)
  await till.booked()
}

/** The office shows what was taken, who sold it, and where. */
const expectSale = async ({ arrive, follow, page }: Window, say: Words) => {
  await follow(now.title[say.language])
  await page.locator(".figures > div", { hasText: say.now.taken }).filter({ hasText: /9[.,]50/ }).waitFor()
  await follow(sell.title[say.language])
  await follow(say.tills.tills)
  await page.getByRole("row").filter({ hasText: "Tablet" }).filter({ hasText: "Kim" }).waitFor()
  await follow("Bar 1")
  await arrive("Bar 1")
  await page.getByRole("definition").filter({ hasText: "Kim" }).waitFor()
  await page.getByRole("cell", { name: /^€?4[.,]50/ }).waitFor()
}

describe.concurrent("from nothing to the first sale", () => {
  test.each(
    waysOf(0, [["en-GB", "mouse"], ["de-DE", "keyboard"]] as const)
  )("an administrator alone sets an event up, %s, by %s alone", async (locale, by) => {
    const say: Words = words[locale]
    await using site = await emptySite()
    await using visitor = await visit({ size: "desktop", locale })
    const office = windowOf(visitor.page, hands[by])
    await begin(office, say, site)
    for (const [step, act] of acts) {
      await goTo(office, say, step)
      await act(office, say)
    }
    // What each page led to was done with it.
    await expectDone(office, say, "button", "profile", "till", "ticket_sale", "top_up", "wristbands", "cashier")
    await using device = await visit({ locale })
    const till = tillOf(device.page, hands[by], say)
    await openTill(till, say, site, await sheetCode(office, say, site))
    await expectDone(office, say, "terminal", "float")
    await visitor.page.getByText(say.setup.guestCanPay).waitFor()
    await serve(till, say)
    await expectSale(office, say)
    expect(await faultsOf(site)).toEqual([])
    // The chip that was no one's.
    device.expectQuiet([/check-login/, /status of 40\d/])
    visitor.expectQuiet()
  })
})

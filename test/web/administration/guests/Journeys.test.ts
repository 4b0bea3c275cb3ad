import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { faultsOf } from "../../../support/DemoBooks.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { hands, waysOf } from "../../../support/Hands.ts"
import { deskOf } from "../Desk.ts"
import { officeAt, unsigned } from "../Office.ts"

let site: DemoSite
let desk: Awaited<ReturnType<typeof deskOf>>
beforeAll(async () => {
  site = await demoSite()
  desk = await deskOf(site)
})
afterAll(() => site[Symbol.asyncDispose]())

const words = {
  "en-GB": {
    switchTag: "Switch wristband",
    newPin: "PIN of the new wristband",
    newChip: "Chip of the new wristband",
    reason: "Reason",
    switched: /^Wristband switched from GUEST00\d to GUEST0\d\d: lost/,
    correct: "Correct",
    more: "One Beer more",
    less: "One Deposit less",
    book: "Book the correction",
    cancel: "Cancel sale",
    corrected: "This sale was corrected",
    corrects: "This sale stands in place",
    cancelled: "This sale is cancelled",
    file: "File with the PINs",
    repeated: "same PIN as line 2",
    doImport: "Import 2 wristbands",
    imported: "2 wristbands are imported.",
    block: "Block payout",
    blocked: "Blocked",
    blockedBy: "Blocked by",
    allow: "Allow payout",
    decide: "Decide",
    decision: "Save decision"
  },
  "de-DE": {
    switchTag: "Armband tauschen",
    newPin: "PIN des neuen Armbands",
    newChip: "Chip des neuen Armbands",
    reason: "Grund",
    switched: /^Armband von GUEST00\d auf GUEST0\d\d getauscht: lost/,
    correct: "Korrigieren",
    more: "Ein Beer mehr",
    less: "Ein Deposit weniger",
    book: "Korrektur buchen",
    cancel: "Verkauf stornieren",
    corrected: "Dieser Verkauf wurde korrigiert",
    corrects: "Dieser Verkauf steht an der Stelle",
    cancelled: "Dieser Verkauf ist storniert",
    file: "Datei mit den PINs",
    repeated: "gleiche PIN wie Zeile 2",
    doImport: "2 Armbänder einlesen",
    imported: "2 Armbänder sind eingelesen.",
    block: "Auszahlung sperren",
    blocked: "Gesperrt",
    blockedBy: "Gesperrt von",
    allow: "Auszahlung erlauben",
    decide: "Entscheiden",
    decision: "Entscheidung speichern"
  }
} as const

/** A part of a figure at the top of a guest's page, such as the balance. */
const figure = (page: Page, at: number): Locator => page.locator(".figures dd").nth(at)

/** Guests of the demo, one for each language and job. */
const locales = waysOf(1, [["en-GB", "mouse", 0], ["de-DE", "keyboard", 1]] as const)

describe.each(locales)("at the help desk, %s, by %s alone,", (locale, by, which) => {
  const say = words[locale]
  const hand = hands[by]
  const button = (page: Page | Locator, name: string) => page.getByRole("button", { name, exact: true })

  test("a lost wristband is replaced, and the old one is refused at tills", async () => {
    const { id, user_tag_uid_hex: chip } = await desk.guestOf(`GUEST00${3 + which}`)
    await using office = await officeAt(site, { at: "guests/people", locale })
    const { page } = office
    // The search has the focus, and Enter opens the only guest that is found.
    await page.keyboard.type(`guest00${3 + which}`)
    await page.getByRole("row").nth(1).waitFor()
    await expect.poll(() => page.getByRole("row").count()).toBe(2)
    if (by === "keyboard") await page.keyboard.press("Enter")
    else await page.getByRole("row").nth(1).click()
    await page.locator("[data-screen='people/:id']").waitFor()
    const before = await figure(page, 1).textContent()
    await hand.press(button(page, say.switchTag))
    const dialog = page.getByRole("dialog")
    await hand.type(dialog.getByLabel(say.newPin, { exact: true }), `guest03${which}`)
    await hand.type(dialog.getByLabel(say.newChip, { exact: true }), `BEEF0${which}`)
    await hand.type(dialog.getByLabel(say.reason, { exact: true }), "lost")
    await hand.press(dialog.getByRole("button").first())
    await dialog.waitFor({ state: "detached" })
    await expect.poll(() => figure(page, 0).textContent()).toBe(`GUEST03${which}`)
    expect(await figure(page, 1).textContent()).toBe(before)
    await page.getByRole("cell", { name: say.switched }).waitFor()
    office.expectQuiet()

    await expect(desk.sell(`0x${chip}`)).rejects.toThrow(/CustomerNotFound|tag/)
    await desk.sell(`0xBEEF0${which}`)
    expect((await desk.guestOf(`GUEST03${which}`)).id).toBe(id)
  })

  test("a wrong sale is corrected, and then cancelled; the balance follows", async () => {
    const guest = await desk.guestOf(`GUEST00${5 + which}`)
    const sale = await desk.sell(`0x${guest.user_tag_uid_hex}`)
    const balance = async () => (await desk.guestOf(guest.user_tag_pin)).balance
    await using office = await officeAt(site, { at: `guests/orders/${sale}`, locale })
    const { page } = office
    await hand.press(page.getByRole("link", { name: say.correct, exact: true }))
    await button(page, say.book).waitFor()
    // Nothing is changed yet.
    expect(await button(page, say.book).isDisabled()).toBe(true)
    await hand.press(button(page, say.more))
    await hand.press(button(page, say.less))
    // One beer of 4.50 more, one deposit of 2.00 less.
    await expect.poll(() => page.locator(".figures dd").nth(2).textContent()).toMatch(/2[.,]50/)
    await hand.press(button(page, say.book))
    await page.getByText(say.corrects).waitFor()
    expect(await balance()).toBe(guest.balance - 9)
    await hand.press(button(page, say.cancel))
    await hand.press(button(page.getByRole("dialog"), say.cancel))
    await page.getByText(say.cancelled).first().waitFor()
    expect(await page.getByRole("button", { name: say.cancel }).count()).toBe(0)
    expect(await balance()).toBe(guest.balance)
    await office.follow(`guests/orders/${sale}`)
    await page.getByText(say.corrected).waitFor()
    office.expectQuiet(unsigned)
    expect(await faultsOf(site)).toEqual([])
  })

  test("wristbands are imported once the file is in order", async () => {
    await using office = await officeAt(site, { at: "guests/wristbands/import", locale })
    const { page } = office
    const choose = (text: string) =>
      page.getByLabel(say.file).setInputFiles({ name: "pins.csv", mimeType: "text/csv", buffer: Buffer.from(text) })
    const [one, two] = [`NEW${which}A7QK4XR9`, `NEW${which}B7QK4XR9`]
    await choose(`pin;restriction\n${one};\n${one};\n`)
    await page.getByRole("cell", { name: say.repeated }).waitFor()
    expect(await page.getByRole("button", { name: say.doImport }).isDisabled()).toBe(true)
    await choose(`pin;restriction\n${one};\n${two};under_16\n`)
    await page.getByRole("button", { name: say.doImport }).click()
    await page.getByText(say.imported).waitFor()
    await office.follow(`guests/wristbands?q=${two}`)
    await page.getByRole("link", { name: two }).click()
    await page.getByRole("heading", { name: two, level: 1 }).waitFor()
    office.expectQuiet()
  })

  test("a payout is blocked, listed, and allowed again", async () => {
    const guest = await desk.guestOf(`GUEST00${7 + which}`)
    await using office = await officeAt(site, { at: `guests/people/${guest.id}`, locale })
    const { page } = office
    await hand.press(button(page, say.block))
    await hand.press(button(page.getByRole("dialog"), say.block))
    await expect.poll(() => figure(page, 3).textContent()).toBe(say.blocked)
    await page.getByRole("term").filter({ hasText: say.blockedBy }).waitFor()
    await office.follow("guests/blocked-payouts")
    await page.getByRole("columnheader", { name: say.blockedBy }).waitFor()
    await hand.press(page.getByRole("link", { name: guest.user_tag_pin }))
    await hand.press(button(page, say.allow))
    await hand.press(button(page.getByRole("dialog"), say.allow))
    await page.getByRole("button", { name: say.block }).waitFor()
    await office.follow("guests/blocked-payouts")
    // The guest of the demo whose payout is held back stays.
    await page.getByRole("cell").first().waitFor()
    await page.getByRole("link", { name: guest.user_tag_pin }).waitFor({ state: "detached" })
    office.expectQuiet()
  })

  test("a card payment that the provider does not confirm is decided on, with the reason", async () => {
    const uuid = await desk.sellByCard()
    await using office = await officeAt(site, { at: "guests/cards", locale })
    const { page } = office
    // Beside it there is the one of the demo's evening, from another till.
    const row = page.getByRole("row").filter({ hasText: say.decide }).filter({ hasNotText: "Cash desk" })
    await hand.press(button(row, say.decide))
    const dialog = page.getByRole("dialog")
    const decision = button(dialog, say.decision)
    // Without a reason nothing is decided.
    await hand.press(decision)
    await dialog.locator("textarea[aria-invalid]").waitFor()
    await hand.type(dialog.getByLabel(say.reason), "The receipt of the reader shows it")
    await hand.press(decision)
    await row.waitFor({ state: "detached" })
    const logged = await desk.office<ReadonlyArray<object>>(
      "GET",
      "/tree/nodes/1/audit-logs?log_type=card_payment_settled&with_content=true&limit=1"
    )
    expect(logged).toMatchObject([
      { content: { order_uuid: uuid, settlement: "acknowledge", reason: "The receipt of the reader shows it" } }
    ])
    office.expectQuiet([/422/, /status of 422/])
  })
})

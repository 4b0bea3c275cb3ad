import { readFile } from "node:fs/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { faultsOf } from "../../../support/DemoBooks.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { hands, waysOf } from "../../../support/Hands.ts"
import { officeAt } from "../Office.ts"
import { watchRequests } from "../Requests.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

const languages = [
  {
    locale: "en-GB",
    by: "mouse",
    create: /^Create run: 1 payout,/,
    limit: "At most this many payouts",
    newRun: "New payout run",
    makeFile: "Make bank file",
    check: "Check",
    agrees: "The file has 1 transfer ",
    done: "Set as done",
    isDone: "Nothing is left to do.",
    paid: "paid"
  },
  {
    locale: "de-DE",
    by: "keyboard",
    create: /^Lauf anlegen: 1 Auszahlung,/,
    limit: "Höchstens so viele Auszahlungen",
    newRun: "Neuer Auszahlungslauf",
    makeFile: "Überweisungsdatei erstellen",
    check: "Prüfen",
    agrees: "Die Datei hat 1 Überweisung ",
    done: "Abschließen",
    isDone: "Nichts mehr zu tun.",
    paid: "ausgezahlt"
  }
] as const

test.each(waysOf(1, languages))(
  "a payout run is made, ordered with a bank file and done ($locale, by $by alone)",
  async (say) => {
    const { press, type } = hands[say.by]
    const visitor = await officeAt(site, { at: "payouts/runs", locale: say.locale })
    await using _ = visitor
    const { page } = visitor
    await press(page.getByRole("link", { name: say.newRun }))
    await type(page.getByLabel(say.limit), "1")
    await press(page.getByRole("button", { name: say.create }))
    await press(page.getByRole("button", { name: say.makeFile }))
    const dialog = page.getByRole("dialog")
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      press(dialog.getByRole("button", { name: say.makeFile }))
    ])
    expect(await readFile(await download.path(), "utf8")).toContain("pain.001.001.09")
    await press(page.getByRole("button", { name: say.check }))
    await page.getByText(say.agrees).waitFor()
    await press(page.getByRole("button", { name: say.done }))
    await press(dialog.getByRole("button", { name: say.done }))
    await page.getByText(say.isDone).waitFor()
    await page.getByRole("cell", { name: say.paid, exact: true }).waitFor()
    visitor.expectQuiet()
    expect(await faultsOf(site)).toEqual([])
  }
)

test("who is left out is named with the reason, and a run with a bank file is revoked only on someone's word", async () => {
  const visitor = await officeAt(site, { at: "payouts/left-out" })
  await using _ = visitor
  const { page } = visitor
  await page.getByRole("heading", { name: "Money that no one asked for" }).waitFor()
  const requests = watchRequests(visitor.page)
  await visitor.open("payouts/runs/new")
  await page.getByRole("button", { name: /^Create run/ }).waitFor()
  expect(requests.deeperThan(2)).toEqual([])
  await page.getByText(/^Who is paid: \d+ payout/).waitFor()
  expect(await page.getByRole("table", { name: "Payouts" }).getByRole("row").count()).toBeGreaterThan(1)
  await page.getByRole("button", { name: /^Create run/ }).click()
  // Without a bank file, a run is done only on someone's word.
  await page.getByRole("button", { name: "Set as done" }).click()
  const done = page.getByRole("dialog")
  expect(await done.getByRole("button", { name: "Set as done" }).isDisabled()).toBe(true)
  await done.getByLabel(/^No bank file was made of this run/).waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Make bank file" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Make bank file" }).click()
  await page.getByRole("button", { name: "Revoke" }).click()
  const revoke = page.getByRole("dialog").getByRole("button", { name: /^Revoke run/ })
  // It is there once the screen knows of the file.
  const isSure = page.getByLabel(/^The bank does not execute the file/)
  await isSure.waitFor()
  expect(await revoke.isDisabled()).toBe(true)
  await isSure.check()
  await revoke.click()
  await page.getByText("The money is back on the guests’ wristbands.").waitFor()
  visitor.expectQuiet()
  expect(await faultsOf(site)).toEqual([])
})

import { afterAll, beforeAll, expect, test } from "vitest"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { makeTill, type Office, officeOf, visitTill } from "../../../support/DemoTill.ts"
import { officeAt } from "../Office.ts"

let site: DemoSite
let call: Office
beforeAll(async () => {
  site = await demoSite()
  call = await officeOf(site)
})
afterAll(() => site[Symbol.asyncDispose]())

/** The number of pages of a PDF that Chromium made. */
const pagesOf = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0

test("sheets are printed one a page without the frame, and a used code is replaced before its sheet", async () => {
  const [used, waiting] = [await makeTill(call), await makeTill(call)]
  await using device = await visitTill(site, used, { person: null })
  await using office = await officeAt(site, {
    at: `sell/terminals/sheets?of=${used.terminalId},${waiting.terminalId}`
  })
  const { page } = office
  const sheet = (name: string) => page.getByRole("region", { name, exact: true })
  await sheet(waiting.name).getByText(waiting.code).waitFor()
  expect(await sheet(waiting.name).getByRole("heading", { level: 3 }).allTextContents())
    .toEqual(["Make this device a terminal", "Dieses Gerät zum Terminal machen"])
  expect(await sheet(used.name).count()).toBe(0)
  await page.getByRole("button", { name: "Make 1 new code" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("The former code stops working").waitFor()
  await dialog.getByRole("button", { name: "Make 1 new code" }).click()
  await sheet(used.name).waitFor()
  const code = await sheet(used.name).locator(".registration-code").textContent()
  expect(code).not.toBe(used.code)

  await page.emulateMedia({ media: "print" })
  expect(await page.locator(".top-bar").isVisible()).toBe(false)
  expect(await page.getByRole("button", { name: "Print 2 sheets" }).isVisible()).toBe(false)
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(2)
  await page.emulateMedia({ media: "screen" })

  // The device is out, and comes back with the code of its sheet at the same till.
  await device.page.reload()
  await device.page.getByRole("button", { name: "Register again" }).click()
  await device.page.getByRole("textbox").fill(code!)
  await device.page.getByRole("button", { name: "Register", exact: true }).click()
  await device.page.getByRole("heading", { name: "Sign in" }).waitFor()
  expect(await call("GET", `/terminal/${used.terminalId}?node_id=1`)).toMatchObject({ till_id: used.id })
  office.expectQuiet()
  device.expectQuiet([/401/])
})

import type { Page } from "playwright-core"
import { expect, test, vi } from "vitest"
import { showCode } from "../../support/CameraFilm.ts"
import { faultsOf } from "../../support/DemoBooks.ts"
import { makeProfileOfEverything } from "../../support/DemoProfile.ts"
import { demoTills } from "../../support/DemoTill.ts"
import { bookedText, expectGoodLooks, holdTag, openTask, press, ready } from "../../support/TillActs.ts"

const demo = demoTills()

interface Listed<T> {
  readonly entities: Readonly<Record<string, T>>
}

const signIn = async (page: Page, from: RegExp, to: string) => {
  await ready(page)
  await page.locator("header").getByRole("button", { name: from }).click()
  await page.getByRole("dialog").getByRole("button", { name: new RegExp(`^${to}`) }).click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await page.locator("header").getByRole("button", { name: new RegExp(`^${to}`) }).waitFor()
}

const sell = async (page: Page, goods: ReadonlyArray<string>, guest: string) => {
  await openTask(page, "Sale")
  for (const name of goods) await press(page, new RegExp(`^${name}`))
  await holdTag(page, guest)
  return bookedText(page)
}

test("a whole shift: the books are what the screens said", async () => {
  await makeProfileOfEverything(demo.office)
  // The worker has read the ticket shop.
  await vi.waitFor(
    async () => expect(await demo.office("GET", "/tickets/external-tickets?node_id=1&search=PRESALE1")).toHaveLength(1),
    { timeout: 120_000, interval: 100 }
  )
  await using visitor = await demo.open({ profile: "Everything", person: "Henry" })
  const { page } = visitor

  await openTask(page, "Cash transport")
  await press(page, /^Stock up a register/)
  await holdTag(page, "Carla")
  await page.getByLabel("Float").selectOption({ label: "Bar float (€210.00)" })
  await press(page, "Hand out Register 7 with €210.00")
  await bookedText(page)
  await signIn(page, /^Henry/, "Carla")

  expect(await sell(page, ["Beer", "Water"], "GUEST001")).toMatch(/20\.00[\s\S]*9\.00/)
  expect(await sell(page, ["One Deposit less"], "GUEST001")).toMatch(/9\.00[\s\S]*11\.00/)
  expect(await sell(page, ["Beer"], "GUEST002")).toMatch(/1 voucher used/)

  await openTask(page, "Tickets")
  await holdTag(page, "GUEST021")
  await showCode(page, "PRESALE1")
  await expectGoodLooks(page, "tickets-scan-phone-light")
  await press(page, "Scan the presale ticket")
  await page.getByText("Paid in presale").waitFor()
  await page.getByText("€20.00 on the wristband").waitFor()
  await holdTag(page, "GUEST022")
  await press(page, "Add, paid here")
  await page.getByRole("list", { name: "Tickets of this sale" }).getByText("€35.00").or(page.getByText("€45.00"))
    .first()
    .waitFor()
  await expectGoodLooks(page, "tickets-list-phone-light")
  await press(page, "Cash")
  await press(page, "Book €45.00 in cash")
  expect(await bookedText(page)).toContain("2 × Adult")
  expect(await page.locator(".result .figure").allInnerTexts()).toContain("€20.00")
  await expectGoodLooks(page, "tickets-booked-phone-light")

  await openTask(page, "Top up")
  await holdTag(page, "GUEST001")
  await press(page, "€20.00")
  await page.getByText("Balance afterwards").waitFor()
  await press(page, "Cash")
  await press(page, "Book €20.00 in cash")
  expect(await bookedText(page)).toMatch(/11\.00[\s\S]*31\.00/)
  await openTask(page, "Pay out")
  await holdTag(page, "GUEST001")
  await press(page, "€5.00")
  await press(page, "Pay out €5.00 in cash")
  expect(await bookedText(page)).toMatch(/31\.00[\s\S]*26\.00/)

  await openTask(page, "History")
  await page.getByRole("list", { name: "History" }).getByRole("button", { name: /Beer.*Water|Water.*Beer/ }).click()
  await press(page, "Cancel this sale")
  await page.getByText("Cancel the whole sale?").waitFor()
  await expectGoodLooks(page, "history-cancel-phone-light")
  await press(page, "Cancel, €11.00 back")
  await page.getByText("Cancelled", { exact: true }).waitFor()
  await expectGoodLooks(page, "history-phone-light")

  await openTask(page, "Register")
  await holdTag(page, "Carla")
  // Float 210, ticket 45, top-up 20, pay-out 5.
  await page.getByRole("region", { name: "Your cash" }).getByText("€270.00").waitFor()
  await press(page, "End the shift, sign me out")
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await holdTag(page, "Henry")

  await openTask(page, "Switch tag")
  await holdTag(page, "GUEST023")
  await page.getByLabel("PIN of the old wristband").fill("GUEST001")
  await page.getByLabel("Why").fill("torn")
  await press(page, "Give the new wristband")
  await page.getByText("The old one no longer works.").waitFor()
  await openTask(page, "Guest")
  await holdTag(page, "GUEST023")
  await page.getByRole("region", { name: "Guest" }).getByText("€37.00").waitFor()

  const registers = await demo.office<Listed<{ readonly name: string; readonly balance: number }>>(
    "GET",
    "/till-registers?node_id=1"
  )
  expect(Object.values(registers.entities).find(({ name }) => name === "Register 7")?.balance).toBe(270)
  expect((await visitor.orders()).map(({ order_type }) => order_type).toSorted()).toEqual(
    ["cancel_sale", "pay_out", "sale", "sale", "sale", "ticket", "top_up"]
  )
  expect(await faultsOf(demo.site())).toEqual([])
  visitor.expectQuiet()
})

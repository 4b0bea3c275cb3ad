import { expect, test } from "vitest"
import { demoTills } from "../../support/DemoTill.ts"
import { bookedText, expectGoodLooks, holdTag, openTask, press } from "../../support/TillActs.ts"

const demo = demoTills()

test("a cashier gets a register with its float, more change, and hands the register over", async () => {
  await using visitor = await demo.open({ profile: "Cash desk", person: "Henry" })
  const { page } = visitor
  await openTask(page, "Cash transport")
  await page.getByRole("region", { name: "Registers" }).getByText("Register 7").waitFor()
  await expectGoodLooks(page, "cash-phone-light")
  await press(page, /^Stock up a register/)
  await holdTag(page, "Dario")
  await page.getByText("Holds no register").waitFor()
  await page.getByLabel("Float").selectOption({ label: "Bar float (€210.00)" })
  await expectGoodLooks(page, "stock-up-phone-light")
  await press(page, /^Hand out Register/)
  expect(await bookedText(page)).toContain("Stock up a register")
  await holdTag(page, "Dario")
  await page.getByText(/^Register \d: €/).waitFor()
  await press(page, "Cash transport")
  await press(page, /^Cash to or from the vault/)
  await holdTag(page, "Henry")
  await press(page, "€100.00")
  await press(page, "Out of the vault: €100.00")
  expect(await bookedText(page)).toContain("Out of the vault")
  await press(page, "Cash transport")
  await press(page, /^Hand a register over/)
  await holdTag(page, "Dario")
  await page.getByText("Now the tag of the person who takes it").waitFor()
  await holdTag(page, "Carla")
  await page.getByRole("region", { name: "Takes the register" }).getByText("Carla").waitFor()
  await expectGoodLooks(page, "transfer-phone-light")
  await press(page, "Hand over")
  await bookedText(page)
  await openTask(page, "Register")
  await holdTag(page, "Henry")
  await page.getByRole("region", { name: "Your cash" }).getByText("€100.00").waitFor()
  await expectGoodLooks(page, "register-phone-light")
  visitor.expectQuiet()
})

test("a cashier's register gets change from the person who carries cash, and a refusal says what is missing", async () => {
  await using visitor = await demo.open({ profile: "Cash desk", person: "Henry", size: "tablet", colours: "dark" })
  const { page } = visitor
  await openTask(page, "Cash transport")
  await press(page, /^Cash to or from a cashier/)
  await holdTag(page, "Anna")
  await press(page, "€50.00")
  await expectGoodLooks(page, "change-register-tablet-dark")
  await press(page, "Bring to the register: €50.00")
  await page.getByRole("alertdialog", { name: "Not booked" }).waitFor()
  await expectGoodLooks(page, "change-register-refused-tablet-dark")
  await press(page, "Go on")
  expect(await page.getByRole("textbox", { name: "Amount" }).inputValue()).toBe("50.00")
  visitor.expectQuiet([/change-cash-register-balance/, /status of 400/])
})

test("a person is created, gets a role, and is found by their tag", async () => {
  await using visitor = await demo.open({ person: "Henry", size: "desktop" })
  const { page } = visitor
  await openTask(page, "People")
  await press(page, "New person")
  await page.getByLabel("Login").fill("ida")
  await page.getByLabel("Name", { exact: true }).fill("Ida")
  await page.getByLabel("cashier").check()
  await press(page, "Type the number")
  await page.getByLabel("Number of the chip").fill("BEEF01")
  await press(page, "Use this chip")
  await page.getByLabel("PIN of the tag").fill("GUEST150")
  await expectGoodLooks(page, "new-person-desktop-light")
  await press(page, "Create person")
  await page.getByText("ida can sign in now").waitFor()
  await holdTag(page, "Carla")
  await page.getByRole("region", { name: "Roles" }).getByLabel("cashier").waitFor()
  await page.getByLabel("entry").check()
  await expectGoodLooks(page, "person-desktop-light")
  await press(page, "Save roles")
  await page.getByRole("checkbox", { name: "entry", checked: true }).waitFor()
  const users = await demo.office<{ readonly entities: Readonly<Record<string, { readonly login: string }>> }>(
    "GET",
    "/users?node_id=1"
  )
  expect(Object.values(users.entities).map(({ login }) => login)).toContain("ida")
  visitor.expectQuiet()
})

test("the statistics show what was sold, as a picture and as a table", async () => {
  await using visitor = await demo.open({ person: "Henry", size: "tablet" })
  const { page } = visitor
  await press(page, /^Water/)
  await holdTag(page, "GUEST007")
  await bookedText(page)
  await openTask(page, "Statistics")
  const table = page.getByRole("table", { name: "Statistics" })
  await table.getByText("€4.50").first().waitFor()
  await expectGoodLooks(page, "statistics-tablet-light")
  await press(page, "By day")
  // Of today and yesterday: the demo festival began the evening before.
  await expect.poll(() => table.getByRole("rowheader", { name: /day/ }).count()).toBeGreaterThan(1)
  visitor.expectQuiet()
})

test("the page of the device says how fast the server answers", async () => {
  await using visitor = await demo.open()
  const { page } = visitor
  await openTask(page, "Device")
  await press(page, "Test the connection")
  await page.getByText(/The server answered in \d+ ms/).waitFor()
  await expectGoodLooks(page, "device-phone-light")
  visitor.expectQuiet()
})

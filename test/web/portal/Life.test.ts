import { afterAll, beforeAll, expect, test } from "vitest"
import { expectAccessible, picture } from "../../support/Browser.ts"
import { shellOf } from "../../support/DemoShell.ts"
import { type DemoSite, demoSite } from "../../support/DemoSite.ts"
import { officeOf } from "../../support/DemoTill.ts"
import { guestAt, tokenOf } from "./Guest.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

const event = () => /event (\d+)/.exec(site.lines.join("\n"))?.[1] ?? ""

test("a guest tops up, sees the receipt, gives a bank account, is paid out and reads when, and the books are right", async () => {
  const command = shellOf(site)
  await using visitor = await guestAt(site, "guest001")
  const { page } = visitor
  const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
  expect(await page.locator(".balance .figure").textContent()).toBe("€20.00")

  // A top-up that is left alone is offered again, also after a reload, and given up.
  await page.getByRole("link", { name: "Top up" }).click()
  await page.getByRole("button", { name: "€30" }).click()
  await page.getByRole("button", { name: "Top up €30.00" }).click()
  await page.getByRole("link", { name: "Pay now" }).waitFor()
  await page.getByRole("link", { name: "To the start page" }).click()
  await see("A top-up is not paid yet")
  await page.reload()
  await page.getByRole("link", { name: "Continue" }).click()
  await page.getByRole("button", { name: "Give up this top-up" }).click()
  await see("This top-up was not paid.")

  // Declined, then paid at the page of the simulated provider.
  await page.getByRole("link", { name: "Start a new top-up" }).click()
  await page.getByLabel("Amount", { exact: true }).fill("25")
  await page.keyboard.press("Enter")
  const opened = page.waitForEvent("popup")
  await page.getByRole("link", { name: "Pay now" }).click()
  const provider = await opened
  await provider.getByRole("button", { name: "decline" }).click()
  await provider.getByText("FAILED").waitFor()
  await see("The card was declined.")
  await provider.getByRole("button", { name: "pay" }).click()
  await provider.getByText("PAID").waitFor()
  await provider.close()
  // The window that was behind the provider's comes to the front, and asks at once.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
  await see("Paid. The money is on your wristband.")
  await see("€45.00")
  await picture(page, "life/top-up-paid")
  await page.getByRole("link", { name: "To the start page" }).last().click()

  // The receipt of the top-up, with its signature once the device has signed.
  const authorization = `Bearer ${await tokenOf(page)}`
  const isSigned = async () => {
    const answer = await fetch(`${site.origin}/api/customer/orders_with_bon?limit=1`, { headers: { authorization } })
    const [newest] = await answer.json() as ReadonlyArray<{ readonly bon_generated: boolean }>
    return newest?.bon_generated
  }
  await expect.poll(isSigned, { timeout: 60_000 }).toBe(true)
  await page.reload()
  await page.locator("a.entry").first().click()
  await page.getByRole("img", { name: "Signature of the receipt as QR code" }).waitFor()
  expect(await page.locator(".receipt tfoot").textContent()).toContain("€25.00")
  const pdf = await page.getByRole("link", { name: "PDF" }).getAttribute("href")
  // A busy server puts a drawing off.
  await expect.poll(async () => {
    const { headers, status } = await fetch(`${site.origin}${pdf}`)
    return [status, headers.get("content-type")]
  }).toEqual([200, "application/pdf"])
  // Links on printed receipts lead browsers to the same page.
  const receiptUrl = page.url()
  const followed = await fetch(`${site.origin}${new URL(receiptUrl).pathname.replace("/portal", "")}`, {
    headers: { accept: "text/html" },
    redirect: "manual"
  })
  expect(new URL(followed.headers.get("location") ?? "", site.origin).href).toBe(receiptUrl)

  // The bank account, with a donation.
  await page.goto(`${site.origin}/portal/payout`)
  await page.getByLabel("IBAN", { exact: true }).pressSequentially("de89370400440532013000")
  expect(await page.getByLabel("IBAN", { exact: true }).inputValue()).toBe("DE89 3704 0044 0532 0130 00")
  await see("Bank account in Germany. The check digits are right.")
  await page.getByLabel("Account holder").fill("Änne Müller-Lüdenscheidt")
  await page.getByLabel("E-mail").fill("aenne@mail.example")
  await page.getByLabel("Donation", { exact: true }).fill("5")
  await see("€40.00")
  await page.getByRole("checkbox").check()
  await page.getByRole("button", { name: "Save bank account" }).click()
  await see("€40.00 of today's balance go to DE89 3704 0044 0532 0130 00.")
  await page.getByRole("dialog").getByRole("button", { name: "Save bank account" }).click()
  await see("Your bank account is saved.")
  // What is stored is a summary; the form opens on request.
  await see("It is paid with the next payout of the event")
  expect(await page.getByLabel("IBAN", { exact: true }).count()).toBe(0)
  await expectAccessible(page)
  await picture(page, "life/stored")
  await page.getByRole("button", { name: "Change" }).click()
  expect(await page.getByLabel("Account holder").inputValue()).toBe("Änne Müller-Lüdenscheidt")
  const feedback = page.getByRole("link", { name: "How did you like it? Tell the organisers" })
  expect(await feedback.getAttribute("href")).toBe("https://festival.example/feedback")

  // The office pays out in the shell.
  const created = await command("payout", "create", "--yes", "--event", event(), "--as", "henry")
  const run = /run (\d+)/.exec(created)?.[1] ?? ""
  await page.reload()
  await see("Your payout has begun, so nothing can be changed any more.")
  expect(await page.getByLabel("IBAN", { exact: true }).count()).toBe(0)
  await command("payout", "done", run, "--yes", "--event", event(), "--as", "henry")
  await page.goto(`${site.origin}/portal/`)
  await see("Paid to your bank account")
  await see("Donated to the event")
  expect(await page.locator("li[data-kind=paid] time").count()).toBe(1)
  expect(await page.locator(".balance .figure").textContent()).toBe("€0.00")
  await picture(page, "life/paid-out")

  // The guest's bank returns the money.
  const office = await officeOf(site)
  const payouts = await office<ReadonlyArray<{ readonly id: number; readonly amount: number }>>(
    "GET",
    `/payouts/${run}/payouts?node_id=${event()}`
  )
  const id = payouts.find(({ amount }) => amount === 40)?.id
  await office("POST", `/payouts/${run}/payouts/${id}/return?node_id=${event()}`, { reason: "AC04 closed account" })
  await page.reload()
  await see("Returned by your bank")
  await see("The bank could not transfer the money (AC04 closed account).")
  expect(await page.locator(".steps li[data-done=false]").count()).toBe(0)
  // The donation stays with the event, so the history still explains the balance.
  expect(await page.locator(".entry .change").allTextContents()).toEqual(["−€5.00", "+€25.00", "+€20.00"])
  expect(await page.locator(".balance .figure").textContent()).toBe("€40.00")
  await expectAccessible(page)
  await picture(page, "life/returned")
  await page.getByRole("link", { name: "Money back" }).click()
  await page.getByRole("button", { name: "Save bank account" }).waitFor()

  await command("doctor")
  visitor.expectQuiet()
})

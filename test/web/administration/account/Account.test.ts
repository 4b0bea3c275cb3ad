import { afterAll, beforeAll, expect, test } from "vitest"
import { untilKept, visit } from "../../../support/Browser.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { officeAt, signIn } from "../Office.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

test("the link that skips to the content lies on nothing unless it has the focus", async () => {
  await using office = await officeAt(site, { at: "account/profile" })
  const { page } = office
  const link = page.locator(".skip-link")
  // A notice above the bar moves it down, and the link with it.
  await page.locator(".office").evaluate((frame) => frame.style.marginTop = "6rem")
  const isOnTop = () =>
    link.evaluate((one) => {
      const { height, left, top, width } = one.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) === one
    })
  expect(await isOnTop()).toBe(false)
  await link.focus()
  expect(await isOnTop()).toBe(true)
})

test("a reload keeps the session, no script can read its token, and another browser can end it", async () => {
  await using mine = await officeAt(site, { at: "account/profile", keeps: true })
  await using other = await officeAt(site, { at: "sell/products" })
  await untilKept(mine.page)
  await mine.page.reload()
  await mine.page.getByRole("heading", { name: "Where you are signed in" }).waitFor()
  const readable = await mine.page.evaluate(() =>
    `${document.cookie} ${JSON.stringify({ ...localStorage, ...sessionStorage })}`
  )
  const [cookie] = await mine.page.context().cookies(`${site.origin}/api/administration`)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" })
  expect(readable).not.toContain(cookie!.value)
  await mine.page.getByRole("button", { name: "End", exact: true }).first().click()
  await mine.page.getByRole("dialog").getByRole("button", { name: "End" }).click()
  await mine.page.getByRole("dialog").waitFor({ state: "detached" })
  await mine.page.getByRole("button", { name: "End all other sessions" }).click()
  await mine.page.getByRole("button", { name: "End", exact: true }).first().waitFor({ state: "detached" })
  await other.follow("sell/tickets")
  await other.page.getByText("Your session has ended. Sign in again.").waitFor()
  mine.expectQuiet()
})

test("a password is changed; what is wrong stands at its field", async () => {
  await using office = await officeAt(site, { at: "account/profile" })
  const { page } = office
  const form = page.getByRole("form", { name: "Change password" })
  await form.getByLabel("Present password").fill("not it")
  await page.getByLabel("New password", { exact: true }).fill("a long and new password")
  await page.getByLabel("New password again").fill("another")
  await page.getByRole("button", { name: "Change password" }).click()
  await page.getByText("The two new passwords differ.").waitFor()
  await page.getByLabel("New password again").fill("a long and new password")
  await page.getByRole("button", { name: "Change password" }).click()
  await page.getByRole("alert").waitFor()
  await form.getByLabel("Present password").fill(site.password)
  await page.getByRole("button", { name: "Change password" }).click()
  await page.getByText("The password is changed.").waitFor()
  await using again = await visit({ size: "phone" })
  await again.page.goto(`${site.origin}/administration/`)
  await signIn(again.page, "a long and new password")
  office.expectQuiet([/40[013] POST .*change-password/, /Failed to load resource/])
})

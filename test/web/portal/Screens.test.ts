import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { expectAccessible, expectFits, picture, sizes, visit } from "../../support/Browser.ts"
import { type DemoSite, demoSite } from "../../support/DemoSite.ts"
import { isLookedAt } from "../../support/Looks.ts"
import { guestAt, signIn } from "./Guest.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

const looks = [
  ["light", "en-GB", "guest002"],
  ["dark", "de-DE", "guest003"]
] as const

describe.concurrent("every screen", () => {
  test.each(looks)("in %s colours, %s, is accessible and fits a phone, a tablet and a desktop", async (...look) => {
    const [colours, locale, pin] = look
    const turn = looks.findIndex((one) => one[0] === colours)
    let screens = 0
    await using visitor = await visit({ colours, locale })
    const { page } = visitor
    const check = async (name: string) => {
      if (!isLookedAt(screens++, turn, looks.length)) return
      await expectAccessible(page)
      for (const [size, viewport] of [...Object.entries(sizes), ["phone", sizes.phone] as const]) {
        await page.setViewportSize(viewport)
        await expectFits(page)
        await picture(page, `portal/${size}-${colours}/${name}`)
      }
    }
    await page.goto(`${site.origin}/portal/`)
    await page.locator("input[name=pin]").waitFor()
    await check("sign-in")
    await signIn(page, pin)
    await page.locator(".entry").first().waitFor()
    await check("home")
    for (
      const [path, shown] of [
        ["top-up", "input[name=amount]"],
        ["payout", "input[name=iban]"],
        ["account", ".session"],
        ["lost", ".effects"],
        ["nowhere", "main h1"]
      ] as const
    ) {
      await page.goto(`${site.origin}/portal/${path}`)
      await page.locator(shown).first().waitFor()
      await check(path)
    }
    await page.goto(`${site.origin}/portal/payout`)
    await page.locator("button[type=submit]").click()
    expect(await page.locator(".field-error").count()).toBe(4)
    await check("payout-mistakes")
    await page.goto(`${site.origin}/portal/top-up`)
    await page.locator("input[name=amount]").fill("20")
    await page.keyboard.press("Enter")
    await page.locator("main .figure").waitFor()
    await check("pay")
    await page.goto(`${site.origin}/portal/`)
    await page.locator("#open-top-ups").waitFor()
    await check("home-open-top-up")
    visitor.expectQuiet()
  })
})

test("everything is done by keyboard alone", async () => {
  await using visitor = await visit()
  const { page } = visitor
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document
      if (element?.matches("a, button, input") !== true) return ""
      return element.textContent || element.getAttribute("name")
    })
  const tabTo = async (text: string) => {
    for (let presses = 0; presses < 40; presses++) {
      if ((await focused())?.includes(text)) return
      await page.keyboard.press("Tab")
    }
    throw new Error(`Tab never reached ${text}`)
  }
  await page.goto(`${site.origin}/portal/`)
  await page.locator("input[name=pin]").waitFor()
  await tabTo("pin")
  await page.keyboard.type("GUEST007")
  await page.keyboard.press("Enter")
  await page.locator(".balance").waitFor()
  await tabTo("Top up")
  await page.keyboard.press("Enter")
  await page.locator("input[name=amount]").waitFor()
  await tabTo("€10")
  await page.keyboard.press("Space")
  await tabTo("Top up €10.00")
  await page.keyboard.press("Enter")
  await page.getByRole("link", { name: "Pay now" }).waitFor()
  await tabTo("Give up")
  await page.keyboard.press("Enter")
  await page.getByText("This top-up was not paid.").waitFor()
  await page.goto(`${site.origin}/portal/payout`)
  await page.locator("#donate-all").waitFor()
  await tabTo("Donate everything")
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").waitFor()
  // The dialog keeps the focus inside and Escape closes it.
  await page.keyboard.press("Escape")
  expect(await page.getByRole("dialog").count()).toBe(0)
  expect(await focused()).toContain("Donate everything")
  await page.keyboard.press("Enter")
  // A key that is pressed twice doesn't answer; the focus has to move.
  await page.keyboard.press("Tab")
  await tabTo("Yes, donate everything")
  await page.keyboard.press("Enter")
  await page.getByText("Thank you! Your balance is donated with the next payout.").waitFor()
  visitor.expectQuiet()
})

test("a lost wristband is blocked, and a session elsewhere ended", async () => {
  await using lost = await guestAt(site, "guest008")
  await using elsewhere = await guestAt(site, "guest008")
  const { page } = lost
  await page.goto(`${site.origin}/portal/account`)
  await page.getByText("Another device").waitFor()
  await page.getByRole("button", { name: "Sign out there" }).click()
  await page.getByText("Another device").waitFor({ state: "detached" })
  await elsewhere.page.reload()
  await elsewhere.page.getByText("Your session has ended.").waitFor()
  elsewhere.expectQuiet([/401/])
  // The help desk asks for the PIN, which stands on the wristband that is lost. No other page shows it to bystanders.
  expect(await page.locator("body").innerText()).not.toContain("GUEST008")
  await page.goto(`${site.origin}/portal/`)
  await page.getByRole("link", { name: "Lost your wristband?" }).click()
  await page.getByText("PIN: GUEST008").waitFor()
  await picture(page, "portal/lost-with-pin")
  await page.getByRole("button", { name: "Block the wristband" }).click()
  await page.getByRole("button", { name: "Yes, block it" }).click()
  await page.getByText("The wristband is blocked. Your money is safe.").waitFor()
  await expectAccessible(page)
  lost.expectQuiet()
  await page.locator("input[name=pin]").fill("GUEST008")
  await page.keyboard.press("Enter")
  await page.getByText("This wristband is blocked. The help desk gives you another one; your balance is kept").waitFor()
  lost.expectQuiet([/403/])
})

test("language and colours change at once and stay", async () => {
  await using visitor = await visit()
  const { page } = visitor
  await page.goto(`${site.origin}/portal/`)
  await page.getByLabel("Language").selectOption("de")
  await page.getByRole("heading", { name: "Was ist auf deinem Armband?" }).waitFor()
  await page.getByLabel("Farben").selectOption("contrast")
  await page.reload()
  await page.getByRole("heading", { name: "Was ist auf deinem Armband?" }).waitFor()
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset["colours"]]))
    .toEqual(
      ["de", "contrast"]
    )
  await expectAccessible(page)
  await picture(page, "portal/contrast/sign-in")
  await signIn(page, "GUEST009")
  await page.locator(".entry").first().waitFor()
  await expectAccessible(page)
  await picture(page, "portal/contrast/home")
  visitor.expectQuiet()
})

import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { english } from "../../../web/till/messages/english.ts"
import { german } from "../../../web/till/messages/german.ts"
import { demoTills } from "../../support/DemoTill.ts"
import { expectGoodLooks, openTask, press } from "../../support/TillActs.ts"

const words = { "en-GB": english, "de-DE": german } as const

/** The wristbands of the demo's guests, by what becomes of each. */
const pins = { present: "GUEST004", blocked: "GUEST005", exchanged: "GUEST006", fresh: "GUEST023" } as const

/** Blocks a wristband in the portal, as its guest. */
const block = async (origin: string, pin: string) => {
  const post = async (path: string, headers: Readonly<Record<string, string>>, body: string | null) => {
    const answer = await fetch(`${origin}/api/customer${path}`, { method: "POST", headers, body })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer.text()
  }
  const given = JSON.stringify({ pin, node_id: 1 })
  const login = JSON.parse(await post("/auth/login", { "content-type": "application/json" }, given))
  await post("/tag/block", { authorization: `Bearer ${login.access_token}` }, null)
}

const demo = demoTills(async (office, { origin }) => {
  await block(origin, pins.blocked)
  await office("POST", "/customers/switch-tag?node_id=1", {
    old_user_tag_pin: pins.exchanged,
    new_user_tag_pin: pins.fresh,
    comment: "torn"
  })
})

/** Opens the form in which a guest is found without a reader. */
const openForm = async (page: Page, say: typeof english) => {
  await press(page, say.typePinOrChip)
  await page.getByRole("dialog", { name: say.findGuest }).waitFor()
}

test.each(
  [
    ["phone", "light", "en-GB"],
    ["desktop", "dark", "de-DE"],
    ["phone", "dark", "de-DE"],
    ["desktop", "light", "en-GB"]
  ] as const
)("a guest is found by PIN or number, on a %s in %s colours, %s", async (size, colours, locale) => {
  const say = words[locale]
  await using visitor = await demo.open({ profile: "Cash desk", person: "Henry", size, colours, locale })
  const { page } = visitor
  const look = (name: string) => expectGoodLooks(page, `find-guest-${name}-${size}-${colours}`)
  const pin = page.getByLabel(say.tagPin, { exact: true })
  const find = async (typed: string) => {
    await pin.fill(typed)
    await press(page, say.findByPin)
  }
  const guest = page.getByRole("region", { name: say.taskGuest })
  await openTask(page, say.taskGuest)
  await openForm(page, say)
  await look("form")
  await find("")
  await page.getByText(say.pinMissing).waitFor()
  await find("nobody's")
  await page.locator("dialog .notice").waitFor()
  await look("unknown")
  // What was said of one PIN is not said of the next.
  await find(pins.blocked.toLowerCase())
  await page.getByText(say.pinStates.blocked).waitFor()
  expect(await page.locator("dialog .notice").count()).toBe(1)
  await look("blocked")
  await find(pins.exchanged.replace("GUEST", "GUEST "))
  await page.getByText(say.pinStates.exchanged).waitFor()
  expect(await page.locator("dialog .notice").count()).toBe(1)
  await look("exchanged")
  expect(await guest.count()).toBe(0)
  await find(pins.present.toLowerCase())
  await guest.locator(".figure").waitFor()
  const found = await guest.innerText()
  await press(page, say.otherGuest)
  await openForm(page, say)
  await page.getByLabel(say.chipNumber, { exact: true }).fill("7D4")
  await press(page, say.useChip)
  await guest.locator(".figure").waitFor()
  expect(await guest.innerText()).toBe(found)
  visitor.expectQuiet([/find-by-pin/, /status of 400/])
})

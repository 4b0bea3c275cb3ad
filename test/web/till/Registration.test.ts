import { encodeQR } from "qr"
import { describe, expect, test } from "vitest"
import { expectAccessible, expectFits, picture, visit } from "../../support/Browser.ts"
import { demoTills, makeTill, visitTill } from "../../support/DemoTill.ts"
import { busy, overload, tooMany } from "../../support/Overload.ts"
import { openTask } from "../../support/TillActs.ts"

const demo = demoTills()

/** Lets the camera see a QR code. Runs in the page. */
const showToCamera = (code: ReadonlyArray<ReadonlyArray<boolean>>) => {
  const size = 8
  const canvas = document.createElement("canvas")
  canvas.width = 640
  canvas.height = 640
  const context = canvas.getContext("2d")!
  const draw = () => {
    context.fillStyle = "#ffffff"
    context.fillRect(0, 0, 640, 640)
    context.fillStyle = "#000000"
    for (const [y, row] of code.entries()) {
      for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(60 + x * size, 60 + y * size, size, size)
    }
    requestAnimationFrame(draw)
  }
  draw()
  navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream(10))
}

describe("the registration", () => {
  test("takes a typed code, and says what is wrong with one that was used or is malformed", async () => {
    await using first = await demo.open()
    await using visitor = await visit({ size: "tablet", colours: "dark" })
    const { page } = visitor
    await page.goto(`${demo.site().origin}/till/`)
    await page.getByRole("heading", { name: "Make this device a terminal" }).waitFor()
    await expectAccessible(page)
    await expectFits(page)
    await picture(page, "till/register-tablet-dark")
    const field = page.getByRole("textbox", { name: "Registration code" })
    await field.fill("Bar 1")
    await page.getByRole("button", { name: "Register" }).click()
    await page.getByText("This is no registration code.").waitFor()
    await field.fill(first.till.code)
    await page.getByRole("button", { name: "Register" }).click()
    await page.getByText("This registration code is unknown or was used already").waitFor()
    expect(await field.inputValue()).toBe(first.till.code)
    await expectAccessible(page)
    await picture(page, "till/register-used-tablet-dark")
    // A link that is opened in the same tab loads no page.
    const other = await makeTill(demo.office)
    await page.evaluate((code) => void (location.hash = `code=${code}`), other.code)
    await expect.poll(() => field.inputValue()).toBe(other.code)
    expect(await page.evaluate(() => location.hash)).toBe("")
    first.expectQuiet()
    visitor.expectQuiet([/403/])
  })

  test("reads the QR code of the sheet with the camera", async () => {
    const till = await makeTill(demo.office)
    // What terminals scan: the address of their API and the code, as JSON in base64.
    const sheet = btoa(JSON.stringify({ core_url: demo.site().origin, registration_uuid: till.code }))
    await using visitor = await visit()
    const { page } = visitor
    await page.addInitScript(showToCamera, encodeQR(sheet, "raw"))
    await page.goto(`${demo.site().origin}/till/`)
    await page.getByRole("button", { name: "Scan with the camera" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    visitor.expectQuiet()
  })

  test("says so when the camera is refused, and goes on with typing", async () => {
    await using visitor = await visit({ more: { permissions: [] } })
    const { page } = visitor
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"))
    })
    await page.goto(`${demo.site().origin}/till/`)
    await page.getByRole("button", { name: "Scan with the camera" }).click()
    await page.getByText("The camera can't be used").waitFor()
    await picture(page, "till/camera-refused-phone-light")
  })

  test("ends when the office signs the terminal out, and begins again with a new code", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    await demo.office("POST", `/terminal/${visitor.till.terminalId}/logout?node_id=1`)
    await page.getByRole("button", { name: /^Beer/ }).click()
    await page.getByRole("button", { name: "GUEST001" }).click()
    await page.getByRole("heading", { name: "This terminal is signed out" }).waitFor()
    await page.getByRole("button", { name: "Register again" }).click()
    await page.getByRole("heading", { name: "Make this device a terminal" }).waitFor()
  })

  test("is ended by the device itself", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    await openTask(page, "Device")
    await page.getByRole("button", { name: "End this registration" }).click()
    await page.getByRole("heading", { name: "Make this device a terminal" }).waitFor()
    visitor.expectQuiet()
  })
})

describe("the sign-in", () => {
  test("admits a cashier once a supervisor is signed in, in two taps", async () => {
    await using visitor = await demo.open({ person: null, size: "tablet" })
    const { page } = visitor
    await expectAccessible(page)
    await picture(page, "till/sign-in-tablet-light")
    await page.getByRole("button", { name: /^Carla/ }).click()
    await page.getByText("Only a supervisor who is signed in here can sign you in").waitFor()
    await page.getByRole("button", { name: /^Anna/ }).click()
    await page.getByRole("navigation").waitFor()
    await page.getByRole("button", { name: /^Anna/ }).click()
    await expectAccessible(page)
    await picture(page, "till/switch-person-tablet-light")
    await page.getByRole("dialog").getByRole("button", { name: /^Carla/ }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("banner").getByRole("button", { name: "Carla cashier" }).click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    visitor.expectQuiet([/403/])
  })

  test("goes on by itself after an overload", async () => {
    await using visitor = await demo.open({ person: null })
    const { page } = visitor
    await page.clock.install()
    await using check = await overload(page, "**/api/terminal/user/check-login", false)
    await using login = await overload(page, "**/api/terminal/user/login", false)
    await page.getByRole("button", { name: /^Anna/ }).click()
    for (const { proceed } of [check, login]) {
      await page.getByText(busy).waitFor()
      proceed()
      await page.clock.fastForward(2_000)
      await page.getByText(tooMany).waitFor()
      proceed()
      await page.clock.fastForward(2_000)
    }
    await page.getByRole("navigation").waitFor()
    visitor.expectQuiet([/status of (429|503)/, /answer: (429|503)/])
  })

  test("shows soon who signed in when that could not be said at first", async () => {
    await using visitor = await demo.open({ person: null })
    const { page } = visitor
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1_000)
    const isRefused = Promise.withResolvers<void>()
    const json = { id: "ServiceUnavailable", message: busy }
    await page.route("**/api/terminal/config", async (route) => {
      await route.fulfill({ status: 503, json })
      isRefused.resolve()
    }, { times: 1 })
    // This answer comes last, so the server does not seem to be away.
    await page.route("**/api/terminal/user", async (route) => {
      await isRefused.promise
      await route.continue()
    }, { times: 1 })
    await page.getByRole("button", { name: /^Anna/ }).click()
    await page.getByText(busy).waitFor()
    await page.clock.fastForward(3_000)
    await page.getByRole("navigation").waitFor()
    visitor.expectQuiet([/status of 503/, /answer: 503/])
  })

  test("says that there is no till yet", async () => {
    const till = await makeTill(demo.office)
    await demo.office("POST", `/tills/${till.id}/remove-from-terminal?node_id=1`)
    await using visitor = await visitTill(demo.site(), till, { person: null })
    const { page } = visitor
    await page.getByText("This terminal has no till yet.").waitFor()
    await picture(page, "till/no-till-phone-light")
  })
})

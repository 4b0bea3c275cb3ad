import encodeQr from "qr"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { expectAccessible, picture, untilKept, visit } from "../../support/Browser.ts"
import { type DemoSite, demoSite } from "../../support/DemoSite.ts"
import { guestAt, signIn, tokenOf } from "./Guest.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

/** The answer to a call of the API, in place of the server's. */
const refusal = (status: number, id: string, more: object = {}) => ({
  status,
  contentType: "application/json",
  body: JSON.stringify({ type: "service", id, message: id, ...more })
})

describe.concurrent("the portal", () => {
  test("counts down after too many wrong PINs", async () => {
    await using visitor = await visit()
    const { page } = visitor
    await page.route("**/auth/login", (route) =>
      route.fulfill({
        ...refusal(429, "TooManyAttempts", { retry_after_seconds: 2 }),
        headers: { "retry-after": "2", "content-type": "application/json" }
      }))
    await page.goto(`${site.origin}/portal/`)
    await page.locator("input[name=pin]").fill("WRONG")
    await page.keyboard.press("Enter")
    await page.getByText("Try again in 2 seconds.").waitFor()
    await page.getByText("Try again in 1 second.").waitFor()
    await page.getByText(/Try again in/).waitFor({ state: "detached" })
    expect(await page.locator("input[name=pin]").inputValue()).toBe("WRONG")
    visitor.expectQuiet([/429/])
  })

  test("says that a PIN is missing or unknown", async () => {
    await using visitor = await visit()
    const { page } = visitor
    await page.goto(`${site.origin}/portal/`)
    await page.locator("input[name=pin]").waitFor()
    await page.keyboard.press("Tab")
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByText("Type the PIN that stands on the wristband.").waitFor()
    await page.locator("input[name=pin]").fill("NOBODY")
    await page.keyboard.press("Enter")
    const unknown = page.getByText("There is no wristband and no ticket with this PIN here")
    await unknown.waitFor()
    await expectAccessible(page)
    // Only the latest mistake is said.
    await page.locator("input[name=pin]").fill("")
    await page.keyboard.press("Enter")
    await page.getByText("Type the PIN that stands on the wristband.").waitFor()
    expect(await unknown.count()).toBe(0)
    visitor.expectQuiet([/403/])
  })

  test("leads back to the sign-in when the session ends, and shows another guest nothing of the first", async () => {
    await using visitor = await guestAt(site, "guest010")
    const { page } = visitor
    const token = await tokenOf(page)
    await fetch(`${site.origin}/api/customer/auth/logout`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` }
    })
    await page.goto(`${site.origin}/portal/payout`)
    await page.getByText("Your session has ended.").waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("guest")))).toEqual([])
    await page.locator("input[name=pin]").fill("guest011")
    await page.keyboard.press("Enter")
    // The page that was asked for, with the balance of the guest who signed in.
    await page.locator("input[name=iban]").waitFor()
    await page.getByText("€20.00").first().waitFor()
    visitor.expectQuiet([/401/])
  })

  test("keeps what was typed when the server is away, and sends it once it is back", async () => {
    await using visitor = await guestAt(site, "guest012")
    const { page } = visitor
    await page.goto(`${site.origin}/portal/payout`)
    await page.locator("input[name=iban]").fill("DE89 3704 0044 0532 0130 00")
    await page.locator("input[name=account_name]").fill("Anna")
    await page.locator("input[name=email]").fill("anna@mail.example")
    await page.getByRole("checkbox").check()
    await page.route("**/customer_info", (route) => route.fulfill(refusal(503, "ServiceUnavailable")))
    const save = async () => {
      await page.locator("button[type=submit]").click()
      await page.getByRole("dialog").getByRole("button", { name: "Save bank account" }).click()
    }
    await save()
    await page.getByText("ServiceUnavailable").waitFor()
    expect(await page.locator("input[name=account_name]").inputValue()).toBe("Anna")
    await page.unroute("**/customer_info")
    await save()
    await page.getByText("Your bank account is saved.").waitFor()
    visitor.expectQuiet([/503/])
  })

  test("shows the mistakes that only the server finds at their fields", async () => {
    await using visitor = await guestAt(site, "guest013")
    const { page } = visitor
    await page.goto(`${site.origin}/portal/payout`)
    await page.locator("input[name=iban]").fill("DE89 3704 0044 0532 0130 00")
    await page.locator("input[name=account_name]").fill("☃☃☃")
    await page.locator("input[name=email]").fill("anna@mail.example")
    await page.getByRole("checkbox").check()
    await page.locator("button[type=submit]").click()
    await page.getByRole("dialog").getByRole("button", { name: "Save bank account" }).click()
    await page.locator("input[name=account_name][aria-invalid=true]").waitFor()
    expect(await page.locator(".field-error").count()).toBe(1)
    visitor.expectQuiet([/400/])
  })

  test("says which countries a bank account may be in", async () => {
    await using visitor = await guestAt(site, "guest014", { locale: "de-DE" })
    const { page } = visitor
    await page.goto(`${site.origin}/portal/payout`)
    await page.locator("input[name=iban]").fill("fr14 2004 1010 0505 0001 3m02 606")
    await page.getByText(
      "Überweisungen nach Frankreich sind nicht möglich, nur nach Deutschland, Österreich oder Niederlande."
    )
      .waitFor()
    visitor.expectQuiet()
  })

  test("says that there is no event at an address, that the server is away, and that an event has closed", async () => {
    await using visitor = await visit()
    const { page } = visitor
    await page.route("**/config?*", (route) => route.fulfill(refusal(400, "InvalidArgument")))
    await page.goto(`${site.origin}/portal/`)
    await page.getByRole("heading", { name: "No event has its portal here" }).waitFor()
    await expectAccessible(page)

    await page.unroute("**/config?*")
    await page.route("**/config?*", (route) => route.fulfill(refusal(503, "ServiceUnavailable")))
    await page.reload()
    await page.getByRole("heading", { name: "The portal can't be reached right now" }).waitFor()
    await page.unroute("**/config?*")
    await page.getByRole("button", { name: "Try again" }).click()
    await page.locator("input[name=pin]").waitFor()
    // This browser knows the event now.
    await page.route("**/config?*", (route) => route.fulfill(refusal(400, "InvalidArgument")))
    await page.reload()
    await page.getByRole("heading", { name: "The portal of Demo Festival has closed" }).waitFor()
    await page.getByRole("link", { name: "help@festival.example" }).waitFor()
    await picture(page, "portal/closed")
    visitor.expectQuiet([/400/, /503/])
  })

  test("works by localhost as well as by address, and takes a voucher's code out of the address", async () => {
    await using visitor = await visit()
    const { page } = visitor
    await page.goto(`${site.origin.replace("127.0.0.1", "localhost")}/portal/?ticketVoucher=%24secret&x=1`)
    await page.locator("input[name=pin]").waitFor()
    expect(new URL(page.url()).search).toBe("?x=1")
    expect(await page.evaluate(() => history.length)).toBe(2)
    visitor.expectQuiet([/403/])
  })

  test("shows the last known balance as old when the network is lost", async () => {
    await using visitor = await visit({ keeps: true })
    const { page } = visitor
    await page.goto(`${site.origin}/portal/`)
    await signIn(page, "guest015")
    await page.locator(".entry").first().waitFor()
    await untilKept(page)
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText("Last known balance, from").waitFor()
    expect(await page.locator(".balance .figure").textContent()).toBe("€25.00")
    await page.getByText("No connection. What you see may be out of date.").waitFor()
    await page.context().setOffline(false)
    await page.getByText("Last known balance, from").waitFor({ state: "detached" })
    visitor.expectQuiet([/ERR_INTERNET_DISCONNECTED/])
  })

  test("says that the camera was refused, and goes on with the PIN", async () => {
    await using visitor = await visit()
    const { page } = visitor
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"))
    })
    await page.goto(`${site.origin}/portal/`)
    await page.getByRole("button", { name: "Scan the code instead" }).click()
    await page.getByText("The browser does not let this page use the camera.").waitFor()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Close the camera" }).click()
    await signIn(page, "guest016")
    visitor.expectQuiet()
  })

  test("signs in with the code that the camera sees", async () => {
    await using visitor = await visit()
    const { page } = visitor
    // This browser has no camera, so a canvas with the code takes its place.
    await page.addInitScript((rows: ReadonlyArray<ReadonlyArray<boolean>>) => {
      const canvas = document.createElement("canvas")
      canvas.width = canvas.height = rows.length * 8
      const context = canvas.getContext("2d")!
      const draw = () => {
        context.fillStyle = "white"
        context.fillRect(0, 0, canvas.width, canvas.height)
        context.fillStyle = "black"
        rows.forEach((row, y) => row.forEach((dark, x) => dark && context.fillRect(x * 8, y * 8, 8, 8)))
      }
      navigator.mediaDevices.getUserMedia = async () => {
        setInterval(draw, 50)
        return canvas.captureStream(20)
      }
    }, encodeQr("https://portal.example/?pin=guest018", "raw", { border: 4 }))
    await page.goto(`${site.origin}/portal/`)
    await page.getByRole("button", { name: "Scan the code instead" }).click()
    await page.locator(".balance .figure").waitFor()
    visitor.expectQuiet()
  })

  test("asks no one but its own server", async () => {
    await using visitor = await visit()
    const { page } = visitor
    const foreign: Array<string> = []
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== site.origin) foreign.push(request.url())
    })
    await page.goto(`${site.origin}/portal/`)
    await signIn(page, "guest017")
    await page.locator(".entry").first().waitFor()
    for (const path of ["top-up", "payout", "account", "lost"]) {
      await page.goto(`${site.origin}/portal/${path}`)
      await page.locator("h1").waitFor()
    }
    expect(foreign).toEqual([])
    visitor.expectQuiet()
  })

  test("loads the real card form by its published script, on the page of a top-up alone", async () => {
    await using visitor = await guestAt(site, "guest006")
    const { page } = visitor
    const asked: Array<string> = []
    await page.route("https://gateway.sumup.com/**", (route) => {
      asked.push(route.request().url())
      return route.fulfill({
        contentType: "text/javascript",
        body: `window.SumUpCard = { mount: ({ checkoutId, id, onResponse }) => {
          document.getElementById(id).innerHTML = "<button>Pay " + checkoutId + "</button>"
          return { unmount: () => undefined }
        } }`
      })
    })
    await page.route("**/sumup/open-checkouts", async (route) => {
      const answer = await route.fetch()
      const body = await answer.json() as ReadonlyArray<object>
      await route.fulfill({ json: body.map((one) => ({ ...one, pay_url: null })) })
    })
    await page.getByRole("link", { name: "Top up" }).click()
    await page.getByLabel("Amount", { exact: true }).fill("15")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: /^Pay [0-9a-f-]+$/ }).waitFor()
    expect(asked).toEqual(["https://gateway.sumup.com/gateway/ecom/card/v2/sdk.js"])
    visitor.expectQuiet()
  })
})

import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { expectAccessible, expectFits, picture } from "../../support/Browser.ts"
import { demoTills, type Office } from "../../support/DemoTill.ts"
import { disc } from "../../support/Pictures.ts"

interface Listed<T> {
  readonly entities: Readonly<Record<string, T>>
}

interface Button {
  readonly id: number
  readonly name: string
  readonly product_ids: ReadonlyArray<number>
}

const longName = "Weissbier vom Fass mit Pfand und allem, was dazugehört"

/** Gives the buttons of the bar a look: pictures, colours and a short name. */
const dress = async (office: Office) => {
  const { hash } = await office<{ readonly hash: string }>("POST", "/till-button-pictures?node_id=1", {
    data: disc(96, [200, 120, 20]).toString("base64")
  })
  const { entities } = await office<Listed<Button>>("GET", "/till-buttons?node_id=1")
  const looks: Readonly<Record<string, object>> = {
    Beer: { picture_hash: hash, colour: "yellow" },
    Wine: { picture_hash: hash, colour: "purple" },
    Water: { colour: "blue" },
    Coffee: { name: longName, short_name: "Weiße 0,5" }
  }
  for (const { id, name, product_ids } of Object.values(entities)) {
    const look = looks[name]
    if (look === undefined) continue
    await office("POST", `/till-buttons/${id}?node_id=1`, { name, product_ids, ...look })
  }
}

const demo = demoTills(dress)

const tile = (page: Page, name: string) => page.locator(".tile", { hasText: name })
const shown = (page: Page, name: string) => tile(page, name).locator(".tile-picture img")
const media = "**/api/terminal/media/button/*"

/** Where the tiles are. */
const places = (page: Page) =>
  page.locator(".tile").evaluateAll((tiles) =>
    tiles.map((one) => {
      const { height, width, x, y } = one.getBoundingClientRect()
      return [x, y, width, height]
    })
  )

const isDrawn = (page: Page, name: string) =>
  shown(page, name).evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))

describe("the tiles of a till", () => {
  test.each(["light", "dark", "contrast"])("have pictures and colours that can be read in %s", async (colours) => {
    await using visitor = await demo.open({ stored: { "wristbank.colours": colours } })
    const { page } = visitor
    await shown(page, "Beer").waitFor()
    expect(await isDrawn(page, "Beer")).toBe(96)
    expect(await tile(page, "Beer").getAttribute("data-tile-colour")).toBe("yellow")
    await expectAccessible(page)
    await expectFits(page)
    await picture(page, `till/looks-phone-${colours}`)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectFits(page)
    await picture(page, `till/looks-320-${colours}`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectFits(page)
    await picture(page, `till/looks-desktop-${colours}`)
    visitor.expectQuiet()
  })

  test("say the short name where the name does not fit, and are found by both", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    const short = page.getByRole("button", { name: /^Weiße 0,5/ })
    await short.waitFor()
    expect(await page.getByRole("button", { name: new RegExp(`^${longName}`) }).count()).toBe(0)
    await page.locator(".button-grid").evaluate((grid) => {
      grid.style.gridTemplateColumns = "60rem"
    })
    await page.getByRole("button", { name: new RegExp(`^${longName}`) }).waitFor()
    expect(await short.count()).toBe(0)
  })

  test("stay where they are while pictures come, and when one can't be had", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    await shown(page, "Beer").waitFor()
    const before = await places(page)
    await page.evaluate(() => caches.delete("wristbank-till-pictures"))
    await page.route(media, (route) => route.abort())
    await page.clock.install()
    await page.reload()
    await tile(page, "Beer").locator(".tile-name").waitFor()
    await expect.poll(() => tile(page, "Beer").locator(".tile-picture").count()).toBe(0)
    expect(await places(page)).toEqual(before)
    await picture(page, "till/looks-without-pictures")
    await page.unroute(media)
    await page.clock.fastForward("00:31")
    expect(await isDrawn(page, "Beer")).toBe(96)
    expect(await places(page)).toEqual(before)
  })

  test("have the pictures that were seen without asking for them again", async () => {
    await using visitor = await demo.open()
    const { page } = visitor
    await shown(page, "Beer").waitFor()
    await expect.poll(() =>
      page.evaluate(async () => (await (await caches.open("wristbank-till-pictures")).keys()).length)
    )
      .toBe(1)
    await page.route(media, (route) => route.abort())
    await page.reload()
    await shown(page, "Beer").waitFor()
    expect(await isDrawn(page, "Wine")).toBe(96)
  })
})

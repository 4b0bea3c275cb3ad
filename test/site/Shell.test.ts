import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { visitSite } from "./SiteVisit.ts"

const guide = "/docs/administrator-documentation/proxy"

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test("a page of the documentation has one sidebar, its place in it, and the contents of its second and third level", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open(guide)
  const sidebar = page.getByRole("navigation", { name: "Docs sidebar" })
  expect(await sidebar.locator(":scope > ul > li > div > a, :scope > ul > li > a").allInnerTexts()).toEqual([
    "Start",
    "Set up an event",
    "Run it",
    "Close it",
    "Look after the server",
    "Write programs against it",
    "Change the code",
    "How it works",
    "Reference",
    "API reference",
    "Modules of the packages"
  ])
  const title = await page.locator("h1").innerText()
  expect(await sidebar.locator("[aria-current=page]").count()).toBe(1)
  expect(title).toContain(await sidebar.locator("[aria-current=page]").innerText())
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" })
  expect(await crumbs.getByRole("listitem").nth(1).innerText()).toBe("Look after the server")
  await open("/docs/reference/glossary")
  const headings = await page.locator("article :is(h2, h3)").evaluateAll((all) => all.map(({ id }) => `#${id}`))
  const contents = page.getByRole("navigation", { name: "On this page" }).locator("a")
  expect(headings.length).toBeGreaterThan(1)
  expect(await contents.evaluateAll((all) => all.map((one) => one.getAttribute("href")))).toEqual(headings)
})

test("the contents of a page stay in view to its end, with the entry of what is being read, also if they are longer than the window", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  for (const [path, anchor] of [[guide, "check-it"], ["/api/terminalserver", "book-a-sale"]] as const) {
    await open(`${path}#${anchor}`)
    const active = page.locator(".table-of-contents__link--active")
    await expect.poll(() => active.getAttribute("href")).toMatch(/^#/)
    const isInView = () =>
      active.evaluate((link) => {
        const { bottom, top } = link.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      })
    await expect.poll(isInView, { message: path }).toBe(true)
  }
})

test("the site is light until someone chooses dark, also on a dark system, and remembers it", async () => {
  await using visitor = await visitSite({ colours: "dark" })
  const { open, page } = visitor
  await open("/docs/intro")
  const theme = () => page.locator("html").getAttribute("data-theme")
  expect(await theme()).toBe("light")
  await page.getByRole("button", { name: /^Switch between dark and light mode/ }).click()
  expect(await theme()).toBe("dark")
  expect(await stored(page, "theme")).toBe("dark")
  await open("/blog")
  expect(await theme()).toBe("dark")
  await page.getByRole("button", { name: /^Switch between dark and light mode/ }).click()
  expect(await theme()).toBe("light")
})

test("what is announced can be dismissed, and comes back when there is something new", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open("/")
  const close = page.getByRole("button", { name: "Close" })
  await close.click()
  await close.waitFor({ state: "hidden" })
  expect(await stored(page, "docusaurus.announcement.dismiss")).toBe("true")
  await open("/docs/intro")
  await expect.poll(() => close.count()).toBe(0)
  await page.evaluate(() => localStorage.setItem("docusaurus.announcement.id", "another"))
  await open("/docs/intro")
  expect(await stored(page, "docusaurus.announcement.dismiss")).toBe("false")
  await open("/docs/intro")
  await close.waitFor()
})

test("the first Tab leads to a link that skips to the content, and shows where the keys are", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open(guide)
  const isMarked = () => page.evaluate(() => document.body.classList.contains("navigation-with-keyboard"))
  expect(await isMarked()).toBe(false)
  await page.keyboard.press("Tab")
  expect(await isMarked()).toBe(true)
  expect(await page.locator(":focus").innerText()).toBe("Skip to main content")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Tab")
  const isPast = await page.evaluate(() => document.querySelector("nav.navbar")?.contains(document.activeElement))
  expect(isPast).toBe(false)
  await page.mouse.click(5, 400)
  expect(await isMarked()).toBe(false)
})

test("with keys alone someone gets from the home page through the sidebar to a page, and to one of its parts", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open("/")
  const tabTo = async (name: string) => {
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press("Tab")
      if (await page.locator(":focus").innerText() === name) return page.keyboard.press("Enter")
    }
    throw new Error(`Tab does not get to ${name}`)
  }
  await tabTo("Docs")
  await page.getByRole("heading", { level: 1, name: "What Wristbank is" }).waitFor()
  await tabTo("How it works")
  await page.getByRole("heading", { level: 1, name: "Developer documentation" }).waitFor()
  await tabTo("Architecture")
  await page.getByRole("heading", { level: 1, name: "Architecture" }).waitFor()
  visitor.expectQuiet()
})

test("on a phone a menu slides in with the pages, leads back to the main menu, and holds the page still", async () => {
  await using visitor = await visitSite({ size: "phone" })
  const { open, page } = visitor
  await open(guide)
  const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflow)
  await page.getByRole("button", { name: "Toggle navigation bar" }).click()
  await page.getByRole("button", { name: "← Back to main menu" }).waitFor()
  expect(await overflow()).toBe("hidden")
  const menu = page.locator(".navbar-sidebar")
  await menu.getByRole("button", { name: "Look after the server" }).first().waitFor()
  await page.getByRole("button", { name: "← Back to main menu" }).click()
  await menu.getByRole("link", { name: "Source" }).waitFor()
  await menu.getByRole("button", { name: "Close navigation bar" }).click()
  expect(await overflow()).not.toBe("hidden")
})

test("the bar at the top leaves while someone reads on, and comes back on the way up", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open("/docs/reference/glossary")
  const bottom = async () => {
    const box = await page.locator("nav.navbar").boundingBox()
    return box === null ? 0 : box.y + box.height
  }
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
  await page.mouse.wheel(0, 300)
  await expect.poll(bottom, { timeout: 20_000 }).toBeLessThanOrEqual(0)
  await page.mouse.wheel(0, -300)
  await expect.poll(bottom, { timeout: 20_000 }).toBeGreaterThan(0)
})

test("a page that takes its time shows a bar of progress without a spinner, after 200 ms", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open("/docs/intro")
  let release = () => {}
  const released = new Promise<void>((done) => release = done)
  await page.route(/\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.evaluate(() => {
    const begun = performance.now()
    new MutationObserver(() => {
      if (document.querySelector("#nprogress") === null || "barAfter" in window) return
      Object.assign(window, { barAfter: performance.now() - begun })
    }).observe(document.documentElement, { childList: true, subtree: true })
    document.querySelector<HTMLElement>("footer a[href='/blog']")?.click()
  })
  await page.locator("#nprogress .bar").waitFor({ state: "attached" })
  expect(await page.evaluate("barAfter")).toBeGreaterThanOrEqual(199)
  expect(await page.locator("#nprogress .spinner").count()).toBe(0)
  release()
  await page.getByRole("heading", { level: 1, name: "Blog" }).waitFor()
  await page.locator("#nprogress").waitFor({ state: "detached" })
})

test("a page that crashes says so, with its cause, and can be tried again", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open("/")
  await page.evaluate(() => {
    const real = Intl.DateTimeFormat
    Object.assign(globalThis, { restore: () => Intl.DateTimeFormat = real })
    Intl.DateTimeFormat = function() {
      throw new Error("There are no dates today")
    } as never
  })
  await page.getByRole("contentinfo").getByRole("link", { name: "Blog" }).click()
  await page.getByText("This page crashed.").waitFor()
  await page.getByText("There are no dates today").waitFor()
  await page.evaluate("restore()")
  await page.getByRole("button", { name: "Try again" }).click()
  await page.getByRole("heading", { level: 1, name: "Blog" }).waitFor()
})

test("a page of which a part can't be loaded is loaded anew", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open("/")
  // Until the browser asks for a page: one part may be asked for twice, ahead of the click and after it.
  let isOut = true
  await page.route("**", (route) => {
    if (route.request().isNavigationRequest()) isOut = false
    return isOut && route.request().url().endsWith(".js") ? route.abort() : route.continue()
  })
  const loaded = page.waitForEvent("load")
  await page.evaluate(() => document.querySelector<HTMLElement>("footer a[href='/blog/archive']")?.click())
  await loaded
  await page.getByRole("heading", { level: 1, name: "All posts by year" }).waitFor()
})

test("posts say how long they take, who wrote them and what they are about, and are listed by year", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open("/blog")
  const posts = await page.locator("article").count()
  expect(posts).toBeGreaterThan(1)
  expect(await page.locator("article").getByText(/min read$/).count()).toBe(posts)
  const sidebar = page.getByRole("navigation", { name: "Blog recent posts navigation" })
  expect(await sidebar.getByRole("heading").allInnerTexts()).toContain("2026")
  await page.getByRole("link", { name: "Money", exact: true }).first().click()
  await page.getByRole("heading", { level: 1, name: /tagged with "Money"/ }).waitFor()
  await page.getByRole("link", { name: "View all tags" }).click()
  await page.getByRole("heading", { level: 1, name: "Tags" }).waitFor()
  await open("/blog/archive")
  await page.getByRole("heading", { level: 2, name: "2026" }).waitFor()
  expect(await page.locator("main li").count()).toBe(posts)
  await open("/blog/authors")
  await page.getByRole("link", { name: "Wristbank contributors" }).first().click()
  await page.getByRole("heading", { level: 1, name: "Wristbank contributors" }).waitFor()
  visitor.expectQuiet()
})

test("the bar at the top and the foot of the page lead on", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open("/")
  const bar = page.getByRole("navigation", { name: "Main" })
  expect(await bar.getByRole("link").allInnerTexts()).toEqual(expect.arrayContaining(["Docs", "Source"]))
  const foot = page.getByRole("contentinfo")
  expect(await foot.locator(".footer__title").allInnerTexts()).toEqual(["Docs", "More"])
  await foot.getByText("Copyright © 2025").waitFor()
  const shown = await page.locator("main img:visible").evaluateAll((all) => all.map((one) => one.getAttribute("alt")))
  expect(shown.map((alt) => alt?.split(":")[0])).toEqual(["A till on a phone", "A guest's phone", "The back office"])
  await page.getByRole("link", { name: "Try it", exact: true }).click()
  await page.getByText("npm start", { exact: true }).waitFor()
})

import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { root } from "../../scripts/built.js"
import { expectAccessible, expectFits, picture, sizes } from "../support/Browser.ts"
import { type SiteVisit, visitSite } from "./SiteVisit.ts"

/** Every address that the specification of the site names. */
const routes = [
  "/",
  "/docs/intro",
  "/docs/user-guide",
  "/docs/user-guide/nfctags",
  "/docs/administrator-documentation/installation",
  "/docs/administrator-documentation/pretix",
  "/docs/administrator-documentation/tse",
  "/docs/administrator-documentation/tse/tseserversetup",
  "/docs/developer-documentation",
  "/docs/developer-documentation/api/administration",
  "/docs/developer-documentation/api/customerportal",
  "/docs/developer-documentation/api/terminalserver",
  "/docs/developer-documentation/app",
  "/docs/developer-documentation/database",
  "/docs/developer-documentation/simulator",
  "/docs/developer-documentation/pretix",
  "/api/administration",
  "/api/customer_portal",
  "/api/terminalserver",
  "/blog",
  "/blog/archive",
  "/blog/authors",
  "/blog/tags",
  "/blog/first-release",
  "/blog/tags/release"
]

/** The address of a folder's own page is the same with a slash at its end. */
const withoutSlash = (path: string) => path.replace(/\/$/, "") || "/"

let visitor: SiteVisit
beforeAll(async () => {
  visitor = await visitSite()
})
afterAll(() => visitor[Symbol.asyncDispose]())

test.each(routes)("%s is there, fits every window, and can be used by everyone", async (route) => {
  const { open, page } = visitor
  await page.setViewportSize(sizes.desktop)
  expect(await open(route)).toBe(200)
  expect(await page.locator("h1").count()).toBe(1)
  expect(await page.locator("html").getAttribute("lang")).toBe("en")
  expect(await page.title()).toMatch(/\S.* \| Wristbank$/)
  expect(await page.locator("meta[name=description]").getAttribute("content")).toMatch(/\S/)
  await expectAccessible(page)
  await expectFits(page)
  await picture(page, `site${route.replaceAll("/", "-")}`)
  await page.setViewportSize(sizes.phone)
  await expectFits(page)
  await expectAccessible(page)
  visitor.expectQuiet()
  visitor.expectNoForeignCalls()
})

const build = join(root, "docs/site/build")

/** The addresses in the HTML of a page that begin with `/`, without what follows `?` or `#`. */
const linksOf = (path: string) =>
  Array.from(
    readFileSync(join(build, path, "index.html"), "utf8").matchAll(/<a [^>]*?href="?(\/[^"#?\s>]*)/g),
    ([, link]) => withoutSlash(link!)
  )

test("every page of the site can be reached from the home page", () => {
  const sitemap = readFileSync(join(build, "sitemap.xml"), "utf8")
  const pages = Array.from(sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g), ([, path]) => withoutSlash(path!))
  expect(pages.length).toBeGreaterThan(routes.length)
  const seen = new Set(["/"])
  for (const path of seen) {
    for (const link of linksOf(path)) if (existsSync(join(build, link, "index.html"))) seen.add(link)
  }
  // Only the field for a search leads to its page.
  expect(pages.filter((path) => !seen.has(path))).toEqual(["/search"])
})

test("no page loads anything from another host", () => {
  const pages = globSync("**/*.{html,css}", { cwd: build })
  expect(pages.length).toBeGreaterThan(routes.length)
  const loads =
    /<(?:script|img|iframe|source|video|link [^>]*?rel="?(?:stylesheet|preload|preconnect|icon)"?)[^>]*?(?:src|href)="?https?:|url\(["']?https?:/
  expect(pages.filter((page) => loads.test(readFileSync(join(build, page), "utf8")))).toEqual([])
})

test("no page links to an address that stands for another one", () => {
  const standIn =
    /<a [^>]*?href="?(https?:\/\/(?:[^/"\s>]*\.)?(?:example(?:\.\w+)?|localhost|127\.0\.0\.1)(?:[:/][^"\s>]*)?)["\s>]/g
  const found = globSync("**/*.html", { cwd: build }).flatMap((page) =>
    Array.from(readFileSync(join(build, page), "utf8").matchAll(standIn), ([, link]) => `${page}: ${link}`)
  )
  expect(found).toEqual([])
})

test.each(["/", "/docs/administrator-documentation/tse", "/blog", "/search"])(
  "%s can be read by everyone in dark colours",
  async (route) => {
    await using dark = await visitSite()
    const { open, page } = dark
    await page.addInitScript(() => localStorage.setItem("theme", "dark"))
    await open(route)
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark")
    await expectAccessible(page)
    await picture(page, `site-dark${route.replaceAll("/", "-")}`)
    dark.expectQuiet()
  }
)

test("an address that does not exist says so, and leads on", async () => {
  await using lost = await visitSite()
  const { open, page } = lost
  expect(await open("/docs/no-such-page")).toBe(404)
  await page.getByRole("heading", { level: 1, name: "Page Not Found" }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  expect(await page.locator("main").getByRole("link").allInnerTexts()).toEqual([
    "What Wristbank is, and which page is for whom",
    "Search all pages"
  ])
  await page.locator("main").getByRole("link", { name: "What Wristbank is" }).click()
  await page.getByRole("navigation", { name: "Breadcrumbs" }).waitFor()
  lost.expectQuiet([/404/])
})

import type { Page } from "playwright-core"
import { expect } from "vitest"
import { besideTasks, tasks } from "../../../web/administration/Tasks.ts"
import { expectAccessible, expectFitsAll, picture, visit, type VisitOptions } from "../../support/Browser.ts"
import type { DemoSite } from "../../support/DemoSite.ts"
import { isLookedAt } from "../../support/Looks.ts"
import { watchRequests } from "./Requests.ts"

/** The node of the demo's event. */
export const eventNode = 1

interface OfficeVisit extends VisitOptions {
  /** The screen to begin with, such as `sell/products`; the first of the menu unless given. */
  readonly at?: string
  readonly node?: number
  /** Who signs in; the administrator of the demo unless given. */
  readonly login?: string
  readonly password?: string
}

/** What a screen of an order meets that was booked just now: its receipt waits for the signature. */
export const unsigned: ReadonlyArray<RegExp> = [/404.*\/bon$/, /status of 404/]

/** Signs someone in, the administrator unless named, and waits for the screen that was asked for. */
export const signIn = async (page: Page, password: string, login = "admin") => {
  await page.locator("input[name=username]").fill(login)
  await page.locator("input[name=password]").fill(password)
  await page.keyboard.press("Enter")
  await page.locator(".office h1").waitFor()
}

/** A window of the back office in which the administrator of the demo is signed in. */
export const officeAt = async (
  site: DemoSite,
  { at, login = "admin", node = eventNode, password = site.password, ...options }: OfficeVisit = {}
) => {
  const visitor = await visit({ size: "desktop", ...options })
  const { page } = visitor
  const open = async (screen: string) => {
    await page.goto(`${site.origin}/administration/${node}/${screen}`)
  }
  await (at === undefined ? page.goto(`${site.origin}/administration/`) : open(at))
  await signIn(page, password, login)
  /** Follows a link inside the application, without loading its page again. */
  const follow = (screen: string) =>
    page.evaluate((path) => {
      history.pushState({}, "", path)
      dispatchEvent(new PopStateEvent("popstate"))
    }, `/administration/${node}/${screen}`)
  return { ...visitor, open, follow }
}

type Look = readonly [size: "phone" | "desktop", colours: "light" | "dark", locale: string]

/** How the screens are looked at: small and large, light and dark, in both languages. */
export const looks: readonly [Look, Look] = [
  ["phone", "light", "en-GB"],
  ["desktop", "dark", "de-DE"]
]

/** The ids of the screens of a task that show one thing, by their path; a path with several ids has them all, divided by `/`. */
export type ScreenIds = Readonly<Record<string, number | string>>

/**
 * Opens the screens of a task in a window, by turns with the other looks, and asserts that each fits windows of all sizes, is accessible,
 * that nothing failed, and that no call waits for more than one other. The first is a page of its own, which has no answers of other
 * tasks; with `FRESH_SCREENS` each is.
 */
export const expectScreens = async (
  office: Awaited<ReturnType<typeof officeAt>>,
  task: string,
  [size, colours]: typeof looks[number],
  ids: ScreenIds
): Promise<void> => {
  const all = [...tasks, ...besideTasks].find(({ name }) => name === task)!.screens
  const screens = all.filter(({ at }) => at !== "outside")
  expect(screens.map(({ path }) => path).filter((path) => path.includes(":")).toSorted()).toEqual(
    Object.keys(ids).toSorted()
  )
  const turn = looks.findIndex((one) => one[0] === size)
  const own = screens.filter((_, n) => isLookedAt(n, turn, looks.length))
  // A single screen is looked at in each look.
  const addresses = (own.length > 0 ? own : screens).map(({ path }) => {
    const numbers = String(ids[path]).split("/")
    return [path, `${task}/${path.replaceAll(/:\w+/g, () => numbers.shift() ?? "")}`] as const
  })
  const { page } = office
  const requests = watchRequests(page)
  const isFresh = process.env["FRESH_SCREENS"] !== undefined
  for (const [n, [path, address]] of addresses.entries()) {
    requests.begin()
    await (isFresh || n === 0 ? office.open(address) : office.follow(address))
    await page.locator(`[data-screen="${path}"] h1`).waitFor()
    await page.locator(".skeleton").first().waitFor({ state: "detached" })
    await expectAccessible(page)
    expect(requests.deeperThan(2)).toEqual([])
    await picture(page, `administration/${size}-${colours}/${address.replaceAll("/", "-")}`)
    await expectFitsAll(page, size)
  }
  office.expectQuiet()
}

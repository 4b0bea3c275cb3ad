import type { Locator, Page } from "playwright-core"
import { expectAccessible, expectFits, picture } from "./Browser.ts"
import { pressByMouse } from "./Hands.ts"

/**
 * Waits until touches of an outcome above the screen count, and ends the outcome if it is a good one: it takes the first touch for itself.
 */
export const ready = async (page: Page): Promise<void> => {
  const outcome = page.locator(".result")
  if (await outcome.count() === 0) return
  await page.locator(".result[data-settled]").or(page.locator("body:not(:has(.result))")).first().waitFor()
  const good = page.locator(".result[data-kind=good]")
  if (await good.count() === 0) return
  await page.keyboard.press("Escape")
  await good.waitFor({ state: "detached" })
}

/**
 * Lets clicks, keys, entries and waits of a till's window wait until an outcome above the screen takes touches: for 300 ms it takes none,
 * and a quick machine would press too soon. What the mouse and the keyboard of the page do themselves waits for nothing.
 */
export const untilPressesCount = (page: Page): Promise<void> =>
  page.addLocatorHandler(page.locator(".result:not([data-settled])").first(), () => Promise.resolve())

/** Opens a task of the till by its entry in the menu. */
export const openTask = async (page: Page, task: string): Promise<void> => {
  await ready(page)
  await pressByMouse(await entryOf(page, task, pressByMouse))
  await page.getByRole("heading", { level: 1 }).waitFor()
}

/** The entry of a task in the menu, which opens "More" first if it is there. */
export const entryOf = async (
  page: Page,
  task: string,
  pressIt: (locator: Locator) => Promise<unknown>
): Promise<Locator> => {
  const entry = page.getByRole("navigation").getByRole("link", { name: task, exact: true })
  await page.locator(".task-menu > a").first().waitFor()
  if (!await entry.isVisible()) await pressIt(page.locator(".task-more"))
  return entry
}

/** Holds a tag of the demo to the reader, by the button that stands for it: `Anna`, `GUEST004`. */
export const holdTag = async (page: Page, tag: string): Promise<void> => {
  await ready(page)
  await pressByMouse(page.locator(".demo-tags").getByRole("button", { name: new RegExp(`^${tag}`) }))
}

/** A button of the screen or of an outcome above it, once a press of it counts. */
export const readyButton = async (page: Page, name: RegExp | string): Promise<Locator> => {
  const button = page.getByRole("button", { name, exact: typeof name === "string" })
  await button.or(page.locator(".result")).first().waitFor()
  await ready(page)
  return button
}

export const press = async (page: Page, name: RegExp | string): Promise<void> =>
  pressByMouse(await readyButton(page, name))

/** Waits until the booking in front is booked, and gives what is said of it, which the next act ends. */
export const bookedText = async (page: Page): Promise<string> => {
  const booked = page.getByRole("status", { name: "Booked" })
  await booked.waitFor()
  return booked.innerText()
}

/** Asserts that the screen is accessible and fits, and keeps its picture. */
export const expectGoodLooks = async (page: Page, name: string): Promise<void> => {
  await picture(page, `till/${name}`)
  await expectAccessible(page)
  await expectFits(page)
}

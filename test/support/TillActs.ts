import type { Page } from "playwright-core"
import { expectAccessible, expectFits, picture } from "./Browser.ts"

/** Opens a task of the till by its entry in the menu. */
export const openTask = async (page: Page, task: string): Promise<void> => {
  await page.getByRole("navigation").getByRole("link", { name: task, exact: true }).click()
  await page.getByRole("heading", { level: 1 }).waitFor()
}

/** Holds a tag of the demo to the reader, by the button that stands for it: `Anna`, `GUEST004`. */
export const holdTag = (page: Page, tag: string): Promise<void> =>
  page.locator(".demo-tags").getByRole("button", { name: new RegExp(`^${tag}`) }).click()

export const press = (page: Page, name: RegExp | string): Promise<void> =>
  page.getByRole("button", { name, exact: typeof name === "string" }).click()

/** Waits until the booking in front is booked, and gives what is said of it. Leaves it with a tap beside all buttons. */
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

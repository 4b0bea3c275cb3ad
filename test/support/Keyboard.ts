import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"

/** The acts of a person at a till who has a keyboard and no mouse. Each element is one that the Tab key reaches. */
export const keyboardOf = (page: Page) => {
  const key = async (element: Locator, name: string) => {
    await element.focus()
    const isReached = await element.evaluate((one) =>
      one === document.activeElement && one instanceof HTMLElement && one.tabIndex >= 0
    )
    expect(isReached, "the keyboard does not get there").toBe(true)
    await page.keyboard.press(name)
  }
  return {
    page,
    press: async (name: RegExp | string) => {
      const button = page.getByRole("button", { name, exact: typeof name === "string" })
      await expect.poll(() => button.isEnabled(), { timeout: 10_000 }).toBe(true)
      await key(button, "Enter")
    },
    check: (name: string) => key(page.getByRole("checkbox", { name }), "Space"),
    type: async (label: string, text: string) => {
      await key(page.getByLabel(label, { exact: true }), "Control+A")
      await page.keyboard.type(text)
    },
    open: async (task: string) => {
      await key(page.getByRole("navigation").getByRole("link", { name: task, exact: true }), "Enter")
      await page.getByRole("heading", { level: 1, name: task }).waitFor()
    },
    hold: (tag: string) => key(page.locator(".demo-tags").getByRole("button", { name: new RegExp(`^${tag}`) }), "Enter")
  }
}

export type Keyboard = ReturnType<typeof keyboardOf>

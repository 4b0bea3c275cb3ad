import type { Page } from "playwright-core"
import { hands } from "./Hands.ts"

/** The acts of a person at a till who has a keyboard and no mouse. */
export const keyboardOf = (page: Page) => {
  const { press, tick, type } = hands.keyboard
  return {
    page,
    press: (name: RegExp | string) => press(page.getByRole("button", { name, exact: typeof name === "string" })),
    check: (name: string) => tick(page.getByRole("checkbox", { name })),
    type: (label: string, text: string) => type(page.getByLabel(label, { exact: true }), text),
    open: async (task: string) => {
      await press(page.getByRole("navigation").getByRole("link", { name: task, exact: true }))
      await page.getByRole("heading", { level: 1, name: task }).waitFor()
    },
    hold: (tag: string) => press(page.locator(".demo-tags").getByRole("button", { name: new RegExp(`^${tag}`) }))
  }
}

export type Keyboard = ReturnType<typeof keyboardOf>

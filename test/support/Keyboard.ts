import type { Page } from "playwright-core"
import { hands } from "./Hands.ts"
import { entryOf, ready, readyButton } from "./TillActs.ts"

/** The acts of a person at a till who has a keyboard and no mouse. */
export const keyboardOf = (page: Page) => {
  const { press, tick, type } = hands.keyboard
  return {
    page,
    press: async (name: RegExp | string) => press(await readyButton(page, name)),
    check: (name: string) => tick(page.getByRole("checkbox", { name })),
    type: (label: string, text: string) => type(page.getByLabel(label, { exact: true }), text),
    open: async (task: string) => {
      await ready(page)
      await press(await entryOf(page, task, press))
      await page.getByRole("heading", { level: 1, name: task }).waitFor()
    },
    hold: async (tag: string) => {
      await ready(page)
      await press(page.locator(".demo-tags").getByRole("button", { name: new RegExp(`^${tag}`) }))
    }
  }
}

export type Keyboard = ReturnType<typeof keyboardOf>

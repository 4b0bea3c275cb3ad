import type { Page } from "playwright-core"
import { visit, type VisitOptions } from "../../support/Browser.ts"
import type { DemoSite } from "../../support/DemoSite.ts"

/** Types the PIN and waits for the balance. */
export const signIn = async (page: Page, pin: string) => {
  await page.locator("input[name=pin]").fill(pin)
  await page.keyboard.press("Enter")
  await page.locator(".balance .figure").waitFor()
}

/** A guest's window in which they are signed in at the demo. */
export const guestAt = async ({ origin }: DemoSite, pin: string, options?: VisitOptions) => {
  const visitor = await visit(options)
  await visitor.page.goto(`${origin}/portal/`)
  await signIn(visitor.page, pin)
  return visitor
}

/** The guest's session, as the page keeps it. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem("wristbank.portal.session") ?? "{}").token as string)

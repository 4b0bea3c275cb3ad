import type { Page } from "playwright-core"

interface Config {
  readonly buttons: ReadonlyArray<{ readonly id: number; readonly name: string; readonly price: number | null }>
}

/** Lets a till's window get another configuration of its till than the server has, from its next look at it. */
export const withConfig = (page: Page, change: (till: Config) => object): Promise<unknown> =>
  page.route("**/api/terminal/config", async (route) => {
    const response = await route.fetch()
    const config = await response.json() as { readonly till: Config }
    await route.fulfill({ response, json: { ...config, till: change(config.till) } })
  })

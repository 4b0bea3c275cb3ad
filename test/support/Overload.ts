import type { Page } from "playwright-core"

/** What the overloaded server of a test says at first, and then. */
export const busy = "The server is overloaded. Try again in a moment."
export const tooMany = "Too many requests. Try again in a moment."

/**
 * Lets an overload meet the next two requests with this path, of which the first is carried out all the same if that is wanted.
 * Each later request waits for `proceed`: the person has to see the answer before.
 */
export const overload = async (page: Page, path: string, isCarriedOut: boolean) => {
  const content: Array<string | null> = []
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(path, async (route) => {
    const attempt = content.push(route.request().postData())
    if (attempt > 1) await gates[Math.min(attempt, 3) - 2]?.promise
    if (attempt > 2) return route.continue()
    if (attempt === 1 && isCarriedOut) await route.fetch()
    const [status, id, message] = attempt === 1 ? [503, "ServiceUnavailable", busy] : [429, "TooManyAttempts", tooMany]
    await route.fulfill({ status, contentType: "application/json", body: JSON.stringify({ id, message }) })
  })
  let proceeded = 0
  return {
    content,
    proceed: () => gates[proceeded++]?.resolve(),
    [Symbol.asyncDispose]: () => page.unroute(path)
  }
}

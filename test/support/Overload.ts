import type { Page } from "playwright-core"

/** What the overloaded server of a test says at first, and then. */
export const busy = "The server is overloaded. Try again in a moment."
export const tooMany = "Too many requests. Try again in a moment."

/**
 * Lets an overload meet the next two requests with this path, of which the first is carried out all the same if that is wanted.
 * Each later request waits for `proceed`: the person has to see the answer before. An attempt that the page gave up meanwhile, as its
 * machine was slow, does not count: the next one takes its turn.
 */
export const overload = async (page: Page, path: string, isCarriedOut: boolean) => {
  const content: Array<string | null> = []
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(path, async (route) => {
    const turn = content.length
    if (turn > 0) await gates[Math.min(turn, 2) - 1]?.promise
    if (turn === 0 && isCarriedOut) await route.fetch()
    const request = route.request()
    if (request.failure() !== null) return
    content.push(request.postData())
    if (turn > 1) return route.continue()
    const [status, id, message] = turn === 0 ? [503, "ServiceUnavailable", busy] : [429, "TooManyAttempts", tooMany]
    await route.fulfill({ status, contentType: "application/json", body: JSON.stringify({ id, message }) })
  })
  let proceeded = 0
  return {
    /** What was sent in each attempt that was answered. */
    content,
    proceed: () => gates[proceeded++]?.resolve(),
    [Symbol.asyncDispose]: () => page.unroute(path)
  }
}

import type { Page, Request } from "playwright-core"

/** Every screen needs them, and they are loaded once. */
const shared = /\/api\/administration\/(?:auth\/|tree\/$)/

/** The calls of a screen, each with its depth: one that starts after another has ended is one deeper. */
export interface Requests {
  /** Begins with another screen. */
  readonly begin: () => void
  /** The calls that are deeper than `most`, with those before them; empty if there are none. */
  readonly deeperThan: (most: number) => ReadonlyArray<string>
}

/** Watches the calls of a window. A call that is repeated, such as that of live data, counts once. */
export const watchRequests = (page: Page): Requests => {
  let depths = new Map<Request, number>()
  let seen = new Set<string>()
  let calls: Array<{ readonly depth: number; readonly name: string }> = []
  let ended = 0
  const onEnd = (request: Request) => {
    ended = Math.max(ended, depths.get(request) ?? 0)
  }
  page.on("request", (request) => {
    const name = `${request.method()} ${request.url()} ${request.postData() ?? ""}`
    if (!request.url().includes("/api/administration/") || shared.test(request.url()) || seen.has(name)) return
    seen.add(name)
    depths.set(request, ended + 1)
    calls.push({ depth: ended + 1, name })
  })
  page.on("requestfinished", onEnd)
  page.on("requestfailed", onEnd)
  return {
    begin: () => {
      depths = new Map()
      seen = new Set()
      calls = []
      ended = 0
    },
    deeperThan: (most) =>
      calls.some(({ depth }) => depth > most) ? calls.map(({ depth, name }) => `${depth} ${name}`) : []
  }
}

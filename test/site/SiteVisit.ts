import type { Page } from "playwright-core"
import { expect, inject } from "vitest"
import { type Visit, visit, type VisitOptions } from "../support/Browser.ts"

/** A visit of the documentation site. */
export interface SiteVisit extends Visit {
  /** Opens a page of the site and returns its status. */
  readonly open: (path: string) => Promise<number>
  /** Opens a page of TypeDoc, whose script shows it once it reacts. */
  readonly openFile: (path: string) => Promise<void>
  /** Asserts that the pages so far asked no other host for anything. */
  readonly expectNoForeignCalls: () => void
}

export const visitSite = async (options: VisitOptions = {}): Promise<SiteVisit> => {
  const visitor = await visit({ size: "desktop", ...options })
  const origin = inject("siteOrigin")
  const foreign: Array<string> = []
  visitor.page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith("data:")) foreign.push(request.url())
  })
  return {
    ...visitor,
    open: async (path) => {
      const response = await visitor.page.goto(`${origin}${path}`)
      await isInteractive(visitor.page)
      return response?.status() ?? 0
    },
    openFile: async (path) => {
      await visitor.page.goto(`${origin}${path}`)
      await visitor.page.locator(".container-main").waitFor()
    },
    expectNoForeignCalls: () => expect(foreign).toEqual([])
  }
}

/** Waits until the page reacts to keys and clicks: its first HTML comes from a file and does not. */
const isInteractive = (page: Page) => page.locator("html[data-has-hydrated=true]").waitFor()

import { afterAll, beforeAll, describe, test } from "vitest"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { expectScreens, looks } from "../Office.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

describe.concurrent("every screen of what is sold", () => {
  test.each(looks)(
    "fits all sizes and is accessible on a %s in %s colours, %s",
    (...look) =>
      expectScreens(site, "sell", look, {
        "products/:id": 9,
        "products/:id/edit": 9,
        "tickets/:id": 18,
        "tickets/:id/edit": 18,
        "buttons/:id": 1,
        "buttons/:id/edit": 1,
        "tax-rates/:id": 2,
        "layouts/:id": 2,
        "layouts/:id/edit": 2,
        "profiles/:id": 2,
        "profiles/:id/edit": 2,
        "tills/:id": 2,
        "tills/:id/edit": 2,
        "terminals/:id": 1,
        "terminals/:id/edit": 1
      })
  )
})

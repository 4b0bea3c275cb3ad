import { afterAll, beforeAll, describe, test } from "vitest"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { expectScreens, looks } from "../Office.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

describe.concurrent("every screen about reports", () => {
  test.each(looks)(
    "fits all sizes and is accessible on a %s in %s colours, %s",
    (...look) => expectScreens(site, "reports", look, {})
  )
})

import { afterAll, beforeAll, describe, test } from "vitest"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { expectScreens, looks } from "../Office.ts"
import { closedShift } from "./Cash.ts"

let site: DemoSite
let shift: number
beforeAll(async () => {
  site = await demoSite()
  shift = await closedShift(site)
})
afterAll(() => site[Symbol.asyncDispose]())

describe.concurrent("every screen of cash", () => {
  test.each(looks)(
    "fits all sizes and is accessible on a %s in %s colours, %s",
    (...look) =>
      expectScreens(site, "cash", look, {
        "cashiers/:id": 2,
        "cashiers/:id/close-out": 2,
        "cashiers/:id/shifts/:shift": `7/${shift}`,
        "registers/:id": 1,
        "registers/:id/edit": 1,
        "stockings/:id": 1
      })
  )
})

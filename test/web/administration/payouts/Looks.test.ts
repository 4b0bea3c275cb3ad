import { afterAll, beforeAll, describe, test } from "vitest"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { officeOf } from "../../../support/DemoTill.ts"
import { expectScreens, looks } from "../Office.ts"

let site: DemoSite
let run: number
beforeAll(async () => {
  site = await demoSite()
  const office = await officeOf(site)
  const created = await office<{ readonly id: number }>("POST", "/payouts/?node_id=1", {
    max_payout_sum: 10_000,
    max_num_payouts: 1
  })
  run = created.id
  await office("POST", `/payouts/${run}/csv?node_id=1`)
})
afterAll(() => site[Symbol.asyncDispose]())

describe.concurrent("every screen of payouts", () => {
  test.each(looks)(
    "fits all sizes and is accessible on a %s in %s colours, %s",
    (...look) => expectScreens(site, "payouts", look, { "runs/:id": run })
  )
})

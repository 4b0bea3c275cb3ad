import { expect, test } from "vitest"
import { visitSite } from "./SiteVisit.ts"

test("each guide of the people at the event is printed on one sheet", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  for (const guide of ["cashier", "shift-lead", "finance", "help-desk", "stall-owner", "guest", "nfctags"]) {
    await open(`/docs/user-guide/${guide}`)
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect([guide, pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length]).toEqual([guide, 1])
  }
})
